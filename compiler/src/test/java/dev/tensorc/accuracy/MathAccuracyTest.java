package dev.tensorc.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Builtin;
import dev.tensorc.runtime.Function;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each element-wise function of floats at {@code -Dmath.points} arguments: vector code and scalar
 * code give the same bits, those of the interpreter, and these are within none, one or two units in
 * the last place of the correctly rounded value.
 *
 * <p>Under {@code @fastmath} the JDK's functions are nearly as near, before the JIT has compiled
 * the loop and after it.
 *
 * <p>A third of the arguments are any bits at all (subnormals, infinities, NaN, huge ones), the
 * others lie where the function does not saturate, near 0, and near the places that are hard.
 */
class MathAccuracyTest {

  private static final int POINTS =
      Integer.getInteger("math.points", Sample.isFull() ? 100_000 : 4_000);
  private static final int BATCH = 1 << 14;

  /** So many of them are given to the interpreter, and to the JDK's functions. */
  private static final int FIRST = 4_000;

  /** How far off the JDK's functions may be: {@link Math} allows itself 2.5. */
  private static final int FASTMATH_UNITS = 3;

  private static final Set<RoundedFunction> OF_THE_JDK =
      EnumSet.of(
          RoundedFunction.EXP,
          RoundedFunction.LOG,
          RoundedFunction.SIN,
          RoundedFunction.COS,
          RoundedFunction.TAN,
          RoundedFunction.ASIN,
          RoundedFunction.ATAN,
          RoundedFunction.TANH,
          RoundedFunction.ERF,
          RoundedFunction.POW);

  /**
   * So many calls on a short row, and the JIT has compiled the loop: its second compiler with
   * -Pfull, else its first, which needs a few hundred.
   */
  private static final int WARM = Sample.isFull() ? 40_000 : 1_000;

  private static final int SHORT = 37;

  /** Specials, which stand at the front of the first batch. */
  private static final double[] SPECIALS = {
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
    Float.MIN_VALUE,
    -Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -745.1332191019412,
    709.782712893384,
    -103.97208,
    88.72284,
    2.0,
    -3.0,
    0.5
  };

  @Test
  void hasTheElementWiseFunctionsOfFloatsThatTheTableHas() {
    List<Builtin> functions =
        Arrays.stream(Builtin.values())
            .filter(b -> b.kind() == Builtin.Kind.ELEMENTWISE)
            .filter(b -> b.types() == Builtin.Types.FLOAT || b.types() == Builtin.Types.NUMERIC)
            .toList();
    assertThat(RoundedFunction.values())
        .extracting(RoundedFunction::builtin)
        .containsExactlyInAnyOrderElementsOf(functions);
  }

  @ParameterizedTest
  @EnumSource
  void f64(RoundedFunction f) {
    check(f, Format.F64);
  }

  @ParameterizedTest
  @EnumSource
  void f32(RoundedFunction f) {
    check(f, Format.F32);
  }

  private static void check(RoundedFunction f, Format format) {
    Function vector = compiled(f, "", format, EngineMode.VECTOR);
    Function scalar = compiled(f, "", format, EngineMode.SCALAR);
    var random = new SplittableRandom(f.ordinal() + 100 * format.ordinal());
    for (int done = 0; done < POINTS; done += BATCH) {
      boolean isFirst = done == 0;
      double[][] points = points(f, format, random, Math.min(BATCH, POINTS - done));
      if (isFirst) {
        placeSpecials(format, points);
      }
      double[] lanes = call(vector, format, points);
      double[] plain = call(scalar, format, points);
      for (int i = 0; i < lanes.length; i++) {
        require(f, points[i], lanes[i], Double.compare(lanes[i], plain[i]) == 0, "vector code");
        double exact = f.exact(format, points[i]);
        require(f, points[i], lanes[i], f.isNear(format, exact, lanes[i]), "exact");
      }
      if (isFirst) {
        double[][] first = Arrays.copyOf(points, Math.min(FIRST, points.length));
        interpreted(f, format, first, lanes);
        if (OF_THE_JDK.contains(f)) {
          fastmath(f, format, first);
        }
      }
    }
  }

  private static void interpreted(
      RoundedFunction f, Format format, double[][] points, double[] lanes) {
    f.builtin()
        .sequence()
        .ifPresent(
            sequence -> {
              for (int i = 0; i < points.length; i++) {
                double y = format.value(sequence, points[i]);
                require(f, points[i], lanes[i], Double.compare(y, lanes[i]) == 0, "interpreter");
              }
            });
  }

  private static void fastmath(RoundedFunction f, Format format, double[][] points) {
    Function fast = compiled(f, "@fastmath ", format, EngineMode.VECTOR);
    double[] cold = call(fast, format, points);
    Object[] few = tensors(format, Arrays.copyOf(points, SHORT));
    for (int i = 0; i < WARM; i++) {
      fast.invoke(few);
    }
    double[] hot = call(fast, format, points);
    for (int i = 0; i < points.length; i++) {
      double exact = f.exact(format, points[i]);
      for (double y : new double[] {cold[i], hot[i]}) {
        boolean near = format.distance(exact, y) <= FASTMATH_UNITS || isJava(f, points[i]);
        require(f, points[i], y, near, "exact, @fastmath");
      }
    }
  }

  /** Java's powers of 1 and -1 are NaN where C's are 1. */
  private static boolean isJava(RoundedFunction f, double[] point) {
    return f == RoundedFunction.POW && Math.abs(point[0]) == 1 && !Double.isFinite(point[1]);
  }

  private static Function compiled(
      RoundedFunction f, String annotation, Format format, EngineMode mode) {
    List<String> names = f.builtin().params().stream().map(Builtin.Param::name).toList();
    String source =
        "%sexport fn f(%s) -> %s[n] { return %s(%s) }"
            .formatted(
                annotation,
                names.stream()
                    .map(name -> name + ": " + format.dtype() + "[n]")
                    .collect(Collectors.joining(", ")),
                format.dtype(),
                f.builtin().label(),
                String.join(", ", names));
    Options options = Options.DEFAULT.withEngine(mode);
    return Tensorc.compile(new SourceText("math.tc", source), options).function("f");
  }

  private static double[][] points(
      RoundedFunction f, Format format, SplittableRandom random, int count) {
    var points = new double[count][f.builtin().params().size()];
    for (double[] point : points) {
      f.draw(random, point);
      for (int k = 0; k < point.length; k++) {
        point[k] = random.nextInt(3) == 0 ? format.any(random) : format.rounded(point[k]);
      }
    }
    return points;
  }

  /** All pairs of them, where there are several arguments. */
  private static void placeSpecials(Format format, double[][] points) {
    int count = SPECIALS.length;
    int arity = points[0].length;
    for (int i = 0; i < Math.min(points.length, arity == 1 ? count : count * count); i++) {
      points[i][0] = format.rounded(SPECIALS[i % count]);
      points[i][arity - 1] = format.rounded(SPECIALS[arity == 1 ? i : i / count]);
    }
  }

  private static double[] call(Function function, Format format, double[][] points) {
    return format.values(function.invoke(tensors(format, points)));
  }

  private static Object[] tensors(Format format, double[][] points) {
    return IntStream.range(0, points[0].length)
        .mapToObj(k -> format.tensor(Arrays.stream(points).mapToDouble(p -> p[k]).toArray()))
        .toArray();
  }

  private static void require(
      RoundedFunction f, double[] point, double y, boolean holds, String which) {
    if (!holds) { // only a failure pays for the message
      assertThat(holds).as("%s%s gave %s: %s", f, Arrays.toString(point), y, which).isTrue();
    }
  }
}
