package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reductions over awkward sizes and over all choices of axes. Every engine gives the same bits; on
 * small whole numbers, whose sums are exact in any order, these are also the right ones.
 */
@ExtendWith(OnBigStack.class)
class ReductionSizesTest {

  private static final List<String> FUNCTIONS =
      List.of("sum", "prod", "mean", "max", "min", "any", "all", "argmax", "argmin");

  /** The others differ in width alone. */
  private static final List<DType> WIDE = List.of(DType.I32, DType.I64, DType.F32, DType.F64);

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void agree(DType dtype) {
    boolean wide = WIDE.contains(dtype);
    boolean ofThree = new Sample("three axes").of(2, WIDE).contains(dtype);
    for (int rank = 1; rank <= (ofThree ? 3 : 2); rank++) {
      agree(dtype, rank, wide && rank < 3 ? Integer.MAX_VALUE : 70);
    }
  }

  /** Their elements are computed by methods of their own, chunk by chunk. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void ofLongExpressionsAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn whole(a: T[?, ?]) -> T { return sum(abs(a) ** 0.7 + a) }
            export fn rows(a: T[?, ?]) -> T[?] { return sum(abs(a) ** 0.7 + a, axis=1) }
            export fn columns(a: T[?, ?]) -> T[?] { return sum(abs(a) ** 0.7 + a, axis=0) }
            export fn least(a: T[?, ?]) -> T[?] { return min(abs(a) ** 0.7, axis=1) / 2 }
            export fn most(a: T[?, ?]) -> T[?] { return max(abs(a) ** 0.7, axis=0) / 2 }
            export fn spread(a: T[?, ?]) -> T[?] { return std(a, axis=1, correction=1) }
            """
                .replace("T", dtype.label()));
    var random = new Random(7);
    for (long[] shape : new Sample("long reductions", dtype).of(3, shapes(2, Integer.MAX_VALUE))) {
      Tensor a = Awkward.tensor(dtype, random, shape);
      for (String function : List.of("whole", "rows", "columns", "least", "most", "spread")) {
        engines.agree(function, a);
      }
    }
  }

  private static void agree(DType dtype, int rank, int below) {
    List<List<Integer>> choices = choices(rank);
    var sample = new Sample("reductions", dtype, rank);
    List<String> functions = sample.of(FUNCTIONS.size() / 2, FUNCTIONS);
    Engines engines = Engines.of(program(dtype, rank, functions, choices));
    var random = new Random(rank);
    for (long[] shape : shapes(rank, below)) {
      for (int i = 0; i < choices.size(); i++) {
        Tensor awkward = Awkward.tensor(dtype, random, shape);
        Tensor small = Awkward.smallNumbers(dtype, random, shape);
        for (String function : functions) {
          if (!takes(function, choices.get(i), rank) || !sample.takesOneOf(16)) {
            continue;
          }
          engines.agree(function + i, awkward);
          boolean exact = !function.equals("prod") || dtype.isInt();
          if (NumpyModel.count(shape) > 0 && exact) {
            Object expected = expected(function, small, choices.get(i));
            engines.expect(expected, function + i, small);
            engines.expect(expected, function + i, Views.spreadCopy(small));
          }
        }
      }
    }
  }

  /** Their products are neither 0 nor infinite, and depend on the order of multiplications. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void productsAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn whole(a: T[?, ?]) -> T { return prod(a / 100 + 1) }
            export fn rows(a: T[?, ?]) -> T[?] { return prod(a / 100 + 1, axis=1) }
            export fn columns(a: T[?, ?]) -> T[?] { return prod(a / 100 + 1, axis=0) }
            export fn some(a: T[?, ?]) -> bool[?] { return any(a < -48, axis=1) }
            export fn every(a: T[?, ?]) -> bool[?] { return all(a > -48, axis=0) }
            """
                .replace("T", dtype.label()));
    var random = new Random(8);
    for (long[] shape : new Sample("products", dtype).of(4, shapes(2, Integer.MAX_VALUE))) {
      Tensor a = Awkward.smallNumbers(dtype, random, shape);
      for (String function : List.of("whole", "rows", "columns", "some", "every")) {
        engines.agree(function, a);
        engines.agree(function, Views.spreadCopy(a));
      }
    }
  }

  /** Extremes of no elements, and of those that masks choose, which may be none in some rows. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void chosenAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn rows(a: T[n, m]) -> T[n] { return max(a, axis=1, initial=3) }
            export fn columns(a: T[n, m]) -> T[m] { return min(a, axis=0, initial=3) }
            export fn whole(a: T[n, m]) -> T { return max(a, initial=3) }
            export fn most(a: T[n, m], c: bool[n, m]) -> T[n] {
              return max(a, axis=1, initial=3, where=c)
            }
            export fn least(a: T[n, m], c: bool[n, m]) -> T[m] {
              return min(a, axis=0, initial=3, where=c)
            }
            export fn sums(a: T[n, m], c: bool[n, m]) { return sum(a, axis=1, where=c) }
            export fn means(a: T[n, m], c: bool[n, m]) { return mean(a, axis=0, where=c) }
            """
                .replace("T[", dtype + "[")
                .replace("-> T ", "-> " + dtype + " "));
    var random = new Random(9);
    List<long[]> all =
        IntStream.of(0, 1, 3, 17, 64, 130)
            .boxed()
            .flatMap(i -> IntStream.of(0, 1, 9, 33, 300).mapToObj(j -> new long[] {i, j}))
            .toList();
    for (long[] shape : new Sample("chosen", dtype).of(3, all)) {
      Tensor a = Awkward.tensor(dtype, random, shape);
      Tensor c = Awkward.tensor(DType.BOOL, random, shape);
      for (String function : List.of("rows", "columns", "whole")) {
        engines.agree(function, a);
      }
      for (String function : List.of("most", "least", "sums", "means")) {
        engines.agree(function, a, c);
      }
    }
  }

  /** Long rows are added one to the other, some at a time, in strips. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void ofManyColumnsAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn total(a: T[?, ?]) -> T[?] { return sum(a, axis=0) }
            export fn product(a: T[?, ?]) -> T[?] { return prod(a / 100 + 1, axis=0) }
            export fn fused(a: T[n, m], b: T[m], c: T[n, 1]) -> T[m] {
              return b + mean((a - c) * b, axis=0)
            }
            export fn middle(a: T[2, n, m]) -> T[2, m] { return sum(a, axis=1) }
            export fn several(a: T[n, 3, m]) -> T[m] { return sum(a, axis=(0, 1)) }
            """
                .replace("T", dtype.label()));
    var random = new Random(9);
    var sample = new Sample("columns", dtype);
    for (int m : new int[] {31, 32, 33, 48, 100, 2047, 2048, 2049, 4100}) {
      for (int n : new int[] {0, 1, 3, 4, 5, 15, 16, 17, 19, 33, 70}) {
        if (m > 100 && n > 33 || !sample.takesOneOf(12)) {
          continue;
        }
        Tensor a = Awkward.fractions(dtype, random, n, m);
        Tensor b = Awkward.fractions(dtype, random, m);
        engines.agree("total", a);
        engines.agree("total", Views.spreadCopy(a));
        engines.agree("product", Awkward.smallNumbers(dtype, random, n, m));
        engines.agree("fused", a, b, Awkward.fractions(dtype, random, n, 1));
        engines.agree("middle", Awkward.fractions(dtype, random, 2, n, m));
        engines.agree("several", Awkward.fractions(dtype, random, n, 3, m));
      }
    }
  }

  /** Many rows: some vectors each, which are reduced in groups, or about as long as a chunk. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void ofManyRowsAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn total(a: T[n, m]) -> T[n] { return sum(a, axis=1) }
            export fn product(a: T[n, m], s: T[n]) -> T[n] { return prod(1 + a * s[:, newaxis] / 1000, axis=1) }
            export fn scores(a: T[n, m], q: T[m]) -> T[n] { return a @ q }
            export fn distances(a: T[n, m], q: T[m]) -> T[n] { return sqrt(sum((a - q) ** 2, axis=1)) }
            export fn several(a: T[n, m]) -> (T[n], T[n]) where m > 0 {
              return (max(a, axis=1) - mean(a, axis=1), sum(a * a, axis=1))
            }
            """
                .replace("T", dtype.label()));
    var random = new Random(10);
    var sample = new Sample("many rows", dtype);
    int[] lengths = {
      1, 3, 4, 5, 8, 9, 15, 17, 24, 31, 32, 33, 47, 64, 65, 95, 128, 129, 200, 511, 512, 513, 1_000,
      1_024, 1_025, 2_100
    };
    for (int m : lengths) {
      for (int n : new int[] {3, 4, 7, 8, 9, 63, 64, 65, 130}) {
        if (!sample.takesOneOf(30)) {
          continue;
        }
        Tensor a = Awkward.fractions(dtype, random, n, m);
        Tensor q = Awkward.fractions(dtype, random, m);
        engines.agree("total", a);
        engines.agree("total", Views.spreadCopy(a));
        engines.agree("product", a, Awkward.fractions(dtype, random, n));
        engines.agree("scores", a, q);
        engines.agree("distances", a, q);
        engines.agree("several", Awkward.tensor(dtype, random, n, m));
      }
    }
  }

  /** Windows that begin one element after the other: their common parts are computed once. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void ofWindowsAgree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn total(a: T[n], w: i64) -> T[?] where w > 0, w <= n {
              return sum(sliding_window_view(a, w), axis=-1)
            }
            export fn product(a: T[n], w: i64) -> T[?] where w > 0, w <= n {
              return prod(1 + sliding_window_view(a, w) / 1000, axis=-1)
            }
            export fn steepest(a: T[k, n], w: i64) -> T[k, ?] where w > 0, w < n {
              return max(sliding_window_view(abs(diff(a)), w, axis=1), axis=-1)
            }
            export fn least(a: T[k, n], s: T[k], w: i64) -> T[k, ?] where w > 0, w <= n {
              return min(sliding_window_view(a * s[:, newaxis], w, axis=1), axis=-1) * 2
            }
            """
                .replace("T", dtype.label()));
    var random = new Random(11);
    var sample = new Sample("windows", dtype);
    for (long w : new long[] {1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 513, 1025}) {
      for (int windows : new int[] {1, 63, 64, 65, 1023, 1025, 2050}) {
        if (!sample.takesOneOf(20)) {
          continue;
        }
        int n = windows + (int) w - 1;
        engines.agree("total", Awkward.fractions(dtype, random, n), w);
        engines.agree("product", Awkward.fractions(dtype, random, n), w);
        engines.agree("steepest", Awkward.fractions(dtype, random, 2, n + 1), w);
        engines.agree(
            "least", Awkward.tensor(dtype, random, 2, n), Awkward.fractions(dtype, random, 2), w);
      }
    }
  }

  /** A place is looked for along one axis or all; of rank 3 some functions are enough. */
  private static boolean takes(String function, List<Integer> axes, int rank) {
    if (rank == 3 && List.of("prod", "any", "all", "argmin").contains(function)) {
      return false;
    }
    return !function.startsWith("arg") || axes.size() == 1 || axes.size() == rank;
  }

  /** All sets of axes but the empty one. */
  private static List<List<Integer>> choices(int rank) {
    return IntStream.range(1, 1 << rank)
        .mapToObj(set -> IntStream.range(0, rank).filter(a -> (set >> a & 1) == 1).boxed().toList())
        .toList();
  }

  private static List<long[]> shapes(int rank, int below) {
    var shapes = new ArrayList<long[]>();
    for (int size : Awkward.SIZES) {
      for (int axis = 0; axis < rank; axis++) {
        long[] shape = {3, 2, 5};
        shape = Arrays.copyOf(shape, rank);
        shape[axis] = size;
        if (size < below) {
          shapes.add(shape);
        }
      }
    }
    return shapes;
  }

  private static String program(
      DType dtype, int rank, List<String> functions, List<List<Integer>> choices) {
    var text = new StringBuilder();
    for (String function : functions) {
      for (int i = 0; i < choices.size(); i++) {
        if (!takes(function, choices.get(i), rank)) {
          continue;
        }
        boolean all = choices.get(i).size() == rank && function.startsWith("arg");
        String axes = choices.get(i).toString().replace('[', '(').replace(']', ')');
        text.append("export fn %s%d(".formatted(function, i))
            .append("a: %s) -> ".formatted(type(dtype, rank)))
            .append(type(result(function, dtype), rank - choices.get(i).size()))
            .append(" { return %s(a%s) }\n".formatted(function, all ? "" : ", axis=" + axes));
      }
    }
    return text.toString();
  }

  private static DType result(String function, DType dtype) {
    return switch (function) {
      case "any", "all" -> DType.BOOL;
      case "argmax", "argmin" -> DType.I64;
      case "sum", "prod" -> dtype.isFloat() ? dtype : dtype.isUnsigned() ? DType.U64 : DType.I64;
      case "mean" -> dtype.isFloat() ? dtype : DType.F64;
      default -> dtype;
    };
  }

  private static String type(DType dtype, int rank) {
    return rank == 0 ? dtype.label() : dtype + Collections.nCopies(rank, "?").toString();
  }

  /** The slow and obvious way, for whole numbers. */
  private static Object expected(String function, Tensor x, List<Integer> axes) {
    DType dtype = result(function, TensorBridge.dtype(x.type()));
    List<Integer> kept =
        IntStream.range(0, x.rank()).filter(a -> !axes.contains(a)).boxed().toList();
    List<Long> shape = kept.stream().map(x::size).toList();
    var groups = new ArrayList<List<Long>>();
    long count = shape.stream().reduce(1L, (a, b) -> a * b);
    for (long i = 0; i < count; i++) {
      groups.add(new ArrayList<>());
    }
    List<Object> elements = TensorBridge.elements(x);
    for (int i = 0; i < elements.size(); i++) {
      long rest = i;
      long group = 0;
      long step = 1;
      for (int axis = x.rank() - 1; axis >= 0; axis--) {
        if (kept.contains(axis)) {
          group += rest % x.size(axis) * step;
          step *= x.size(axis);
        }
        rest /= x.size(axis);
      }
      groups.get(Math.toIntExact(group)).add(((Number) elements.get(i)).longValue());
    }
    List<Object> results = groups.stream().map(g -> reduce(function, dtype, g)).toList();
    return shape.isEmpty() ? results.getFirst() : TensorBridge.tensor(dtype, shape, results);
  }

  private static Object reduce(String function, DType dtype, List<Long> numbers) {
    long sum = numbers.stream().mapToLong(n -> n).sum();
    return switch (function) {
      case "sum" -> exact(dtype, sum);
      case "mean" ->
          Scalars.nearest(
              dtype,
              dtype.computation() == DType.F32
                  ? (float) sum / (float) numbers.size()
                  : (double) sum / numbers.size());
      case "prod" -> numbers.stream().reduce(1L, (a, b) -> a * b);
      case "any" -> numbers.stream().anyMatch(n -> n != 0);
      case "all" -> numbers.stream().allMatch(n -> n != 0);
      case "argmax" -> (long) numbers.indexOf(Collections.max(numbers));
      case "argmin" -> (long) numbers.indexOf(Collections.min(numbers));
      case "max" -> exact(dtype, Collections.max(numbers));
      default -> exact(dtype, Collections.min(numbers));
    };
  }

  private static Object exact(DType dtype, long n) {
    return dtype.isInt() ? Scalars.wrap(dtype, n) : Scalars.nearest(dtype, n);
  }
}
