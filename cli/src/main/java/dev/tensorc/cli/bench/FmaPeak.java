package dev.tensorc.cli.bench;

import java.util.function.Supplier;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * As many fused multiplications and additions as one thread of this machine can do: in enough
 * registers that none waits for another, without memory. Only for JVMs with the vector module.
 */
final class FmaPeak {

  private static final int ROUNDS = 1 << 12;
  private static final int ACCUMULATORS = 12;

  private FmaPeak() {}

  /** The floating-point operations of one call of {@link #body}. */
  static double operations(boolean doubles) {
    int lanes =
        doubles ? DoubleVector.SPECIES_PREFERRED.length() : FloatVector.SPECIES_PREFERRED.length();
    return 2.0 * lanes * ACCUMULATORS * ROUNDS;
  }

  /** Does them. */
  static Supplier<?> body(boolean doubles) {
    return doubles ? () -> doubles(ROUNDS) : () -> floats(ROUNDS);
  }

  private static float floats(int rounds) {
    FloatVector x = FloatVector.broadcast(FloatVector.SPECIES_PREFERRED, 0.5f);
    FloatVector a = x;
    FloatVector b = x;
    FloatVector c = x;
    FloatVector d = x;
    FloatVector e = x;
    FloatVector f = x;
    FloatVector g = x;
    FloatVector h = x;
    FloatVector i = x;
    FloatVector j = x;
    FloatVector k = x;
    FloatVector l = x;
    for (int round = 0; round < rounds; round++) {
      a = a.fma(x, x);
      b = b.fma(x, x);
      c = c.fma(x, x);
      d = d.fma(x, x);
      e = e.fma(x, x);
      f = f.fma(x, x);
      g = g.fma(x, x);
      h = h.fma(x, x);
      i = i.fma(x, x);
      j = j.fma(x, x);
      k = k.fma(x, x);
      l = l.fma(x, x);
    }
    FloatVector sum = a.add(b).add(c).add(d).add(e).add(f).add(g).add(h).add(i).add(j).add(k);
    return sum.add(l).reduceLanes(VectorOperators.ADD);
  }

  private static double doubles(int rounds) {
    DoubleVector x = DoubleVector.broadcast(DoubleVector.SPECIES_PREFERRED, 0.5);
    DoubleVector a = x;
    DoubleVector b = x;
    DoubleVector c = x;
    DoubleVector d = x;
    DoubleVector e = x;
    DoubleVector f = x;
    DoubleVector g = x;
    DoubleVector h = x;
    DoubleVector i = x;
    DoubleVector j = x;
    DoubleVector k = x;
    DoubleVector l = x;
    for (int round = 0; round < rounds; round++) {
      a = a.fma(x, x);
      b = b.fma(x, x);
      c = c.fma(x, x);
      d = d.fma(x, x);
      e = e.fma(x, x);
      f = f.fma(x, x);
      g = g.fma(x, x);
      h = h.fma(x, x);
      i = i.fma(x, x);
      j = j.fma(x, x);
      k = k.fma(x, x);
      l = l.fma(x, x);
    }
    DoubleVector sum = a.add(b).add(c).add(d).add(e).add(f).add(g).add(h).add(i).add(j).add(k);
    return sum.add(l).reduceLanes(VectorOperators.ADD);
  }
}
