package dev.tensorc.benchmarks;

import dev.tensorc.benchmarks.kernels.Add;
import dev.tensorc.benchmarks.kernels.Chain;
import dev.tensorc.benchmarks.kernels.Sum;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** All kernels, in the table's order. A new one is a class in {@code kernels} and a line here. */
final class Kernels {

  private static final Map<String, Supplier<Kernel>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("chain-16MiB", () -> new Chain(Chain.Form.COLUMNS, 4096, 1024));
    ALL.put("chain-L2", () -> new Chain(Chain.Form.COLUMNS, 128, 1024));
    ALL.put("chain-row-16MiB", () -> new Chain(Chain.Form.G_ROW, 4096, 1024));
    ALL.put("chain-row-L2", () -> new Chain(Chain.Form.G_ROW, 128, 1024));
    ALL.put("chain-declared-16MiB", () -> new Chain(Chain.Form.DECLARED, 4096, 1024));
    ALL.put("chain-declared-L2", () -> new Chain(Chain.Form.DECLARED, 128, 1024));
    ALL.put("add-1e3", () -> new Add(1_000));
    ALL.put("add-1e5", () -> new Add(100_000));
    ALL.put("add-1e7", () -> new Add(10_000_000));
    ALL.put("sum-last-16MiB", () -> new Sum(Sum.Over.LAST, 4096, 1024));
    ALL.put("sum-first-16MiB", () -> new Sum(Sum.Over.FIRST, 4096, 1024));
    ALL.put("sum-all-16MiB", () -> new Sum(Sum.Over.ALL, 4096, 1024));
    ALL.put("sum-last-L2", () -> new Sum(Sum.Over.LAST, 128, 1024));
    ALL.put("sum-first-L2", () -> new Sum(Sum.Over.FIRST, 128, 1024));
    ALL.put("sum-all-L2", () -> new Sum(Sum.Over.ALL, 128, 1024));
  }

  private Kernels() {}

  /** The keys that contain the filter. */
  static List<String> matching(String filter) {
    List<String> keys = ALL.keySet().stream().filter(k -> k.contains(filter)).toList();
    if (keys.isEmpty()) {
      throw new BenchmarkException(
          "no kernel matches `" + filter + "`; there are " + String.join(", ", ALL.keySet()));
    }
    return keys;
  }

  static Kernel make(String key) {
    Supplier<Kernel> made = ALL.get(key);
    if (made == null) {
      throw new BenchmarkException("no kernel `" + key + "`");
    }
    return made.get();
  }
}
