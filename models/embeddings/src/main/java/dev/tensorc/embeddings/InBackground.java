package dev.tensorc.embeddings;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A value that a thread of its own makes, from now on. */
final class InBackground<T> {
  private final FutureTask<T> task;

  InBackground(Callable<T> make) {
    task = new FutureTask<>(make);
    Thread.ofPlatform().daemon().name("tensorc-load").start(task);
  }

  /**
   * Waits for the value.
   *
   * @throws IOException if to make it failed so, or this thread is interrupted
   */
  T get() throws IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a model was loaded");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
