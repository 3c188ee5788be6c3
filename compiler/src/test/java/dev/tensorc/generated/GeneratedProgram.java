package dev.tensorc.generated;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A program and the calls that are to be made.
 *
 * @param fns the one that is called is last, the only exported one
 * @param calls the arguments of each; the first is the witness
 */
record GeneratedProgram(long seed, List<Fn> fns, List<List<Argument>> calls) {

  static final String NAME = "f";

  GeneratedProgram {
    fns = List.copyOf(fns);
    calls = List.copyOf(calls);
  }

  Fn main() {
    return fns.getLast();
  }

  /** The called function: {@code f}, or {@code f[f32]} where it is generic. */
  String called(List<Argument> arguments) {
    return main()
        .head()
        .generic()
        .map(_ -> NAME + "[" + arguments.get(main().typedIndex()).dtype() + "]")
        .orElse(NAME);
  }

  GeneratedProgram withMain(Fn other) {
    return withFns(Shrinker.with(fns, fns.size() - 1, other));
  }

  GeneratedProgram withFns(List<Fn> other) {
    return new GeneratedProgram(seed, other, calls);
  }

  GeneratedProgram withCalls(List<List<Argument>> other) {
    return new GeneratedProgram(seed, fns, other);
  }

  /** A discipline that all functions have is said once for half of the programs. */
  String source() {
    var disciplines = fns.stream().map(f -> f.head().discipline()).distinct().toList();
    Optional<String> header =
        disciplines.size() == 1 && seed % 2 == 0
            ? disciplines.getFirst().header()
            : Optional.empty();
    return header.map(h -> h + "\n\n").orElse("")
        + fns.stream().map(f -> f.source(header.isEmpty())).collect(Collectors.joining("\n"));
  }
}
