package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sorting, running totals and searching over awkward sizes, along rows and columns, of arrays,
 * views and native memory. Every engine gives the interpreter's bits, which sorts and adds the
 * obvious way.
 */
@ExtendWith(OnBigStack.class)
class OrderSizesTest {

  private static final String SORTS =
      """
      export fn rows(a: T[n, m]) -> T[n, m] { return sort(a) }
      export fn columns(a: T[n, m]) -> T[n, m] { return sort(a, axis=0, descending=true) }
      export fn places(a: T[n, m]) -> i64[n, m] { return argsort(a, descending=true) }
      export fn column_places(a: T[n, m]) -> i64[n, m] { return argsort(a, axis=0) }
      export fn largest(a: T[n, m], k: i64) -> (T[n, k], i64[n, k]) {
        let (values, at) = top_k(a, k)
        return (values, at)
      }
      export fn largest_down(a: T[n, m], k: i64) -> (T[k, m], i64[k, m]) {
        let (values, at) = top_k(a, k, axis=0)
        return (values, at)
      }
      export fn found(a: T[n, m], b: T[m]) -> i64[n, m] { return searchsorted(sort(b), a) }
      export fn behind(a: T[n, m], b: T[m]) -> i64[n, m] {
        return searchsorted(b, a, side="right", sorter=argsort(b))
      }
      """;

  private static final String TOTALS =
      """
      export fn rows(a: T[n, m]) -> ?[n, m] { return cumulative_sum(a, axis=1) }
      export fn columns(a: T[n, m]) -> ?[n + 1, m] {
        return cumulative_sum(a, axis=0, include_initial=true)
      }
      export fn products(a: T[n, m]) -> T[n, m + 1] {
        return cumulative_prod(a, axis=1, dtype=T, include_initial=true)
      }
      export fn largest(a: T[n, m]) -> T[n, m] { return cumulative_max(a, axis=1) }
      export fn smallest(a: T[n, m]) -> T[n, m] { return cumulative_min(a, axis=1) }
      export fn column_extremes(a: T[n, m]) -> (T[n, m], T[n, m]) {
        return (cumulative_max(a, axis=0), cumulative_min(a, axis=0))
      }
      export fn column_products(a: T[n, m]) -> T[n, m] {
        return cumulative_prod(a, axis=0, dtype=T)
      }
      """;

  @ParameterizedTest
  @EnumSource
  void sortsAgree(DType dtype) {
    Engines engines = Engines.of(SORTS.replace("T[", dtype + "["));
    var random = new Random(1);
    for (int size : sizes(dtype)) {
      for (long[] shape : List.of(new long[] {2, size}, new long[] {size, 3})) {
        Tensor a = Awkward.tensor(dtype, random, shape);
        Tensor few = Awkward.smallNumbers(dtype, random, shape);
        for (String function : List.of("rows", "columns", "places", "column_places")) {
          engines.agreeInAnyStorage(function, a);
          engines.agreeInAnyStorage(function, Views.spreadCopy(a));
          engines.agreeInAnyStorage(function, few);
        }
        for (long k : List.of(1L, shape[1] / 3, shape[1])) {
          if (k <= shape[1]) {
            engines.agreeInAnyStorage("largest", a, k);
            engines.agreeInAnyStorage("largest", few, k);
          }
        }
        engines.agreeInAnyStorage("largest_down", Views.spreadCopy(few), shape[0] / 2);
        Tensor row = Awkward.tensor(dtype, random, shape[1]);
        engines.agreeInAnyStorage("found", a, row);
        engines.agreeInAnyStorage("behind", Views.spreadCopy(few), Views.spreadCopy(row));
      }
    }
  }

  /** Rows of many more elements than are asked for: most are passed over. */
  @ParameterizedTest
  @EnumSource
  void largestOfManyAgree(DType dtype) {
    Engines engines = Engines.of(SORTS.replace("T[", dtype + "["));
    var random = new Random(3);
    for (long k : List.of(1L, 5L, 100L)) {
      engines.agreeInAnyStorage("largest", Awkward.tensor(dtype, random, 2, 500), k);
      engines.agreeInAnyStorage("largest", Awkward.smallNumbers(dtype, random, 2, 500), k);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void totalsAgree(DType dtype) {
    String total = dtype.isFloat() ? dtype.label() : dtype.isUnsigned() ? "u64" : "i64";
    Engines engines =
        Engines.of(
            TOTALS
                .replace("?[", total + "[")
                .replace("T[", dtype + "[")
                .replace("=T", "=" + dtype));
    var random = new Random(2);
    for (int size : sizes(dtype)) {
      for (long[] shape : List.of(new long[] {2, size}, new long[] {size, 3})) {
        Tensor a = Awkward.fractions(dtype, random, shape);
        Tensor awkward = Awkward.tensor(dtype, random, shape);
        for (String function :
            List.of(
                "rows",
                "columns",
                "products",
                "column_products",
                "largest",
                "smallest",
                "column_extremes")) {
          engines.agreeInAnyStorage(function, a);
          engines.agreeInAnyStorage(function, Views.spreadCopy(a));
          engines.agreeInAnyStorage(function, awkward);
        }
      }
    }
  }

  /** Rows are gone along in pieces of 1024; dtypes that differ in width alone have short ones. */
  private static int[] sizes(DType dtype) {
    boolean isLong = dtype == DType.F32 || dtype == DType.I64;
    int[] all =
        IntStream.of(Awkward.SIZES)
            .filter(size -> size <= 33 || (isLong && size >= 1024 && size < 5000))
            .toArray();
    return new Sample("orders", dtype).of(6, all);
  }
}
