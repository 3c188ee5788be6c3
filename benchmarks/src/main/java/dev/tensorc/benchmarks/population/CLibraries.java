package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.benchmarks.GccFlags;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.ir.Dim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles the C of a specimen: each way of loops with each kind of flags, into one folder. */
final class CLibraries {

  /** Rounds every operation: the results of the others are compared with it. */
  static final String REFERENCE = "reference.so";

  /** The beginning of the measured libraries' names. */
  static final String MEASURED = "gcc";

  private static final List<GccFlags> FAST =
      GccFlags.measured().stream()
          .filter(f -> f == GccFlags.FAST || f == GccFlags.FAST_WIDE)
          .toList();

  private CLibraries() {}

  /**
   * @param known the sizes of the call
   * @throws NotInCException if the plan cannot be written in C yet
   */
  static void compile(LoopIr.Program program, LoopIr.Plan plan, Map<Dim, Long> known, Path folder)
      throws IOException, InterruptedException {
    var running = new ArrayList<Process>();
    for (boolean byRows : List.of(false, true)) {
      Optional<String> source = CPlan.source(program, plan, known, byRows);
      if (source.isEmpty()) {
        continue;
      }
      String name = byRows ? "rows" : "points";
      Path file = Files.writeString(folder.resolve(name + ".c"), source.get());
      if (!byRows) {
        running.add(gcc(file, GccFlags.REFERENCE, folder.resolve(REFERENCE)));
      }
      for (GccFlags flags : FAST) {
        String library = "%s-%s-%s.so".formatted(MEASURED, name, flags.name());
        running.add(gcc(file, flags, folder.resolve(library)));
      }
    }
    for (Process p : running) {
      String text = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (p.waitFor() != 0) {
        throw new BenchmarkException("gcc cannot compile the C in " + folder + ":\n" + text);
      }
    }
  }

  /** Linked without the flags: with -ffast-math the library would switch denormals off. */
  private static Process gcc(Path source, GccFlags flags, Path library) throws IOException {
    String command =
        "gcc -w -fPIC -std=gnu17 %s -c %s -o %s.o && gcc -shared -o %3$s %3$s.o -lm"
            .formatted(String.join(" ", flags.flags()), source, library);
    return new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
  }
}
