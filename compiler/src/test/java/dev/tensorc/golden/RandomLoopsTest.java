package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loops over rows, with branches, counts and inner loops, as people write them: whether their
 * rounds are computed at once or one after the other, results are the interpreter's.
 */
@ExtendWith(OnBigStack.class)
class RandomLoopsTest {

  private static final int PROGRAMS = Integer.getInteger("tensorc.programs", 30);

  /** Writes one program; about one in four has rounds that need each other. */
  private static final class Writer {

    private final Random random;
    private final boolean isTangled;
    private final String range;

    Writer(long seed) {
      this.random = new Random(seed);
      this.range = pick("0:n", "0:n", "1:n - 1", "2:n");
      this.isTangled = random.nextInt(4) == 0;
    }

    String program() {
      return """
      export fn f(x: f64[n, m], v: f64[m], w: f64[n]) -> (y: f64[n, m], z: f64[n], k: i64, t: f64) where m > 0 {
          var y = x
          var z = w
          var k = 1
          var t = 0.0
          for i in %s {
      %s
          }
          return (y, z, k, t)
      }
      """
          .formatted(range, statements(2, 2 + random.nextInt(4)));
    }

    private String pick(String... one) {
      return one[random.nextInt(one.length)];
    }

    private String number() {
      return switch (random.nextInt(isTangled ? 10 : 9)) {
        case 0 -> "(" + number() + pick(" + ", " - ", " * ") + number() + ")";
        case 1 -> "sum(" + row() + ")";
        case 2 -> "max(" + row() + ")";
        case 3 -> "(" + row() + ") @ v";
        case 4 -> pick("i", "1.5", "v[0]");
        case 9 -> pick("z[0]", "z[n - 1 - i]", "t");
        default -> pick("w[i]", "z[i]", "x[i, 0]", "y[i, m - 1]", "w[n - 1 - i]");
      };
    }

    private String row() {
      return switch (random.nextInt(isTangled ? 8 : 7)) {
        case 0 -> "(" + row() + pick(" + ", " - ") + row() + ")";
        case 1 -> "x[i] * " + pick("w[i]", "z[i]", "v[0]");
        case 2 -> "v";
        case 7 -> pick("y[0]", "y[n - 1 - i]");
        case 3 -> range.equals("0:n") ? "x[i]" : "x[i - 1]";
        default -> pick("x[i]", "y[i]", "x[i] - v", "x[n - 1 - i]", "abs(y[i])");
      };
    }

    private String condition() {
      return switch (random.nextInt(4)) {
        case 0 -> "i % 2 == 0";
        case 1 -> "(" + number() + " > " + number() + ")" + pick(" and ", " or ") + "w[i] < 2";
        default -> number() + pick(" < ", " >= ") + number();
      };
    }

    private String statements(int depth, int count) {
      return IntStream.range(0, count)
          .mapToObj(_ -> statement(depth))
          .collect(Collectors.joining("\n"));
    }

    private String statement(int depth) {
      return switch (random.nextInt(depth > 0 ? 10 : 7)) {
        case 0, 1 -> "z[i] " + pick("= ", "+= ") + number();
        case 2, 3 -> "y[i] " + pick("= ", "+= ", "*= ") + row();
        case 4 -> "y[i, 0] = " + number();
        case 5 -> "k += " + pick("1", "i", "2 * i - 1");
        case 6 -> (isTangled ? pick("t +", "z[n - 1 - i] ") : "z[i] ") + "= " + number();
        case 7 ->
            "for j in 0:m { y[i, j] = x[i, j] * v[j] + " + pick("w[i]", "j", "y[i, j]") + " }";
        case 8 -> "if " + condition() + " {\n" + statements(depth - 1, 1) + "\n}";
        default ->
            "if %s {\n%s\n} else {\n%s\n}"
                .formatted(
                    condition(),
                    statements(depth - 1, 1 + random.nextInt(2)),
                    statements(depth - 1, 1));
      };
    }
  }

  static Stream<Long> seeds() {
    return IntStream.range(0, PROGRAMS).mapToObj(k -> Sample.SEED * 1000 + k);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void roundsGiveWhatTheyGiveOneAfterTheOther(long seed) {
    Engines engines = Engines.of(new Writer(seed).program());
    var random = new Random(seed);
    for (long[] size : new long[][] {{0, 3}, {1, 1}, {2, 9}, {19, 5}}) {
      Tensor x = Awkward.tensor(DType.F64, random, size);
      Tensor v = Awkward.tensor(DType.F64, random, size[1]);
      Tensor w = Awkward.tensor(DType.F64, random, size[0]);
      engines.agree("f", x, v, w);
    }
  }
}
