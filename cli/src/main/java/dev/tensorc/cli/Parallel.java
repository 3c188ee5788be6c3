package dev.tensorc.cli;

import dev.tensorc.frontend.CompilationInterruptedException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Does something with each item, on as many threads as there are processors. */
final class Parallel {

  private Parallel() {}

  /**
   * The results for all items, in their order. An interrupt of this thread goes to all of them.
   *
   * @throws RuntimeException the exception of the first item that has thrown one
   */
  static <A, B> List<B> map(List<A> items, Function<A, B> each) {
    int threads = Math.clamp(items.size(), 1, Runtime.getRuntime().availableProcessors());
    try (var pool = Executors.newFixedThreadPool(threads)) {
      List<Callable<B>> tasks =
          items.stream().<Callable<B>>map(item -> () -> each.apply(item)).toList();
      return pool.invokeAll(tasks).stream().map(Parallel::result).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CompilationInterruptedException.of(e);
    }
  }

  private static <B> B result(Future<B> done) {
    if (done.state() == Future.State.SUCCESS) {
      return done.resultNow();
    }
    throw switch (done.exceptionNow()) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case Throwable e -> new IllegalStateException(e);
    };
  }
}
