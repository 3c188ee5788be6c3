package dev.tensorc.infer.index;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A subscript of index notation: {@code 2 * i + r - 1} has the factors i: 2, r: 1 and the start -1.
 *
 * @param factors none is 0
 */
public record Affine(Map<PointIndex, Long> factors, Dim start) {

  static Affine of(PointIndex index) {
    return new Affine(Map.of(index, 1L), Dims.ZERO);
  }

  static Affine of(Dim number) {
    return new Affine(Map.of(), number);
  }

  Affine plus(Affine other) {
    var sum = new LinkedHashMap<>(factors);
    other.factors.forEach((index, factor) -> sum.merge(index, factor, Math::addExact));
    sum.values().removeIf(factor -> factor == 0);
    return new Affine(sum, Dims.add(start, other.start));
  }

  Affine times(long number) {
    var product = new LinkedHashMap<PointIndex, Long>();
    factors.forEach((index, factor) -> product.put(index, Math.multiplyExact(factor, number)));
    product.values().removeIf(factor -> factor == 0);
    return new Affine(product, Dims.mul(Dims.of(number), start));
  }

  boolean isConstant() {
    return factors.isEmpty();
  }

  /**
   * Whether the sum is an index without a range and nothing else: that runs over the whole axis.
   */
  public boolean isBare() {
    return factors.size() == 1
        && Dims.isConst(start, 0)
        && factors.entrySet().stream().allMatch(e -> e.getValue() == 1 && !e.getKey().ranged);
  }

  /** In terms of how often each index has stepped, where a range gives it a start or a step. */
  public Affine stepped() {
    var counted = new LinkedHashMap<PointIndex, Long>();
    Dim sum = start;
    for (var e : factors.entrySet()) {
      counted.put(e.getKey(), Math.multiplyExact(e.getValue(), e.getKey().step));
      sum = Dims.add(sum, Dims.mul(Dims.of(e.getValue()), e.getKey().from));
    }
    return new Affine(counted, sum);
  }

  /** The lowest number that the sum takes over its indices, which are all known. */
  Dim least() {
    return end(-1);
  }

  /** The highest number that the sum takes. */
  Dim most() {
    return end(1);
  }

  private Dim end(int sign) {
    Dim sum = start;
    for (var e : factors.entrySet()) {
      if (Long.signum(e.getValue()) == sign) {
        sum = Dims.add(sum, Dims.mul(Dims.of(e.getValue()), e.getKey().last()));
      }
    }
    return sum;
  }

  /** Without one of its indices. */
  Affine without(PointIndex index) {
    var rest = new LinkedHashMap<>(factors);
    rest.remove(index);
    return new Affine(rest, start);
  }
}
