package dev.tensorc.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.math.DoubleOps;
import dev.tensorc.math.FloatOps;
import dev.tensorc.math.MathSequence;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each function at {@code -Dmath.points} arguments: vector code and scalar code give the bits of
 * the sequence, and these are within one or two units in the last place of the correctly rounded
 * value.
 *
 * <p>Under {@code @fastmath} the JDK's functions are as near, before the JIT has compiled the loop
 * and after it.
 *
 * <p>A third of the arguments are any bits at all (subnormals, infinities, NaN, huge ones), the
 * others lie where the function does not saturate, near 0 and away from it.
 */
class MathAccuracyTest {

  private static final int POINTS = Integer.getInteger("math.points", 12_000);
  private static final int BATCH = 1 << 14;

  /** How far off the JDK's functions may be: {@link Math} allows itself 2.5. */
  private static final int FASTMATH_UNITS = 3;

  /** So many calls on a short row, and the JIT has compiled the loop. */
  private static final int WARM = 40_000;

  private static final int SHORT = 37;

  private interface Exact {
    double of(double x, double y);
  }

  /**
   * A function, the arguments between which it is interesting, and how many units it may be off.
   */
  private enum Case {
    EXP(-750, 715, 1, (x, _) -> ExactMath.exp(x)),
    LOG(0, 4, 1, (x, _) -> ExactMath.log(x)),
    SIN(-50, 50, 1, (x, _) -> ExactMath.sin(x)),
    COS(-50, 50, 1, (x, _) -> ExactMath.cos(x)),
    TAN(-50, 50, 2, (x, _) -> ExactMath.tan(x)),
    ASIN(-1, 1, 1, (x, _) -> ExactMath.asin(x)),
    ATAN(-8, 8, 1, (x, _) -> ExactMath.atan(x)),
    TANH(-22, 22, 2, (x, _) -> ExactMath.tanh(x)),
    ERF(-6.5, 6.5, 2, (x, _) -> ExactMath.erf(x)),
    POW(-2, 8, 2, ExactMath::pow);

    private final double low;
    private final double high;
    private final int units;
    private final Exact exact;

    Case(double low, double high, int units, Exact exact) {
      this.low = low;
      this.high = high;
      this.units = units;
      this.exact = exact;
    }

    MathSequence sequence() {
      return MathSequence.valueOf(name());
    }

    Function compiled(String dtype, EngineMode mode) {
      return compiled("", dtype, mode);
    }

    Function fastmath(String dtype) {
      return compiled("@fastmath ", dtype, EngineMode.VECTOR);
    }

    private Function compiled(String annotation, String dtype, EngineMode mode) {
      boolean two = sequence().arity() == 2;
      String source =
          "%sexport fn f(x: D[n]%s) -> D[n] { return %s(x%s) }"
              .formatted(annotation, two ? ", y: D[n]" : "", sequence().label(), two ? ", y" : "")
              .replace("D", dtype);
      Options options = Options.DEFAULT.withEngine(mode);
      return Tensorc.compile(new SourceText("math.tc", source), options).function("f");
    }

    /** Java's powers of 1 and -1 are NaN where C's are 1. */
    boolean isJava(List<? extends Number> point) {
      return this == POW
          && Math.abs(point.getFirst().doubleValue()) == 1
          && !Double.isFinite(point.getLast().doubleValue());
    }

    double between(SplittableRandom random) {
      int kind = random.nextInt(3);
      if (kind == 0) {
        return Math.scalb(random.nextDouble(low, high), -random.nextInt(40));
      }
      if (kind == 1 && this == LOG) {
        return 1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(50));
      }
      if (kind == 1 && (this == SIN || this == COS || this == TAN)) {
        return random.nextInt(1 << 20) * (Math.PI / 2);
      }
      return random.nextDouble(low, high);
    }
  }

  /** Specials, which stand at the front of the first batch, and the edges of exp's range. */
  private static final List<Double> SPECIALS =
      List.of(
          0.0,
          -0.0,
          1.0,
          -1.0,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MIN_VALUE,
          -Double.MIN_VALUE,
          Double.MIN_NORMAL,
          Double.MAX_VALUE,
          (double) Float.MIN_VALUE,
          -(double) Float.MIN_NORMAL,
          (double) Float.MAX_VALUE,
          -745.1332191019412,
          709.782712893384,
          -103.97208,
          88.72284,
          2.0,
          -3.0,
          0.5);

  @ParameterizedTest
  @EnumSource
  void f64(Case c) {
    Function vector = c.compiled("f64", EngineMode.VECTOR);
    Function scalar = c.compiled("f64", EngineMode.SCALAR);
    Function fastmath = c.fastmath("f64");
    var random = new SplittableRandom(c.ordinal());
    for (int done = 0; done < POINTS; done += BATCH) {
      int n = Math.min(BATCH, POINTS - done);
      double[][] args = new double[c.sequence().arity()][n];
      for (double[] a : args) {
        Arrays.setAll(
            a,
            _ ->
                random.nextInt(3) == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : c.between(random));
      }
      if (done == 0) {
        placeSpecials(args);
      }
      Object[] tensors = Arrays.stream(args).map(a -> DoubleTensor.of(a, n)).toArray();
      double[] lanes = ((DoubleTensor) vector.invoke(tensors)).toArray();
      double[] plain = ((DoubleTensor) scalar.invoke(tensors)).toArray();
      double[] cold = ((DoubleTensor) fastmath.invoke(tensors)).toArray();
      if (done == 0) {
        warm(
            fastmath,
            Arrays.stream(args)
                .map(a -> DoubleTensor.of(Arrays.copyOf(a, SHORT), SHORT))
                .toArray());
      }
      double[] hot = ((DoubleTensor) fastmath.invoke(tensors)).toArray();
      for (int i = 0; i < n; i++) {
        int at = i;
        List<Double> point = Arrays.stream(args).map(a -> a[at]).toList();
        double y = c.sequence().f64(DoubleOps.INSTANCE, point);
        check(c, point, Double.compare(y, lanes[i]) == 0 && Double.compare(y, plain[i]) == 0, y);
        double exact = c.exact.of(point.getFirst(), point.getLast());
        check(c, point, near(ordinal(exact), ordinal(y), exact, y, c.units), y);
        for (double z : new double[] {cold[i], hot[i]}) {
          boolean near = near(ordinal(exact), ordinal(z), exact, z, FASTMATH_UNITS);
          check(c, point, near || c.isJava(point), z);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void f32(Case c) {
    Function vector = c.compiled("f32", EngineMode.VECTOR);
    Function scalar = c.compiled("f32", EngineMode.SCALAR);
    Function fastmath = c.fastmath("f32");
    var random = new SplittableRandom(100 + c.ordinal());
    for (int done = 0; done < POINTS; done += BATCH) {
      int n = Math.min(BATCH, POINTS - done);
      double[][] args = new double[c.sequence().arity()][n];
      for (double[] a : args) {
        Arrays.setAll(
            a,
            _ ->
                random.nextInt(3) == 0
                    ? Float.intBitsToFloat(random.nextInt())
                    : (float) c.between(random));
      }
      if (done == 0) {
        placeSpecials(args);
      }
      float[][] floats = new float[args.length][n];
      for (int k = 0; k < args.length; k++) {
        for (int i = 0; i < n; i++) {
          floats[k][i] = (float) args[k][i];
        }
      }
      Object[] tensors = Arrays.stream(floats).map(a -> FloatTensor.of(a, n)).toArray();
      float[] lanes = ((FloatTensor) vector.invoke(tensors)).toArray();
      float[] plain = ((FloatTensor) scalar.invoke(tensors)).toArray();
      float[] cold = ((FloatTensor) fastmath.invoke(tensors)).toArray();
      if (done == 0) {
        warm(
            fastmath,
            Arrays.stream(floats)
                .map(a -> FloatTensor.of(Arrays.copyOf(a, SHORT), SHORT))
                .toArray());
      }
      float[] hot = ((FloatTensor) fastmath.invoke(tensors)).toArray();
      for (int i = 0; i < n; i++) {
        int at = i;
        List<Float> point = Arrays.stream(floats).map(a -> a[at]).toList();
        float y = c.sequence().f32(FloatOps.INSTANCE, point);
        check(c, point, Float.compare(y, lanes[i]) == 0 && Float.compare(y, plain[i]) == 0, y);
        float exact = (float) c.exact.of(point.getFirst(), point.getLast());
        check(c, point, near(ordinal(exact), ordinal(y), exact, y, c.units), y);
        for (float z : new float[] {cold[i], hot[i]}) {
          boolean near = near(ordinal(exact), ordinal(z), exact, z, FASTMATH_UNITS);
          check(c, point, near || c.isJava(point), z);
        }
      }
    }
  }

  private static void warm(Function f, Object... args) {
    for (int i = 0; i < WARM; i++) {
      f.invoke(args);
    }
  }

  /** All pairs of them, where there are two arguments. */
  private static void placeSpecials(double[][] args) {
    int n = args[0].length;
    int count = SPECIALS.size();
    for (int i = 0; i < Math.min(n, args.length == 1 ? count : count * count); i++) {
      args[0][i] = SPECIALS.get(i % count);
      args[args.length - 1][i] = SPECIALS.get(args.length == 1 ? i : i / count);
    }
  }

  /** Numbers of the format count upwards; zeros are apart, so that their signs compare. */
  private static boolean near(long exact, long y, double exactValue, double value, int units) {
    if (Double.isNaN(exactValue) || Double.isNaN(value)) {
      return Double.isNaN(exactValue) && Double.isNaN(value);
    }
    boolean sameSign = Math.copySign(1, exactValue) == Math.copySign(1, value);
    return sameSign && Math.abs(exact - y) <= units;
  }

  private static long ordinal(double x) {
    return Double.doubleToLongBits(Math.abs(x));
  }

  private static long ordinal(float x) {
    return Float.floatToIntBits(Math.abs(x));
  }

  private static void check(Case c, List<?> point, boolean holds, double y) {
    if (!holds) { // only a failure pays for the message
      assertThat(holds).as("%s%s gave %s", c, point, y).isTrue();
    }
  }
}
