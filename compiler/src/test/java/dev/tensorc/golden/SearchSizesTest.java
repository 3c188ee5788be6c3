package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Searches for the largest and the smallest element over sizes around vectors and blocks: ties, NaN
 * in several places, zeros of both signs, and the largest and smallest numbers of a dtype.
 */
@ExtendWith(OnBigStack.class)
class SearchSizesTest {

  /** Around vectors of all dtypes, the shortest row that is vector code, and blocks of 1,024. */
  private static final int[] SIZES = {
    1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 47, 48, 49, 63, 64, 65, 127, 129, 1023, 1024, 1025, 2048,
    2049, 3100
  };

  /** The interpreter takes too long for more. */
  private static final int INTERPRETED = 50;

  private static final String PROGRAM =
      """
      export fn largest(a: T[?, ?]) -> i64[?] { return argmax(a, axis=1) }
      export fn smallest(a: T[?, ?]) -> i64[?] { return argmin(a, axis=1) }
      export fn largest_down(a: T[?, ?]) -> i64[?] { return argmax(a, axis=0) }
      export fn smallest_down(a: T[?, ?]) -> i64[?] { return argmin(a, axis=0) }
      export fn largest_of_all(a: T[?, ?]) -> i64 { return argmax(a) }
      export fn smallest_of_all(a: T[?, ?]) -> i64 { return argmin(a) }
      export fn computed(a: T[?, ?]) -> i64[?, 1] { return argmax(a + 0, axis=1, keepdims=true) }
      export fn computed_down(a: T[?, ?]) -> i64[1, ?] {
        return argmax(a + 0, axis=0, keepdims=true) + 0
      }
      """;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "F16", "BF16"})
  void placesAreThoseOfAPlainLoop(DType dtype) {
    Engines engines = Engines.of(PROGRAM.replace("T", dtype.label()));
    for (int n : new Sample("places", dtype).of(3, SIZES)) {
      List<List<Object>> rows = rows(dtype, new Random(n), n);
      int count = rows.size();
      Tensor along = tensor(dtype, count, n, i -> rows.get(i / n).get(i % n));
      Tensor down = tensor(dtype, n, count, i -> rows.get(i % count).get(i / count));
      List<Object> all = rows.stream().flatMap(List::stream).toList();
      Tensor largest = places(dtype, rows, true, count);
      Tensor smallest = places(dtype, rows, false, count);
      expect(engines, n, largest, "largest", along);
      expect(engines, n, smallest, "smallest", along);
      expect(engines, n, largest, "largest_down", down);
      expect(engines, n, smallest, "smallest_down", down);
      expect(engines, n, place(dtype, all, true), "largest_of_all", along);
      expect(engines, n, place(dtype, all, false), "smallest_of_all", along);
      if (!Sample.isFull() || n == 17 || n == 129 || n == 1025) {
        expect(engines, n, largest, "largest", Views.spreadCopy(along));
        expect(engines, n, smallest, "smallest_down", Views.spreadCopy(down));
        expect(engines, n, places(dtype, rows, true, count, 1), "computed", along);
        expect(engines, n, places(dtype, rows, true, 1, count), "computed_down", down);
      }
    }
  }

  /** Of elements that are computed, short and long ones, and of operands that may stretch. */
  @ParameterizedTest
  @EnumSource(names = {"U8", "I32", "I64", "F32", "F64"})
  void placesOfExpressionsAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn nearest(a: T[?, ?], b: T[?, ?]) -> i64[?] { return argmin(a - b, axis=1) }
            export fn nearest_down(a: T[?, ?], b: T[?, ?]) -> i64[?] {
              return argmin(a - b, axis=0) * 10
            }
            export fn far(a: T[?, ?]) -> i64[?] { return argmax(sin(astype(a, f32)), axis=1) // 3 }
            export fn far_down(a: T[?, ?]) -> f32[?] {
              return astype(argmax(sin(astype(a, f32)), axis=0), f32)
            }
            export fn of_all(a: T[?, ?], b: T[?, ?]) -> i64 { return argmin(a * b) + 1 }
            export fn same(a: T[n, m]) -> (i64[n], down: i64[m]) {
              let wide = broadcast_to(a[:, :1], (n, 60))
              let high = broadcast_to(a[:1], (9, m))
              return (argmax(wide, axis=1), argmax(high, axis=0))
            }
            export fn far_of_all(a: T[?, ?]) -> i64 { return argmax(sin(astype(a, f32))) }
            export fn middle(a: T[2, n, m]) -> i64[2, m] { return argmax(a, axis=1) }
            export fn steps(a: T[n, m]) -> i64[n] { return argmax(a[:, 1:] - a[:, :-1], axis=1) }
            """
                .replace("T[", dtype + "["));
    var random = new Random(5);
    var sample = new Sample("places of expressions", dtype);
    for (long[] shape :
        sample.of(2, List.of(sizes(3, 7), sizes(3, 50), sizes(2, 1100), sizes(40, 90)))) {
      for (int turned : sample.of(1, 0, 1)) {
        long n = shape[turned];
        long m = shape[1 - turned];
        Tensor a = Awkward.tensor(dtype, random, n, m);
        for (Tensor view : List.of(a, Views.spreadCopy(a))) {
          for (String function : List.of("far", "far_down", "far_of_all", "same", "steps")) {
            engines.agree(function, view);
          }
          for (long[] other :
              sample.of(2, List.of(sizes(n, m), sizes(1, m), sizes(n, 1), sizes(1, 1)))) {
            Tensor b = Awkward.tensor(dtype, random, other);
            for (String function : List.of("nearest", "nearest_down", "of_all")) {
              engines.agree(function, view, b);
              engines.agree(function, b, view);
            }
          }
        }
        engines.agree("middle", Awkward.smallNumbers(dtype, random, 2, n, m));
      }
    }
  }

  private static long[] sizes(long... sizes) {
    return sizes;
  }

  private static void expect(
      Engines engines, int n, Object expected, String function, Tensor operand) {
    if (n <= INTERPRETED) {
      engines.expect(expected, function, operand);
    } else {
      engines.expectOfCompiled(expected, function, operand);
    }
  }

  // ---------------------------------------------------------------- searched arrays

  /** Rows of {@code n} elements, each to be searched; so many that columns fill some vectors. */
  private static List<List<Object>> rows(DType dtype, Random random, int n) {
    Object low = dtype.isFloat() ? number(dtype, "-Infinity") : Scalars.wrap(dtype, dtype.lowest());
    Object high =
        dtype.isFloat() ? number(dtype, "Infinity") : Scalars.wrap(dtype, dtype.highest());
    var rows = new ArrayList<List<Object>>();
    add(rows, n, _ -> low);
    add(rows, n, _ -> high);
    add(rows, n, i -> Awkward.number(dtype, i % 101));
    add(rows, n, i -> Awkward.number(dtype, (n - i) % 101));
    add(rows, n, i -> i == 0 ? high : low);
    add(rows, n, i -> i == n - 1 ? high : low);
    add(rows, n, i -> i == 0 ? low : high);
    add(rows, n, i -> i == n - 1 ? low : high);
    add(rows, n, i -> i == n / 2 ? high : i == n / 3 ? low : Awkward.number(dtype, 1));
    if (dtype.isFloat()) {
      Object nan = number(dtype, "NaN");
      add(rows, n, _ -> nan);
      add(rows, n, i -> i == 0 ? nan : high);
      add(rows, n, i -> i == n - 1 ? nan : i == 0 ? high : low);
      add(rows, n, i -> i >= n / 2 ? nan : high);
      add(rows, n, i -> i % 1000 == 999 ? nan : low);
      add(rows, n, i -> number(dtype, i % 3 == 0 ? "-0.0" : "0.0"));
      add(rows, n, i -> number(dtype, i % 3 == 2 ? "-0.0" : "0.0"));
      add(rows, n, i -> random.nextInt(n) < 2 ? nan : Awkward.number(dtype, random.nextInt(99)));
    }
    while (rows.size() < 37) {
      boolean ties = rows.size() % 2 == 0;
      List<Object> drawn =
          TensorBridge.elements(
              ties ? Awkward.smallNumbers(dtype, random, n) : Awkward.tensor(dtype, random, n));
      rows.add(drawn);
    }
    return rows;
  }

  private static void add(List<List<Object>> rows, int n, IntFunction<Object> element) {
    rows.add(IntStream.range(0, n).mapToObj(element).toList());
  }

  private static Object number(DType dtype, String text) {
    return Scalars.nearest(dtype, Double.parseDouble(text));
  }

  private static Tensor tensor(DType dtype, int rows, int columns, IntFunction<Object> element) {
    List<Object> elements = IntStream.range(0, rows * columns).mapToObj(element).toList();
    return TensorBridge.tensor(dtype, List.of((long) rows, (long) columns), elements);
  }

  // ---------------------------------------------------------------- the plain loop

  private static Tensor places(
      DType dtype, List<List<Object>> rows, boolean largest, long... shape) {
    List<Object> places = rows.stream().map(row -> (Object) place(dtype, row, largest)).toList();
    return TensorBridge.tensor(DType.I64, LongStream.of(shape).boxed().toList(), places);
  }

  private static long place(DType dtype, List<Object> row, boolean largest) {
    int best = 0;
    for (int i = 1; i < row.size(); i++) {
      if (beats(dtype, row.get(i), row.get(best), largest)) {
        best = i;
      }
    }
    return best;
  }

  private static boolean beats(DType dtype, Object x, Object than, boolean largest) {
    if (!dtype.isFloat()) {
      long a = Scalars.integer(dtype, largest ? x : than);
      long b = Scalars.integer(dtype, largest ? than : x);
      return dtype.isUnsigned() ? Long.compareUnsigned(a, b) > 0 : a > b;
    }
    double a = ((Number) x).doubleValue();
    double b = ((Number) than).doubleValue();
    return Double.isNaN(a) ? !Double.isNaN(b) : largest ? a > b : a < b;
  }
}
