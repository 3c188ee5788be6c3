package dev.tensorc.runtime;

import java.util.Arrays;

/**
 * The broadcasting of compiled programs for hand-written Java: the same verdicts, and the same
 * exceptions.
 *
 * <pre>{@code
 * var join = Broadcasting.numpy(image.shape(), gain.shape()); // (h, w, 3) with (3)
 * FloatTensor g = join.view(1, gain);                         // (h, w, 3), nothing is copied
 * }</pre>
 *
 * <p>The plain methods take sizes. The methods that take a {@link Shape} also let an operand have a
 * name for messages, {@code bcast} axes, which stretch in every discipline, and {@code strict}
 * axes, which never do. An operand without a name is called a, b, c by its position.
 *
 * <p>On each axis the joined size is that of an operand that may not stretch, else the first that
 * is not 1, else 1; every size must be that, or 1 if its operand may stretch. So 0 with 1 is 0, and
 * 0 with 3 is an error.
 *
 * <p>All methods throw {@link BroadcastException} where the shapes do not go together.
 */
public final class Broadcasting {
  private Broadcasting() {}

  // ---------------------------------------------------------------- the disciplines

  /** The Array API's rules: shapes are aligned at the right, a size of 1 stretches. */
  public static Broadcast numpy(Shape... shapes) {
    return new Join("numpy", Discipline.NUMPY, true, true).aligned(shapes);
  }

  /** {@link #numpy(Shape...)} of sizes. */
  public static Broadcast numpy(long[]... shapes) {
    return numpy(shapes(shapes));
  }

  /** Shapes are aligned at the right, sizes are equal: only a {@code bcast} axis stretches. */
  public static Broadcast strict(Shape... shapes) {
    return new Join("strict", Discipline.STRICT, true, false).aligned(shapes);
  }

  /** {@link #strict(Shape...)} of sizes. */
  public static Broadcast strict(long[]... shapes) {
    return strict(shapes(shapes));
  }

  /** {@link #numpy(Shape...)} with {@code rank=off}: equal ranks, or scalars. */
  public static Broadcast numpyEqualRanks(Shape... shapes) {
    return new Join("numpyEqualRanks", Discipline.NUMPY, false, true).aligned(shapes);
  }

  /** {@link #strict(Shape...)} with {@code rank=off}: equal ranks, or scalars. */
  public static Broadcast strictEqualRanks(Shape... shapes) {
    return new Join("strictEqualRanks", Discipline.STRICT, false, false).aligned(shapes);
  }

  /**
   * XLA's rules: a size of 1 stretches; ranks are equal, or one operand is a scalar, or dimensions
   * say which axis of the result each axis of the operand of lower rank feeds.
   *
   * @param broadcastDimensions strictly increasing, one for each axis of the operand of lower rank,
   *     left or right; none where the ranks are equal or an operand is a scalar
   * @throws ShapeException if the dimensions are reordered, repeated, out of range, or too many or
   *     too few
   */
  public static Broadcast xla(Shape a, Shape b, int... broadcastDimensions) {
    Join join = new Join("xla", Discipline.XLA, false, true);
    return broadcastDimensions.length == 0
        ? join.aligned(a, b)
        : join.mapped(a, b, broadcastDimensions);
  }

  /** {@link #xla(Shape, Shape, int...)} of sizes. */
  public static Broadcast xla(long[] a, long[] b, int... broadcastDimensions) {
    return xla(Shape.of(a), Shape.of(b), broadcastDimensions);
  }

  /** TML's rules for arithmetic, of one level of nesting: those of {@link #numpy(Shape...)}. */
  public static Broadcast tml(Shape... shapes) {
    return new Join("tml", Discipline.TML, true, true).aligned(shapes);
  }

  /** {@link #tml(Shape...)} of sizes. */
  public static Broadcast tml(long[]... shapes) {
    return tml(shapes(shapes));
  }

  /** TML's rules for relational, logical and bitwise operations: equal shapes, or scalars. */
  public static Broadcast tmlRelational(Shape... shapes) {
    return new Join("tmlRelational", Discipline.TML, false, false).aligned(shapes);
  }

  /** {@link #tmlRelational(Shape...)} of sizes. */
  public static Broadcast tmlRelational(long[]... shapes) {
    return tmlRelational(shapes(shapes));
  }

  // ---------------------------------------------------------------- in-place updates

  /**
   * An in-place update, such as {@code x += a}: the value broadcasts to the target as far as the
   * discipline lets it, and the target's shape never changes.
   *
   * @param broadcastDimensions for xla, the axes of the target that those of the value feed; none
   *     where the shapes are equal or the value is a scalar
   * @return the join; operand 0 is the target
   */
  public static Broadcast update(
      Discipline discipline, Shape target, Shape value, int... broadcastDimensions) {
    boolean xla = discipline == Discipline.XLA;
    boolean ones = discipline == Discipline.NUMPY || discipline == Discipline.TML;
    Join join = new Join("update", discipline, !xla, ones).inPlace();
    return broadcastDimensions.length == 0
        ? join.aligned(target, value)
        : join.mapped(target, value, broadcastDimensions);
  }

  private static Shape[] shapes(long[]... shapes) {
    return Arrays.stream(shapes).map(Shape::of).toArray(Shape[]::new);
  }
}
