package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes a failing program smaller for as long as it fails in the same way. */
final class Shrinker {

  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /** Tells how a program fails; nothing where it does not. */
  private final Function<GeneratedProgram, Optional<Failure>> runner;

  private final long end = System.nanoTime() + PATIENCE_NANOS;

  Shrinker(Function<GeneratedProgram, Optional<Failure>> runner) {
    this.runner = runner;
  }

  GeneratedProgram shrink(GeneratedProgram program, Failure failure) {
    GeneratedProgram smallest = onlyCall(program, failure);
    boolean wellTyped = failure.kind().startsWith(Runner.REFUSED);
    Optional<GeneratedProgram> next = Optional.of(smallest);
    while (next.isPresent()) {
      smallest = next.get();
      GeneratedProgram now = smallest;
      next =
          Stream.concat(
                  new Simplifications(now, wellTyped).programs(),
                  new SimplerArguments(now).programs())
              .takeWhile(_ -> System.nanoTime() < end)
              .filter(p -> fails(p, failure))
              .findFirst();
    }
    return smallest;
  }

  private GeneratedProgram onlyCall(GeneratedProgram program, Failure failure) {
    var one =
        program.withCalls(
            failure.call() < 0 ? List.of() : List.of(program.calls().get(failure.call())));
    return fails(one, failure) ? one : program;
  }

  private boolean fails(GeneratedProgram program, Failure failure) {
    return runner.apply(program).filter(f -> f.kind().equals(failure.kind())).isPresent();
  }

  /** A list without one of its elements. */
  static <T> List<T> without(List<T> list, int i) {
    var fewer = new ArrayList<>(list);
    fewer.remove(i);
    return fewer;
  }

  /** A list with another element. */
  static <T> List<T> with(List<T> list, int i, T element) {
    var other = new ArrayList<>(list);
    other.set(i, element);
    return other;
  }
}
