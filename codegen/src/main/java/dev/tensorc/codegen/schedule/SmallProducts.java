package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.SmallProduct;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Finds rows of small matrices among sums of products. */
final class SmallProducts {

  private static final int LEAST_BYTES = 16;
  private static final int MOST_BYTES = 64;

  private SmallProducts() {}

  static Optional<SmallProduct> of(Kernel k, Site site) {
    Optional<Kernel.Contraction> products = k.contraction();
    if (products.isEmpty()
        || products.get().windows()
        || site.extents().size() != k.rank()
        || k.reduced() != 1
        || k.parallel() == 0
        || k.rounds()
        || k.results().size() != 1
        || !(k.results().getFirst().value() instanceof Expr.Reduced)
        || !(products.get().left() instanceof Expr.Load left)
        || !(products.get().right() instanceof Expr.Load right)) {
      return Optional.empty();
    }
    int lanes = k.parallel() - 1;
    boolean second = k.follows(right.input(), lanes);
    int row = second ? right.input() : left.input();
    int element = second ? left.input() : right.input();
    int out = k.inputs().size();
    long columns = constant(site, lanes);
    long depth = constant(site, k.parallel());
    OptionalLong elementStride = site.strides().get(element).get(k.parallel());
    OptionalLong rowStride = site.strides().get(row).get(k.parallel());
    OptionalLong columnStride = site.strides().get(row).get(lanes);
    return k.follows(row, lanes)
            && k.follows(row, k.parallel())
            && !k.follows(element, lanes)
            && k.follows(element, k.parallel())
            && isVector(site.dtypes().get(out), columns)
            && depth > 0
            && depth <= k.tuning().elements().nests().maxPoints()
            && isUnit(site, out, lanes)
            && isInt(elementStride)
            && isInt(rowStride)
            && isInt(columnStride)
        ? Optional.of(
                new SmallProduct(
                    (int) columns,
                    (int) depth,
                    second,
                    (int) elementStride.getAsLong(),
                    (int) rowStride.getAsLong(),
                    (int) columnStride.getAsLong(),
                    apart(site, lanes - 1),
                    count(k, site, lanes - 1, depth)))
            .filter(p -> p.columnStride() == 1 || p.readsRowsAt(k, row) < lanes)
        : Optional.empty();
  }

  private static List<OptionalInt> apart(Site site, int axis) {
    return site.strides().stream()
        .map(s -> axis < 0 ? OptionalLong.empty() : s.get(axis))
        .map(s -> isInt(s) ? OptionalInt.of((int) s.getAsLong()) : OptionalInt.empty())
        .toList();
  }

  /** How many rows there are, where the products of all of them may stand in the code. */
  private static OptionalInt count(Kernel k, Site site, int axis, long depth) {
    long count = axis < 0 ? 0 : constant(site, axis);
    int most = k.tuning().elements().nests().maxPoints();
    return count > 0 && count * depth <= most ? OptionalInt.of((int) count) : OptionalInt.empty();
  }

  private static boolean isVector(DType d, long columns) {
    long bytes = columns * d.bytes();
    return bytes >= LEAST_BYTES && bytes <= MOST_BYTES && Long.bitCount(bytes) == 1;
  }

  private static boolean isUnit(Site site, int tensor, int axis) {
    return site.strides().get(tensor).get(axis).orElse(0) == 1;
  }

  private static boolean isInt(OptionalLong stride) {
    return stride.isPresent() && stride.getAsLong() == (int) stride.getAsLong();
  }

  private static long constant(Site site, int axis) {
    return site.extents().get(axis) instanceof Dim.Const c ? c.value() : 0;
  }
}
