package dev.tensorc.runtime.warmup;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Sees which kernels run as scalar code while it is open, of all programs and in all threads, and
 * how far each of them is.
 */
final class ScalarCalls implements AutoCloseable {

  /** A kernel of a program, by identity of the counter of its calls. */
  record Seen(Warmup warmup, int kernel) {}

  /** Replaced as a whole, so that calls need no lock; mostly nobody watches. */
  private static volatile List<ScalarCalls> watching = List.of();

  private final Set<Seen> seen = ConcurrentHashMap.newKeySet();

  private ScalarCalls() {}

  /** Watches until it is closed. */
  static ScalarCalls watch() {
    var calls = new ScalarCalls();
    synchronized (ScalarCalls.class) {
      watching = Stream.concat(watching.stream(), Stream.of(calls)).toList();
    }
    return calls;
  }

  /** Is told of each scalar call that may become a vector call. */
  static void called(Warmup warmup, int kernel) {
    List<ScalarCalls> now = watching;
    if (!now.isEmpty()) {
      now.forEach(calls -> calls.seen.add(new Seen(warmup, kernel)));
    }
  }

  /** Forgets the kernels that it has seen. */
  void clear() {
    seen.clear();
  }

  /** The kernels that are to run as vector code and do not yet. */
  List<String> waiting() {
    return names(
        each -> !each.warmup().isReady(each.kernel()) && !each.warmup().isGivenUp(each.kernel()));
  }

  /** The kernels that stay scalar code. */
  List<String> givenUp() {
    return names(each -> each.warmup().isGivenUp(each.kernel()));
  }

  private List<String> names(Predicate<Seen> which) {
    return seen.stream()
        .filter(which)
        .map(each -> each.warmup().program() + ".kernel" + each.kernel())
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    synchronized (ScalarCalls.class) {
      watching = watching.stream().filter(each -> each != this).toList();
    }
  }
}
