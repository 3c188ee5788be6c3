package dev.tensorc.cli;

import dev.tensorc.Options;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.compiler.Dump;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code --time-passes}: the time that each pass of each program took, and the size of its result.
 */
final class PassTimes {

  private final OptionValue<Boolean> wanted;

  private record Line(String pass, double millis, String size) {}

  /** By program: those of one command may be compiled at the same time. */
  private final Map<Path, List<Line>> lines = new LinkedHashMap<>();

  PassTimes(CommandOptions options) {
    this.wanted =
        options.flag(
            "--time-passes",
            "Print the time and output of each pass; the first passes include loading classes.");
  }

  /** Options that have the passes of a program timed, if that is asked for. */
  Options in(Options options, Path file) {
    if (!wanted.get()) {
      return options;
    }
    Dump other = options.dump();
    return options.withDump(
        step -> {
          add(file, new Line(step.pass(), step.nanos() / 1e6, step.size().get()));
          other.after(step);
        });
  }

  private void add(Path file, Line line) {
    synchronized (lines) {
      lines.computeIfAbsent(file, _ -> new ArrayList<>()).add(line);
    }
  }

  /** Prints the times; nothing without the option. */
  void print(PrintWriter to) {
    synchronized (lines) {
      lines.forEach(
          (file, passes) -> {
            to.println("passes of " + file);
            passes.forEach(l -> print(to, l.pass(), l.millis(), l.size()));
            print(to, "total", passes.stream().mapToDouble(Line::millis).sum(), "");
          });
      lines.clear();
    }
    to.flush();
  }

  private static void print(PrintWriter to, String name, double millis, String size) {
    to.println(
        String.format(Locale.ROOT, "  %-8s %9.1f ms  %s", name, millis, size).stripTrailing());
  }
}
