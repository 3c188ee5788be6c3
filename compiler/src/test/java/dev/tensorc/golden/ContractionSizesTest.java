package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Contractions over awkward sizes: every engine gives the same bits, in both orders. */
@ExtendWith(OnBigStack.class)
class ContractionSizesTest {

  private static final String PROGRAM =
      """
      export fn product(a: T[?, ?], b: T[?, ?]) -> T[?, ?] {
          let c[i, j] = sum[k](a[i, k] * b[k, j])
          return c
      }
      export fn swapped(a: T[?, ?], b: T[?, ?]) -> T[?, ?] {
          let c[j, i] = sum[k](b[k, j] * a[i, k])
          return c
      }
      export fn transposed(a: T[?, ?], b: T[?, ?]) -> T[?, ?] {
          let c[i, j] = sum[k](a.T[k, i] * b.T[j, k])
          return c
      }
      export fn layer(a: T[?, ?], b: T[?, ?], v: T[?]) -> T[?, ?] {
          let c[i, j] = exp(sum[k](a[i, k] * b[k, j]) * 0.1) + v[j]
          return c
      }
      export fn rows(a: T[?, ?], v: T[?]) -> T[?] {
          let c[i] = sum[k](a[i, k] * v[k])
          return c
      }
      export fn columns(a: T[?, ?], u: T[?]) -> T[?] {
          let c[j] = sum[i](u[i] * a[i, j]) - 1
          return c
      }
      export fn batch(u: T[?, ?], a: T[?, ?, ?]) -> T[?, ?] {
          let c[h, j] = sum[k](u[h, k] * a[h, k, j])
          return c
      }
      export fn products(a: T[?, ?, ?], b: T[?, ?, ?]) -> T[?, ?, ?] {
          return a @ b
      }
      export fn parts(a: T[?, ?, ?], b: T[?, ?, ?]) -> T[?, ?, ?] {
          return a @ b[::-1, ::-1, 1:] * 2
      }
      export fn down(a: T[?, ?]) -> T[?] { return sum(a.T * 2, axis=1) + 1 }
      export fn downProduct(a: T[?, ?]) -> T[?] { return prod(a.T, axis=1) }
      export fn inner(a: T[?, ?]) -> T { return sum[i, j](a[i, j] * a[i, j]) }
      export fn kept(a: T[?, ?], v: T[?]) -> T[?] {
          let c[i] = sum[j](a[i, j] * v[i])
          return c
      }
      export fn window(v: T[?], w: T[?]) -> T[?] {
          let c[i] = sum[r](v[i + r] * w[r])
          return c
      }
      export fn stored(a: T[?, ?], b: T[?, ?]) -> T[?, ?] {
          let c[i, j] = sum[k]((a + 1)[i, k] * exp(b)[k, j])
          return c
      }
      """;

  private static Engines engines(String program, DType dtype) {
    return Engines.of(
        program
            .replace("T[?", dtype + "[?")
            .replace("-> T {", "-> " + dtype + " {")
            .replace(", T)", ", " + dtype + ")"));
  }

  /** Factors that are computed when they are laid out. */
  private static final String COMPUTED =
      """
      export fn both(a: T[?, ?], b: T[?, ?], u: T[?]) -> T[?, ?] {
          return relu(a * 2 - u) @ (b + 1)
      }
      export fn transposed(a: T[?, ?], b: T[?, ?], u: T[?]) -> T[?, ?] {
          return (a.T + 0.5).T @ (b.T * u).T
      }
      export fn across(a: T[?, ?], b: T[?, ?], u: T[?]) -> T[?, ?] {
          let c[j, i] = sum[k](abs(b[k, j]) * (a[i, k] + u[k]))
          return c * 2
      }
      export fn few(a: T[?, ?], b: i8[?, ?]) -> T[?, ?] {
          return a[:, ::-1] @ (astype(b, T) * 0.25).T
      }
      export fn stretched(a: T[?, ?], b: T[?, ?], c: T[?, ?]) -> T[?, ?] {
          return where(a > c, a, c) @ b
      }
      export fn batch(a: T[?, ?, ?], b: T[?, ?]) -> T[?, ?, ?] {
          return (a * 0.5) @ (b - 1)
      }
      """;

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void agreeComputed(DType dtype) {
    Engines engines = engines(COMPUTED, dtype);
    var random = new Random(8);
    for (int extent :
        new Sample("computed factors", dtype).of(2, 0, 1, 2, 7, 8, 9, 15, 16, 17, 33)) {
      for (long[] size :
          new long[][] {
            {3, extent, 6},
            {1, extent, 2},
            {3, extent, 1},
            {2, 5, extent},
            {extent, 5, 3},
            {extent, 2L * extent, extent}
          }) {
        long n = size[0];
        long k = size[1];
        long m = size[2];
        Tensor a = Awkward.smallNumbers(dtype, random, n, k);
        Tensor b = Awkward.fractions(dtype, random, k, m);
        Tensor u = Awkward.fractions(dtype, random, k);
        for (String function : List.of("both", "transposed", "across")) {
          engines.agree(function, a, b, u);
          engines.agree(function, Views.spreadCopy(a), b, u);
          engines.agree(function, a, Views.spreadCopy(b), u);
        }
        engines.agree("few", a, Awkward.smallNumbers(DType.I8, random, m, k));
        engines.agree("stretched", a, b, Awkward.fractions(dtype, random, n, 1));
        engines.agree("stretched", a, b, Awkward.fractions(dtype, random, 1, k));
        engines.agree("stretched", a, b, Awkward.tensor(dtype, random, n, k));
        engines.agree("batch", Awkward.smallNumbers(dtype, random, 3, n, k), b);
      }
    }
  }

  static Stream<DType> one() {
    return new Sample("dtype of blocks").of(1, List.of(DType.F32, DType.F64)).stream();
  }

  /** The same in several blocks of rows and columns, then of rows and products. */
  @ParameterizedTest
  @MethodSource("one")
  void agreeComputedInBlocks(DType dtype) {
    Engines engines = engines(COMPUTED, dtype);
    var random = new Random(9);
    List<long[]> sizes = List.of(new long[] {200, 3, 530}, new long[] {970, 1030, 2});
    for (long[] size : new Sample("blocks", dtype).of(1, sizes)) {
      Tensor a = Awkward.smallNumbers(dtype, random, size[0], size[1]);
      Tensor b = Awkward.fractions(dtype, random, size[1], size[2]);
      Tensor u = Awkward.fractions(dtype, random, size[1]);
      for (String function : List.of("both", "transposed", "across")) {
        engines.agree(function, a, b, u);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void agree(DType dtype) {
    Engines engines = engines(PROGRAM, dtype);
    var random = new Random(5);
    for (long[] size : new Sample("contractions", dtype).of(6, sizes())) {
      long n = size[0];
      long k = size[1];
      long m = size[2];
      Tensor a = Awkward.smallNumbers(dtype, random, n, k);
      Tensor b = Awkward.fractions(dtype, random, k, m);
      Tensor v = Awkward.fractions(dtype, random, m);
      for (String function : List.of("product", "swapped", "transposed", "stored")) {
        engines.agree(function, a, b);
        engines.agree(function, Views.spreadCopy(a), b);
        engines.agree(function, a, Views.spreadCopy(b));
      }
      engines.agree("layer", a, b, v);
      engines.agree("rows", b, v);
      engines.agree("rows", Views.spreadCopy(b), v);
      engines.agree("columns", b, Awkward.fractions(dtype, random, k));
      engines.agree("kept", b, Awkward.fractions(dtype, random, k));
      engines.agree("inner", b);
      engines.agree("window", Awkward.fractions(dtype, random, k + m), v);
      engines.agree("product", Awkward.tensor(dtype, random, n, k), b);
      engines.agree("rows", Awkward.tensor(dtype, random, k, m), v);
    }
  }

  /** Small right factors, which are read where they are but for those at the end of the array. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void agreeInBatches(DType dtype) {
    Engines engines = engines(PROGRAM, dtype);
    var random = new Random(7);
    for (int n :
        new Sample("small right factors", dtype)
            .of(3, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 70)) {
      for (int k : new int[] {0, 1, 3, 4, 8, n}) {
        for (int m : new Sample("batches", dtype, n, k).of(1, 2, 4, 6, 7, 13)) {
          Tensor a = Awkward.smallNumbers(dtype, random, 3, m, k);
          Tensor b = Awkward.fractions(dtype, random, 3, k, n);
          engines.agree("products", a, b);
          engines.agree("products", Views.spreadCopy(a), b);
          engines.agree("products", a, Views.spreadCopy(b));
          engines.agree("parts", a, b);
          engines.agree("products", a, Awkward.tensor(dtype, random, 3, k, n));
        }
      }
    }
  }

  /** Sums in virtual lanes whose rows lie apart: one chunk of them, several, some of them short. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void agreeSideBySide(DType dtype) {
    Engines engines = engines(PROGRAM, dtype);
    var random = new Random(6);
    for (int k :
        new Sample("side by side", dtype)
            .of(3, 1, 5, 31, 32, 33, 64, 65, 511, 513, 1024, 1030, 3100)) {
      for (int m : k == 65 ? new int[] {8, 35, 2050} : new int[] {7, 9}) {
        Tensor b = Awkward.fractions(dtype, random, k, m);
        Tensor u = Awkward.fractions(dtype, random, k);
        engines.agree("columns", b, u);
        engines.agree("columns", Awkward.tensor(dtype, random, k, m), u);
        engines.agree("columns", Views.spreadCopy(b), u);
        engines.agree("product", Awkward.smallNumbers(dtype, random, 1, k), b);
        engines.agree("down", b);
        engines.agree("downProduct", b);
      }
      engines.agree(
          "batch",
          Awkward.smallNumbers(dtype, random, 2, k),
          Awkward.fractions(dtype, random, 2, k, 9));
    }
  }

  private static List<long[]> sizes() {
    var sizes = new ArrayList<long[]>();
    for (long size : Awkward.SIZES) {
      sizes.add(new long[] {3, size, 2});
      sizes.add(new long[] {1, size, 2});
      sizes.add(new long[] {3, size, 1});
      if (size < 70) {
        sizes.add(new long[] {2, 5, size});
        sizes.add(new long[] {size, 5, 3});
        sizes.add(new long[] {1, 5, size});
      }
    }
    return sizes;
  }
}
