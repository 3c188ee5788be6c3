package dev.tensorc.golden;

import dev.tensorc.ir.DType;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Products of matrices that go block by block, at sizes just above those of tiles and blocks:
 * compiled code gives the result of {@code acc = fma(a, b, acc)} over k in order.
 */
@Tag("jit")
class TiledContractionsTest {

  private static final String PROGRAM =
      """
      export fn product(a: T[?, ?], b: T[?, ?]) -> T[?, ?] { return a @ b }
      export fn transposed(a: T[?, ?], b: T[?, ?]) -> T[?, ?] {
          let c[i, j] = sum[k](a[k, i] * b[j, k])
          return c
      }
      export fn layer(a: T[?, ?], b: T[?, ?], v: T[?]) -> T[?, ?] { return maximum(a @ b + v, v * 2) }
      export fn accumulated(c: T[m, n], a: T[m, ?], b: T[?, n]) -> T[m, n] {
          var d = c * 1
          d += a @ b
          d += a @ b
          return d
      }
      export fn batched(a: T[?, ?, ?], b: T[?, ?, ?]) -> T[?, ?, ?] { return a @ b }
      export fn shared(a: T[?, ?, ?], b: T[?, ?]) -> T[?, ?, ?] {
          let c[h, j, i] = sum[k](b[k, j] * a[h, i, k])
          return c
      }
      """;

  private static final Map<DType, Engines> ENGINES = new EnumMap<>(DType.class);

  private static Engines engines(DType dtype) {
    return ENGINES.computeIfAbsent(dtype, d -> Engines.of(PROGRAM.replace("T[", d + "[")));
  }

  /** Rows, columns and products, each just above a tile's, a block's or a strip's. */
  @ParameterizedTest
  @CsvSource({
    "F32, 6, 32, 22",
    "F32, 7, 33, 20",
    "F32, 2, 47, 50",
    "F32, 193, 513, 3",
    "F32, 13, 31, 1025",
    "F32, 961, 3, 1026",
    "F64, 7, 17, 40",
    "F64, 193, 514, 2",
    "F64, 481, 3, 513",
  })
  void agree(DType dtype, int m, int n, int k) {
    Engines engines = engines(dtype);
    var random = new Random(7);
    double[] a = random.doubles((long) m * k, -1, 1).map(x -> rounded(dtype, x)).toArray();
    double[] b = random.doubles((long) k * n, -1, 1).map(x -> rounded(dtype, x)).toArray();
    double[] v = random.doubles(n, -1, 1).map(x -> rounded(dtype, x)).toArray();
    double[] product = product(dtype, a, b, m, n, k);
    var layer = new double[m * n];
    var twice = new double[m * n];
    for (int i = 0; i < m * n; i++) {
      double bias = v[i % n];
      layer[i] = Math.max(rounded(dtype, product[i] + bias), rounded(dtype, bias * 2));
      twice[i] = rounded(dtype, rounded(dtype, bias + product[i]) + product[i]);
    }
    Tensor left = tensor(dtype, a, m, k);
    Tensor right = tensor(dtype, b, k, n);
    Tensor expected = tensor(dtype, product, m, n);
    engines.expectOfCompiled(expected, "product", left, right);
    engines.expectOfCompiled(expected, "product", Views.spreadCopy(left), Views.spreadCopy(right));
    Tensor leftDown = tensor(dtype, transposed(a, m, k), k, m);
    Tensor rightDown = tensor(dtype, transposed(b, k, n), n, k);
    engines.expectOfCompiled(expected, "transposed", leftDown, rightDown);
    engines.expectOfCompiled(tensor(dtype, layer, m, n), "layer", left, right, tensor(dtype, v, n));
    var rows = new double[m * n];
    for (int i = 0; i < m * n; i++) {
      rows[i] = v[i % n];
    }
    engines.expectOfCompiled(
        tensor(dtype, twice, m, n), "accumulated", tensor(dtype, rows, m, n), left, right);
  }

  @ParameterizedTest
  @CsvSource({"F32, 3, 7, 35, 20", "F64, 2, 13, 18, 24"})
  void agreeInBatches(DType dtype, int count, int m, int n, int k) {
    Engines engines = engines(dtype);
    var random = new Random(8);
    double[] a = random.doubles((long) count * m * k, -1, 1).map(x -> rounded(dtype, x)).toArray();
    double[] b = random.doubles((long) count * k * n, -1, 1).map(x -> rounded(dtype, x)).toArray();
    var each = new double[count * m * n];
    var byFirst = new double[count * n * m];
    double[] first = java.util.Arrays.copyOf(b, k * n);
    for (int c = 0; c < count; c++) {
      double[] mine = java.util.Arrays.copyOfRange(a, c * m * k, (c + 1) * m * k);
      double[] its = java.util.Arrays.copyOfRange(b, c * k * n, (c + 1) * k * n);
      System.arraycopy(product(dtype, mine, its, m, n, k), 0, each, c * m * n, m * n);
      double[] down = transposed(product(dtype, mine, first, m, n, k), m, n);
      System.arraycopy(down, 0, byFirst, c * m * n, m * n);
    }
    Tensor left = tensor(dtype, a, count, m, k);
    engines.expectOfCompiled(
        tensor(dtype, each, count, m, n), "batched", left, tensor(dtype, b, count, k, n));
    engines.expectOfCompiled(
        tensor(dtype, byFirst, count, n, m), "shared", left, tensor(dtype, first, k, n));
  }

  private static double[] product(DType dtype, double[] a, double[] b, int m, int n, int k) {
    var c = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < k; l++) {
        for (int j = 0; j < n; j++) {
          double sum = c[i * n + j];
          c[i * n + j] =
              dtype == DType.F32
                  ? Math.fma((float) a[i * k + l], (float) b[l * n + j], (float) sum)
                  : Math.fma(a[i * k + l], b[l * n + j], sum);
        }
      }
    }
    return c;
  }

  private static double[] transposed(double[] a, int rows, int columns) {
    var t = new double[a.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        t[j * rows + i] = a[i * columns + j];
      }
    }
    return t;
  }

  private static double rounded(DType dtype, double x) {
    return dtype == DType.F32 ? (float) x : x;
  }

  private static Tensor tensor(DType dtype, double[] elements, long... shape) {
    if (dtype == DType.F64) {
      return DoubleTensor.of(elements, shape);
    }
    var floats = new float[elements.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) elements[i];
    }
    return FloatTensor.of(floats, shape);
  }
}
