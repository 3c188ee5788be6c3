package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ForkedJvm;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sums of rows, and bytes that lie apart, with narrower vectors than the machine has: how wide they
 * are decides which way emitted code goes, and the interpreter's bits are to come of all.
 */
@Tag("jit")
class VectorWidthTest {

  private static final String PROGRAM =
      """
      export fn rows(x: f32[n, m]) -> f32[n] { return sum(x, axis=1) }
      export fn doubles(x: f64[n, m]) -> f64[n] { return sum(x, axis=1) }
      export fn whole(x: f32[n, m]) -> f32 { return sum(x) }
      export fn products(x: f64[n, m]) -> f64[n] { return prod(x, axis=1) }
      export fn dots(x: f32[n, m], y: f32[m]) -> f32[n] { return sum(x * y, axis=1) }
      export fn contracted(x: f32[n, m], y: f32[m]) -> f32[n] {
          let z[i] = sum[j](x[i, j] * y[j])
          return z
      }
      export fn wider(x: f32[n, m]) -> f64[n] { return sum(astype(x, f64), axis=1) }
      export fn centred(x: f64[n, m]) -> f64[n, m] { return x - mean(x, axis=1, keepdims=true) }
      export fn variances(x: f32[n, m]) -> f32[n] { return var(x, axis=1) }
      export fn both(x: f32[n, m]) -> (sum: f32[n], squares: f32[n]) {
          return (sum(x, axis=1), sum(x * x, axis=1))
      }
      export fn apart(x: i8[n, m]) -> i16[n] { return astype(x[:, 0] & 63, i16) * 3 }
      export fn all_of_columns(x: f64[n, m]) -> bool[m] { return all(permute_dims(x, (1, 0)), axis=1) }
      export fn means_of_bytes(x: u8[n, m]) -> f64[m] { return mean(x, axis=0) }
      export fn doubled_bytes(x: u8[n, m]) -> i64[n, m] { return astype(x, i64) * 2 }
      export fn stored_bytes(x: f64[n, m]) -> u8[n, m] { return astype(clip(x, 0, 255), u8) }
      export fn largest_of_columns(x: i8[n, m]) -> i8[m] { return max(permute_dims(x, (1, 0)), axis=1) }
      export fn softmax(x: f32[n, m]) -> f32[n, m] {
          let e = exp(x - max(x, axis=1, keepdims=true))
          return e / sum(e, axis=1, keepdims=true)
      }
      export fn layer_norm(x: f32[n, m], gamma: f32[m], beta: f32[m]) -> f32[n, m] {
          let centred = x - mean(x, axis=1, keepdims=true)
          let variance = mean(centred * centred, axis=1, keepdims=true)
          return centred * (1 / sqrt(variance + 1e-5)) * gamma + beta
      }
      """;

  /** Around the vectors, the virtual lanes and the chunks of f32 and f64. */
  private static final int[] SIZES = {
    0, 1, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 511, 512, 513, 1023, 1024, 1025, 1536, 2048, 3200
  };

  static Stream<Integer> widths() {
    return new Sample("widths").of(1, List.of(16, 32)).stream();
  }

  @ParameterizedTest
  @MethodSource("widths")
  void agree(int bytes) throws IOException, InterruptedException {
    ForkedJvm jvm =
        ForkedJvm.run(
            "--add-modules",
            "jdk.incubator.vector",
            "-XX:TieredStopAtLevel=" + (Sample.isFull() ? 4 : 1),
            "-XX:MaxVectorSize=" + bytes,
            "-cp",
            ForkedJvm.CLASS_PATH,
            InNarrowVectors.class.getName());
    assertThat(jvm.exit()).as(jvm.out() + jvm.err()).isZero();
    assertThat(jvm.out().strip()).endsWith("agree in vectors of " + bytes + " bytes");
  }

  /** The program of the other JVM. */
  static final class InNarrowVectors {

    private InNarrowVectors() {}

    public static void main(String[] arguments) {
      Engines engines = Engines.of(PROGRAM);
      for (int m : new Sample("vector width").of(3, SIZES)) {
        var random = new Random(m);
        Tensor x = floats(random, 3, m);
        Tensor row = floats(random, m);
        Tensor doubles = doubles(random, 3, m);
        agree(engines, "rows", Awkward.tensor(DType.F32, random, 3, m));
        for (String f : new String[] {"rows", "whole", "wider", "variances", "both", "softmax"}) {
          agree(engines, f, x);
        }
        for (String f : new String[] {"doubles", "products", "centred"}) {
          agree(engines, f, doubles);
        }
        agree(engines, "all_of_columns", doubles);
        agree(engines, "largest_of_columns", Awkward.tensor(DType.I8, random, 3, m));
        agree(engines, "means_of_bytes", Awkward.tensor(DType.U8, random, 3, m));
        agree(engines, "doubled_bytes", Awkward.tensor(DType.U8, random, 3, m));
        agree(engines, "stored_bytes", doubles);
        agree(engines, "dots", x, row);
        agree(engines, "contracted", x, row);
        agree(engines, "layer_norm", x, row, row);
      }
      agree(engines, "apart", Awkward.tensor(DType.I8, new Random(1), 100, 3));
      for (int n : new Sample("nests in narrow vectors").of(1, 9, 21, 70)) {
        new NestsTest().agree(n);
      }
      int bytes = FloatVector.SPECIES_PREFERRED.vectorByteSize();
      System.out.println("agree in vectors of " + bytes + " bytes");
    }

    /** Of such sizes that any other order gives other bits. */
    private static Tensor floats(Random random, long... shape) {
      var a = new float[(int) Arrays.stream(shape).reduce(1, (p, q) -> p * q)];
      for (int i = 0; i < a.length; i++) {
        a[i] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(-2, 3)));
      }
      return FloatTensor.of(a, shape);
    }

    private static Tensor doubles(Random random, long... shape) {
      var a = new double[(int) Arrays.stream(shape).reduce(1, (p, q) -> p * q)];
      Arrays.setAll(a, i -> random.nextGaussian() * Math.pow(10, random.nextInt(-2, 3)));
      return DoubleTensor.of(a, shape);
    }

    private static void agree(Engines engines, String function, Object... args) {
      engines.agreeInAnyStorage(function, args);
    }
  }
}
