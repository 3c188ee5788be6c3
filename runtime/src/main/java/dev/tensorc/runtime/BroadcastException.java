package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The operands of an element-wise operation have sizes that do not go together. */
public final class BroadcastException extends ShapeException {
  private static final long serialVersionUID = 1L;

  private static final String RULE = "sizes must be equal, or one of them 1";
  private static final String STRICT_RULE =
      "sizes must be equal: a strict dimension, or the target of an in-place update, never"
          + " stretches";

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
   */
  public record Operand(String name, String declaredType, long[] shape) {
    /** Copies the shape. */
    public Operand {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(declaredType, "declaredType");
      shape = shape.clone();
    }

    @Override
    public long[] shape() {
      return shape.clone();
    }

    /** The size on an axis of a result of the given rank; 1 where the operand lacks the axis. */
    long size(int axis, int resultRank) {
      int own = axis - (resultRank - shape.length);
      return own < 0 ? 1 : shape[own];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Operand that
          && name.equals(that.name)
          && declaredType.equals(that.declaredType)
          && Arrays.equals(shape, that.shape);
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, declaredType, Arrays.hashCode(shape));
    }

    @Override
    public String toString() {
      return name + " : " + declaredType + Arrays.toString(shape);
    }
  }

  private BroadcastException(
      String operation, String location, int axis, String rule, List<Operand> operands) {
    super(BroadcastText.of(operation, location, axis, rule, operands));
    this.operation = operation;
    this.location = location;
    this.axis = axis;
    this.rule = rule;
    this.operands = operands;
  }

  /**
   * What generated code throws.
   *
   * @param operation the operation as the source writes it, such as {@code a + b}
   * @param location {@code file.tc:line:column}
   * @param axis the axis of the result on which the sizes conflict; shapes are aligned at the right
   * @param names the operands as the source writes them
   * @param declaredTypes for each operand its declared type, or an empty text
   * @param shapes for each operand its shape
   */
  public static BroadcastException of(
      String operation,
      String location,
      int axis,
      String[] names,
      String[] declaredTypes,
      long[][] shapes) {
    Operand[] operands = new Operand[names.length];
    for (int i = 0; i < names.length; i++) {
      operands[i] = new Operand(names[i], declaredTypes[i], shapes[i]);
    }
    List<Operand> list = List.of(operands);
    return new BroadcastException(operation, location, axis, ruleFor(axis, list), list);
  }

  /** Where the sizes would do but for their 1s, only a ban on stretching can be in the way. */
  private static String ruleFor(int axis, List<Operand> operands) {
    int rank = rank(operands);
    long different =
        operands.stream()
            .mapToLong(operand -> operand.size(axis, rank))
            .filter(size -> size != 1)
            .distinct()
            .count();
    return different <= 1 ? STRICT_RULE : RULE;
  }

  static int rank(List<Operand> operands) {
    return operands.stream().mapToInt(operand -> operand.shape.length).max().orElse(0);
  }

  /** The operation as the source writes it, such as {@code a + b}. */
  public String operation() {
    return operation;
  }

  /** Where the operation is written: {@code file.tc:line:column}. */
  public String location() {
    return location;
  }

  /** The axis of the result on which the sizes conflict. */
  public int axis() {
    return axis;
  }

  /** The operands, in source order; empty if this exception was serialized. */
  public List<Operand> operands() {
    return operands == null ? List.of() : operands;
  }

  /** The size of one operand on the axis in conflict; 1 where the operand lacks the axis. */
  public long size(int operand) {
    return operands().get(operand).size(axis, rank(operands()));
  }

  /** The rule that is broken, as a sentence without its full stop. */
  public String rule() {
    return rule;
  }
}
