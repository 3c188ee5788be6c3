package dev.tensorc.cli;

import com.sun.management.ThreadMXBean;
import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.data.TensorStats;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/** {@code run --stats}: the time and the allocation of one call, and the range of its results. */
final class CallStats {

  private final OptionValue<Boolean> wanted;

  private long nanos;
  private long bytes;

  CallStats(CommandOptions options) {
    this.wanted =
        options.flag(
            "--stats",
            "Print the time of the call, the bytes that its thread allocated, the versions that its"
                + " sizes chose, and the least, greatest and mean element of each result, on the"
                + " error stream.");
  }

  /** Calls a function. */
  Object call(Function function, Object[] arguments) {
    if (!wanted.get()) {
      return function.invoke(arguments);
    }
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    Object result = function.invoke(arguments);
    nanos = System.nanoTime() - start;
    bytes = threads.getCurrentThreadAllocatedBytes() - before;
    return result;
  }

  /** Prints the figures of the call; nothing where nobody asked for them. */
  void print(
      CompiledProgram program,
      Functions.Call call,
      List<Tensor> results,
      EngineMode engine,
      PrintWriter to) {
    if (!wanted.get()) {
      return;
    }
    Function function = call.function();
    to.println(
        String.format(
            Locale.ROOT,
            "%s: %.3f ms, %d bytes allocated, engine %s, the first call",
            function.name(),
            nanos / 1e6,
            bytes,
            engine.name().toLowerCase(Locale.ROOT)));
    if (engine != EngineMode.INTERPRETER) { // which has no versions
      program
          .workload(function, call.arguments())
          .taken()
          .forEach(version -> to.println("  " + version.text()));
    }
    for (int i = 0; i < results.size(); i++) {
      String name = function.results().get(i).name();
      to.println("  " + (name.isEmpty() ? "" : name + " = ") + TensorStats.of(results.get(i)));
    }
    to.flush();
  }
}
