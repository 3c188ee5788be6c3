package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The operands of an element-wise operation have shapes that do not go together. */
public final class BroadcastException extends ShapeException {
  private static final long serialVersionUID = 1L;

  private final String operation;
  private final String location;
  private final int axis;
  private final String rule;
  private final transient List<Operand> operands;

  /**
   * One operand of the operation.
   *
   * @param name the operand as the source writes it
   * @param declaredType where its shape comes from, such as {@code f32[n, ?]}; empty if nothing was
   *     declared for it
   * @param shape its shape at run time
   * @param axes for each of its axes the axis of the result that it feeds
   * @param stretches for each of its axes whether a size of 1 may stretch there
   */
  public record Operand(
      String name, String declaredType, long[] shape, int[] axes, boolean[] stretches) {

    /** Copies the arrays. */
    public Operand {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(declaredType, "declaredType");
      shape = shape.clone();
      axes = axes.clone();
      stretches = stretches.clone();
    }

    @Override
    public long[] shape() {
      return shape.clone();
    }

    @Override
    public int[] axes() {
      return axes.clone();
    }

    @Override
    public boolean[] stretches() {
      return stretches.clone();
    }

    int rank() {
      return shape.length;
    }

    /** Its axes that feed an axis of the result: none, one, or several as in {@code a[i, i]}. */
    int[] feeding(int axis) {
      return IntStream.range(0, axes.length).filter(own -> axes[own] == axis).toArray();
    }

    long size(int own) {
      return shape[own];
    }

    /** Whether its type says that an axis never stretches. */
    boolean isStrict() {
      return declaredType.contains("strict ");
    }

    boolean stretches(int own) {
      return stretches[own];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Operand that
          && name.equals(that.name)
          && declaredType.equals(that.declaredType)
          && Arrays.equals(shape, that.shape)
          && Arrays.equals(axes, that.axes)
          && Arrays.equals(stretches, that.stretches);
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, declaredType, Arrays.hashCode(shape), Arrays.hashCode(axes));
    }

    @Override
    public String toString() {
      return name + " : " + declaredType + Arrays.toString(shape);
    }
  }

  private BroadcastException(BroadcastText text) {
    super(text.message());
    this.operation = text.operation();
    this.location = text.location();
    this.axis = text.axis();
    this.rule = text.rule();
    this.operands = text.operands();
  }

  /**
   * Sizes conflict on an axis. This and the other factories make the exceptions that generated code
   * throws.
   *
   * @param operation the operation as the source writes it, such as {@code a + b}
   * @param location {@code file.tc:line:column}
   * @param discipline the discipline that the operation is written in
   * @param axis the axis of the result on which the sizes conflict
   * @param names the operands as the source writes them
   * @param declaredTypes for each operand its declared type, or an empty text
   * @param shapes for each operand its shape
   * @param axes for each operand, for each of its axes, the axis of the result that it feeds
   * @param stretches for each operand, for each of its axes, whether a size of 1 may stretch
   */
  public static BroadcastException of(
      String operation,
      String location,
      Discipline discipline,
      int axis,
      String[] names,
      String[] declaredTypes,
      long[][] shapes,
      int[][] axes,
      boolean[][] stretches) {
    List<Operand> operands = operands(names, declaredTypes, shapes, axes, stretches);
    return new BroadcastException(
        new BroadcastText(
            BroadcastText.Kind.SIZES, operation, location, discipline, axis, operands));
  }

  /**
   * Sizes conflict on an axis of an in-place update, such as {@code x += a}; the parameters are as
   * for {@link #of}. The first operand is the target, whose axes are those of the result.
   */
  public static BroadcastException update(
      String operation,
      String location,
      Discipline discipline,
      int axis,
      String[] names,
      String[] declaredTypes,
      long[][] shapes,
      int[][] axes,
      boolean[][] stretches) {
    List<Operand> operands = operands(names, declaredTypes, shapes, axes, stretches);
    return new BroadcastException(
        new BroadcastText(
            BroadcastText.Kind.UPDATE, operation, location, discipline, axis, operands));
  }

  /**
   * As {@link #of}, where ranks are found at run time: shapes have leading axes of size 1 that the
   * operands have not.
   *
   * @param ranks how many axes each operand has
   */
  public static BroadcastException unranked(
      String operation,
      String location,
      Discipline discipline,
      int axis,
      String[] names,
      String[] declaredTypes,
      long[][] shapes,
      int[][] axes,
      boolean[][] stretches,
      long[] ranks) {
    var fed = new TreeSet<>(List.of(axis)); // the axes of the result that there are
    for (int i = 0; i < axes.length; i++) {
      Arrays.stream(axes[i], shapes[i].length - (int) ranks[i], axes[i].length).forEach(fed::add);
    }
    long[][] sizes = new long[shapes.length][];
    int[][] feeds = new int[shapes.length][];
    boolean[][] stretching = new boolean[shapes.length][];
    for (int i = 0; i < shapes.length; i++) {
      int length = shapes[i].length;
      int first = length - (int) ranks[i];
      sizes[i] = Arrays.copyOfRange(shapes[i], first, length);
      feeds[i] = Arrays.stream(axes[i], first, length).map(a -> fed.headSet(a).size()).toArray();
      stretching[i] = Arrays.copyOfRange(stretches[i], first, length);
    }
    return of(
        operation,
        location,
        discipline,
        fed.headSet(axis).size(),
        names,
        declaredTypes,
        sizes,
        feeds,
        stretching);
  }

  /**
   * A value does not fit the shape that it is explicitly broadcast to; the parameters are as for
   * {@link #of}. The first operand is the shape, whose axes are those of the result.
   */
  public static BroadcastException shape(
      String operation,
      String location,
      Discipline discipline,
      int axis,
      String[] names,
      String[] declaredTypes,
      long[][] shapes,
      int[][] axes,
      boolean[][] stretches) {
    List<Operand> operands = operands(names, declaredTypes, shapes, axes, stretches);
    return new BroadcastException(
        new BroadcastText(
            BroadcastText.Kind.SHAPE, operation, location, discipline, axis, operands));
  }

  /** Ranks differ where nothing says which axes the smaller operand has; see {@link #of}. */
  public static BroadcastException ranks(
      String operation,
      String location,
      Discipline discipline,
      String[] names,
      String[] declaredTypes,
      long[][] shapes) {
    return new BroadcastException(
        new BroadcastText(
            BroadcastText.Kind.RANKS,
            operation,
            location,
            discipline,
            -1,
            aligned(names, declaredTypes, shapes)));
  }

  /** The value of an in-place update has more axes than its target, the first; see {@link #of}. */
  public static BroadcastException updateRank(
      String operation,
      String location,
      Discipline discipline,
      String[] names,
      String[] declaredTypes,
      long[][] shapes) {
    return new BroadcastException(
        new BroadcastText(
            BroadcastText.Kind.UPDATE_RANK,
            operation,
            location,
            discipline,
            -1,
            aligned(names, declaredTypes, shapes)));
  }

  private static List<Operand> aligned(String[] names, String[] types, long[][] shapes) {
    int rank = Arrays.stream(shapes).mapToInt(shape -> shape.length).max().orElse(0);
    int[][] axes = new int[shapes.length][];
    boolean[][] stretches = new boolean[shapes.length][];
    for (int i = 0; i < shapes.length; i++) {
      axes[i] = IntStream.range(rank - shapes[i].length, rank).toArray();
      stretches[i] = new boolean[shapes[i].length];
      Arrays.fill(stretches[i], true);
    }
    return operands(names, types, shapes, axes, stretches);
  }

  private static List<Operand> operands(
      String[] names, String[] types, long[][] shapes, int[][] axes, boolean[][] stretches) {
    return IntStream.range(0, names.length)
        .mapToObj(i -> new Operand(names[i], types[i], shapes[i], axes[i], stretches[i]))
        .toList();
  }

  /** The operation as the source writes it, such as {@code a + b}. */
  public String operation() {
    return operation;
  }

  /** Where the operation is written: {@code file.tc:line:column}. */
  public String location() {
    return location;
  }

  /** The axis of the result on which the sizes conflict; -1 where the ranks do. */
  public int axis() {
    return axis;
  }

  /** The operands, in source order; empty if this exception was serialized. */
  public List<Operand> operands() {
    return operands == null ? List.of() : operands;
  }

  /** The size of one operand on the axis in conflict; 1 where the operand lacks the axis. */
  public long size(int operand) {
    Operand o = operands().get(operand);
    int[] own = o.feeding(axis);
    return own.length == 0 ? 1 : o.size(own[0]);
  }

  /** The rule that is broken, as a sentence without its full stop. */
  public String rule() {
    return rule;
  }
}
