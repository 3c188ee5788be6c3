package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How {@link Broadcasting} joins shapes.
 *
 * @param method the method that the user called, for messages
 * @param ranks whether an operand may lack leading axes
 * @param ones whether an unmarked size of 1 stretches
 * @param update whether the first operand is the target of an in-place update
 */
record Join(String method, Discipline discipline, boolean ranks, boolean ones, boolean update) {

  private static final Set<String> INSIDE =
      Set.of(Broadcasting.class.getName(), Join.class.getName());

  Join(String method, Discipline discipline, boolean ranks, boolean ones) {
    this(method, discipline, ranks, ones, false);
  }

  Join inPlace() {
    return new Join(method, discipline, ranks, ones, true);
  }

  /** Shapes aligned at the right. */
  Broadcast aligned(Shape... shapes) {
    int rank = Arrays.stream(shapes).mapToInt(Shape::rank).max().orElse(0);
    if (update && shapes[1].rank() > shapes[0].rank()) {
      throw BroadcastException.updateRank(
          operation(shapes), location(), discipline, names(shapes), types(shapes), sizes(shapes));
    }
    if (!ranks && Arrays.stream(shapes).anyMatch(s -> s.rank() != 0 && s.rank() != rank)) {
      throw BroadcastException.ranks(
          operation(shapes), location(), discipline, names(shapes), types(shapes), sizes(shapes));
    }
    int[][] axes =
        Arrays.stream(shapes)
            .map(s -> IntStream.range(rank - s.rank(), rank).toArray())
            .toArray(int[][]::new);
    return join(rank, shapes, axes);
  }

  /** The operand of lower rank has the given axes, the other one all. */
  Broadcast mapped(Shape a, Shape b, int... dims) {
    boolean left = !update && a.rank() < b.rank();
    Shape small = left ? a : b;
    Shape large = left ? b : a;
    requireDimensions(small, large, dims);
    int[] all = IntStream.range(0, large.rank()).toArray();
    int[] some = dims.clone();
    return join(
        large.rank(), new Shape[] {a, b}, left ? new int[][] {some, all} : new int[][] {all, some});
  }

  private static void requireDimensions(Shape small, Shape large, int... dims) {
    String given = "broadcast_dimensions " + Arrays.toString(dims) + ": ";
    if (dims.length != small.rank()) {
      throw new ShapeException(
          given
              + "%d entries for shape %s, which has %d axes"
                  .formatted(dims.length, small, small.rank()));
    }
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] < 0 || dims[i] >= large.rank()) {
        throw new ShapeException(
            given + "shape %s has no axis %d (entry %d)".formatted(large, dims[i], i));
      }
      if (i > 0 && dims[i] <= dims[i - 1]) {
        throw new ShapeException(
            given
                + "entry %d is %d after %d; entries must increase"
                    .formatted(i, dims[i], dims[i - 1]));
      }
    }
  }

  private Broadcast join(int rank, Shape[] shapes, int[][] axes) {
    boolean[][] stretches = new boolean[shapes.length][];
    for (int i = 0; i < shapes.length; i++) {
      stretches[i] = update && i == 0 ? shapes[0].fixed() : shapes[i].stretches(ones);
    }
    long[][] sizes = sizes(shapes);
    long[] joined = new long[rank];
    for (int axis = rank - 1; axis >= 0; axis--) {
      joined[axis] = joinedSize(axis, sizes, axes, stretches);
      if (joined[axis] < 0) {
        throw conflict(axis, shapes, axes, stretches);
      }
    }
    return new Broadcast(joined, axes, sizes);
  }

  /** The joined size of an axis, or -1: the rule of the class comment. */
  private static long joinedSize(int axis, long[][] sizes, int[][] axes, boolean[][] stretches) {
    long joined = 1;
    boolean fixed = false;
    for (int i = 0; i < sizes.length; i++) {
      for (int k = 0; k < sizes[i].length; k++) {
        if (axes[i][k] == axis && !stretches[i][k] && !fixed) {
          joined = sizes[i][k];
          fixed = true;
        } else if (axes[i][k] == axis && !fixed && joined == 1) {
          joined = sizes[i][k];
        }
      }
    }
    for (int i = 0; i < sizes.length; i++) {
      for (int k = 0; k < sizes[i].length; k++) {
        long size = sizes[i][k];
        if (axes[i][k] == axis && size != joined && !(size == 1 && stretches[i][k])) {
          return -1;
        }
      }
    }
    return joined;
  }

  private BroadcastException conflict(
      int axis, Shape[] shapes, int[][] axes, boolean[][] stretches) {
    String operation = operation(shapes);
    return update
        ? BroadcastException.update(
            operation,
            location(),
            discipline,
            axis,
            names(shapes),
            types(shapes),
            sizes(shapes),
            axes,
            stretches)
        : BroadcastException.of(
            operation,
            location(),
            discipline,
            axis,
            names(shapes),
            types(shapes),
            sizes(shapes),
            axes,
            stretches);
  }

  private String operation(Shape... shapes) {
    return method + "(" + String.join(", ", names(shapes)) + ")";
  }

  /** The user's line: {@code Model.java:12}. */
  private static String location() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(f -> !INSIDE.contains(f.getClassName()))
                    .findFirst()
                    .map(f -> f.getFileName() + ":" + f.getLineNumber())
                    .orElse("unknown place"));
  }

  private static String[] names(Shape... shapes) {
    return IntStream.range(0, shapes.length)
        .mapToObj(i -> shapes[i].name().isEmpty() ? Character.toString('a' + i) : shapes[i].name())
        .toArray(String[]::new);
  }

  private static String[] types(Shape... shapes) {
    return Arrays.stream(shapes).map(Shape::declaredType).toArray(String[]::new);
  }

  private static long[][] sizes(Shape... shapes) {
    return Arrays.stream(shapes).map(Shape::sizes).toArray(long[][]::new);
  }
}
