package dev.tensorc.infer;

import java.util.Map;

/** What the names are called here that people bring along from other languages and libraries. */
final class ForeignNames {

  private static final Map<String, String> FUNCTIONS =
      Map.ofEntries(
          Map.entry("absolute", "write `abs(x)`"),
          Map.entry("fabs", "write `abs(x)`"),
          Map.entry("power", "write `x ** y`"),
          Map.entry("amax", "write `max(x)`"),
          Map.entry("amin", "write `min(x)`"),
          Map.entry("mod", "write `x % y`"),
          Map.entry("arctan", "write `atan(x)`"),
          Map.entry("arctan2", "write `atan2(y, x)`"),
          Map.entry("arcsin", "write `asin(x)`"),
          Map.entry("arccos", "write `acos(x)`"),
          Map.entry("ceiling", "write `ceil(x)`"),
          Map.entry("clamp", "write `clip(x, lo, hi)`"),
          Map.entry("concatenate", "write `concat([a, b], axis=0)`"),
          Map.entry("cat", "write `concat([a, b], axis=0)`"),
          Map.entry("hstack", "write `concat([a, b], axis=1)`"),
          Map.entry("vstack", "write `stack([a, b])` for vectors, `concat([a, b])` for matrices"),
          Map.entry("transpose", "write `x.T`, or `permute_dims(x, (2, 0, 1))`"),
          Map.entry("swapaxes", "write `permute_dims(x, (1, 0, 2))`"),
          Map.entry("ravel", "write `reshape(x, -1)`"),
          Map.entry("flatten", "write `reshape(x, -1)`"),
          Map.entry("array", "write the list alone: `[1, 2, 3]`, `[1, 2; 3, 4]`"),
          Map.entry("asarray", "write the list alone: `[1, 2, 3]`, `[1, 2; 3, 4]`"),
          Map.entry("empty", "write `zeros(shape)`"),
          Map.entry("empty_like", "write `zeros_like(x)`"),
          Map.entry("real", "there are no complex numbers yet: a real part is an array of floats"),
          Map.entry(
              "imag", "there are no complex numbers yet: it is an array of floats of its own"),
          Map.entry("conj", "there are no complex numbers yet; of a real number it is the number"),
          Map.entry("float", "convert with `astype(x, f64)`"),
          Map.entry("double", "convert with `astype(x, f64)`"),
          Map.entry("float32", "convert with `astype(x, f32)`"),
          Map.entry("float64", "convert with `astype(x, f64)`"),
          Map.entry("int", "convert with `astype(x, i64)`"),
          Map.entry("int32", "convert with `astype(x, i32)`"),
          Map.entry("int64", "convert with `astype(x, i64)`"),
          Map.entry("range", "a range of a loop is `0:n`; an array of numbers is `arange(n)`"),
          Map.entry("cumsum", "write `cumulative_sum(x)`, of several axes with `axis=`"),
          Map.entry("cumprod", "write `cumulative_prod(x)`, of several axes with `axis=`"),
          Map.entry("average", "write `mean(x)`"),
          Map.entry("norm", "write `sqrt(sum(x * x))`"),
          Map.entry(
              "softmax",
              "write `let e = exp(x - max(x, axis=-1, keepdims=true))`, then divide by its `sum`"),
          Map.entry("shape", "name the dims in the type, `x: f32[n, d]`: `n` is a value then"),
          Map.entry("size", "name the dims in the type, `x: f32[n, d]`: the size is `n * d`"),
          Map.entry("ndim", "the rank stands in the type: `x: f32[n, d]` has 2 axes"),
          Map.entry("map", "functions apply to whole arrays: `exp(x)`"),
          Map.entry("vectorize", "functions apply to whole arrays: `exp(x)`"),
          Map.entry("print", "functions have no side effects: `return` the value"));

  private static final Map<String, String> VALUES =
      Map.of(
          "None", "an axis of size 1 is `newaxis`; an argument that is left out is `none`",
          "nil", "there is no value for nothing",
          "null", "there is no value for nothing",
          "True", "write `true`",
          "False", "write `false`",
          "NaN", "write `nan`",
          "Inf", "write `inf`",
          "infinity", "write `inf`");

  private static final Map<String, String> ARGUMENTS =
      Map.of(
          "ddof",
          "correction",
          "dim",
          "axis",
          "dims",
          "axis",
          "keepdim",
          "keepdims",
          "keep_dims",
          "keepdims");

  private ForeignNames() {}

  /** Advice on a function that does not exist; empty where there is none. */
  static String function(String name) {
    return FUNCTIONS.getOrDefault(name, "");
  }

  /** Advice on a value that does not exist; empty where there is none. */
  static String value(String name) {
    return VALUES.getOrDefault(name, "");
  }

  /** What an argument is called here; itself where it is no other language's. */
  static String argument(String name) {
    return ARGUMENTS.getOrDefault(name, name);
  }
}
