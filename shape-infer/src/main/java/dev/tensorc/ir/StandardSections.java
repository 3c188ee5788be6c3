package dev.tensorc.ir;

import java.util.List;
import java.util.TreeSet;

/**
 * The sections of the Python Array API standard 2024.12 and its functions for real dtypes.
 * Functions beyond the standard come last.
 */
enum StandardSections {
  ELEMENTWISE(
      "Element-wise functions",
      "abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_invert"
          + " bitwise_or bitwise_right_shift bitwise_xor ceil clip copysign cos cosh divide equal"
          + " exp expm1 floor floor_divide greater greater_equal hypot isfinite isinf isnan less"
          + " less_equal log log1p log2 log10 logaddexp logical_and logical_not logical_or"
          + " logical_xor maximum minimum multiply negative nextafter not_equal positive pow"
          + " reciprocal remainder round sign signbit sin sinh square sqrt subtract tan tanh"
          + " trunc"),
  CREATION(
      "Creation functions",
      "arange eye full full_like linspace meshgrid ones ones_like tril triu zeros zeros_like"),
  MANIPULATION(
      "Manipulation functions",
      "broadcast_arrays broadcast_to concat expand_dims flip moveaxis permute_dims repeat reshape"
          + " roll squeeze stack tile unstack"),
  SEARCHING("Searching functions", "argmax argmin count_nonzero nonzero searchsorted where"),
  SORTING("Sorting functions", "argsort sort"),
  SETS("Set functions", "unique_values"),
  STATISTICAL(
      "Statistical functions", "cumulative_prod cumulative_sum max mean min prod std sum var"),
  UTILITY("Utility functions", "all any diff"),
  INDEXING("Indexing functions", "take take_along_axis"),
  LINEAR_ALGEBRA(
      "Linear algebra",
      "cross diagonal matmul matrix_norm matrix_transpose outer tensordot trace vecdot"
          + " vector_norm"),
  DTYPES("Data type functions", "astype finfo iinfo"),
  BEYOND("Beyond the standard", "");

  private final String title;
  private final List<String> names;

  StandardSections(String title, String names) {
    this.title = title;
    this.names = names.isEmpty() ? List.of() : List.of(names.split(" "));
  }

  String title() {
    return title;
  }

  /** The functions that it has; those of no other section come last. */
  List<String> names() {
    return this == BEYOND ? beyond() : names;
  }

  private static List<String> beyond() {
    var names = new TreeSet<String>();
    for (Builtin each : Builtin.values()) {
      names.add(each.label());
    }
    for (StandardSections section : values()) {
      names.removeAll(section.names);
    }
    return List.copyOf(names);
  }
}
