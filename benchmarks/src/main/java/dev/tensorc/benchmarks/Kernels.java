package dev.tensorc.benchmarks;

import dev.tensorc.benchmarks.kernels.Add;
import dev.tensorc.benchmarks.kernels.BlackScholes;
import dev.tensorc.benchmarks.kernels.Chain;
import dev.tensorc.benchmarks.kernels.Distances;
import dev.tensorc.benchmarks.kernels.Haversine;
import dev.tensorc.benchmarks.kernels.MathFunction;
import dev.tensorc.benchmarks.kernels.Pictures;
import dev.tensorc.benchmarks.kernels.Places;
import dev.tensorc.benchmarks.kernels.Products;
import dev.tensorc.benchmarks.kernels.Rows;
import dev.tensorc.benchmarks.kernels.Stencils;
import dev.tensorc.benchmarks.kernels.Sum;
import dev.tensorc.benchmarks.kernels.Weighted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** All kernels, in the table's order. A new one is a method in {@code kernels} and a line here. */
final class Kernels {

  /**
   * @param measured as the table has it
   * @param small the same for a test: few elements, and sizes that are no multiples of anything
   */
  private record Sizes(Supplier<Kernel> measured, Supplier<Kernel> small) {}

  /** In L2, in f64 too. */
  private static final int FUNCTION_SIZE = 20_000;

  /** Measured on two threads as well: kernels that compute, and kernels that wait for memory. */
  private static final List<String> SHARED =
      List.of(
          "black-scholes",
          "haversine",
          "matmul-f32-1024",
          "attention",
          "softmax",
          "convolution-index",
          "sum-first",
          "chain-16MiB");

  private static final Map<String, Sizes> ALL = new LinkedHashMap<>();

  static {
    add("chain-16MiB", () -> Chain.of(4096, 1024), () -> Chain.of(13, 47));
    add("chain-L2", () -> Chain.of(128, 1024), () -> Chain.of(3, 64));
    add("add-1e3", () -> Add.of(1_000), () -> Add.of(37));
    add("add-1e5", () -> Add.of(100_000), () -> Add.of(1));
    add("add-1e7", () -> Add.of(10_000_000), () -> Add.of(1_001));
    add("sum-last", () -> Sum.last(4096, 1024), () -> Sum.last(5, 131));
    add("sum-first", () -> Sum.first(4096, 1024), () -> Sum.first(131, 5));
    add("sum-all", () -> Sum.all(4096, 1024), () -> Sum.all(17, 67));
    add("argmax-last", () -> Places.last(4096, 1024), () -> Places.last(5, 131));
    add("argmax-first", () -> Places.first(4096, 1024), () -> Places.first(131, 5));
    add("argmax-all", () -> Places.all(4096, 1024), () -> Places.all(17, 67));
    add("softmax", () -> Rows.softmax(4096, 1024), () -> Rows.softmax(7, 131));
    add("layer-norm", () -> Rows.layerNorm(4096, 1024), () -> Rows.layerNorm(7, 131));
    add("black-scholes", () -> BlackScholes.of(1_000_000), () -> BlackScholes.of(101));
    add("haversine", () -> Haversine.of(1000, 1000), () -> Haversine.of(11, 19));
    add(
        "convolution-index",
        () -> Stencils.convolution(2048, 2048),
        () -> Stencils.convolution(9, 37));
    add(
        "convolution-slices",
        () -> Stencils.convolutionSlices(2048, 2048),
        () -> Stencils.convolutionSlices(9, 37));
    add("heat", () -> Stencils.heat(2048, 2048), () -> Stencils.heat(9, 37));
    add("picture", () -> Pictures.graded(1080, 1920), () -> Pictures.graded(7, 11));
    add("grey", () -> Pictures.grey(1080, 1920), () -> Pictures.grey(7, 11));
    add("distances", () -> Distances.of(2048, 512, 32), () -> Distances.of(5, 19, 32));
    add("weighted", () -> Weighted.of(4096, 1024), () -> Weighted.of(5, 67));
    add("matmul-f32-1024", () -> Products.f32(1024), () -> Products.f32(37));
    add("matmul-f32-2048", () -> Products.f32(2048), () -> Products.f32(16));
    add("matmul-f64-1024", () -> Products.f64(1024), () -> Products.f64(37));
    add("matmul-batched", () -> Products.batched(64, 32), () -> Products.batched(3, 32));
    add("matmul-batched-16", () -> Products.batched(32, 16), () -> Products.batched(3, 16));
    add("matmul-batched-8", () -> Products.batched(256, 8), () -> Products.batched(3, 8));
    add("matmul-batched-4", () -> Products.batched(2048, 4), () -> Products.batched(3, 4));
    add("matmul-batched-2", () -> Products.batched(16384, 2), () -> Products.batched(3, 2));
    add("matmul-one-32", () -> Products.batched(1, 32), () -> Products.batched(1, 32));
    add("matmul-one-16", () -> Products.batched(1, 16), () -> Products.batched(1, 16));
    add(
        "matrix-by-vector",
        () -> Products.matrixByVector(4096, 4096),
        () -> Products.matrixByVector(7, 131));
    add(
        "vector-by-matrix",
        () -> Products.vectorByMatrix(4096, 4096),
        () -> Products.vectorByMatrix(131, 7));
    add("attention", () -> Products.attention(8, 512, 64), () -> Products.attention(2, 37, 64));
    add("call-16", () -> Add.of(16), () -> Add.of(16));
    for (String key : SHARED) {
      Sizes sizes = sizes(key);
      add(
          "threads-" + key,
          () -> sizes.measured().get().shared(),
          () -> sizes.small().get().shared());
    }
    for (MathFunction f : MathFunction.values()) {
      add("math-" + f.label() + "-f32", () -> f.f32(FUNCTION_SIZE), () -> f.f32(37));
      add("math-" + f.label() + "-f64", () -> f.f64(FUNCTION_SIZE), () -> f.f64(37));
    }
  }

  private Kernels() {}

  private static void add(String key, Supplier<Kernel> measured, Supplier<Kernel> small) {
    ALL.put(key, new Sizes(measured, small));
  }

  /** The keys that contain the filter. */
  static List<String> matching(String filter) {
    List<String> keys = ALL.keySet().stream().filter(k -> k.contains(filter)).toList();
    if (keys.isEmpty()) {
      throw new BenchmarkException(
          "no kernel matches `" + filter + "`; there are " + String.join(", ", ALL.keySet()));
    }
    return keys;
  }

  /** The kernel as it is measured. */
  static Kernel make(String key) {
    return sizes(key).measured().get();
  }

  /** The kernel with few elements. */
  static Kernel small(String key) {
    return sizes(key).small().get();
  }

  private static Sizes sizes(String key) {
    Sizes sizes = ALL.get(key);
    if (sizes == null) {
      throw new BenchmarkException("no kernel `" + key + "`");
    }
    return sizes;
  }
}
