package dev.tensorc;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.AllocationException;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Threads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Calls functions while the heap is full but for some memory, less or more of it, and then again
 * with enough: in threads that have no scratch memory yet, and whose parts others do.
 */
final class LittleMemory {

  /** Too few bytes for any of the calls. */
  private static final int LITTLE = 2_000;

  /** Bytes that are left in the heap. */
  private static final int[] LEFT = {
    0, LITTLE, 6_000, 14_000, 30_000, 60_000, 100_000, 160_000, 250_000, 400_000, 600_000, 900_000
  };

  private static final int ENOUGH = 3_000_000;
  private static final int CHUNK = 2_000;
  private static final int SIZE = 120;

  private LittleMemory() {}

  private static final SourceText SOURCE =
      new SourceText(
          "little.tc",
          """
          export fn softmax(x: f32[n, m]) -> f32[n, m] {
              let e = exp(x - max(x, axis=1, keepdims=true))
              return e / sum(e, axis=1, keepdims=true)
          }
          export fn columns(x: f32[n, m]) -> f32[m] { return sum(exp(x), axis=0) + prod(x + 0.5, axis=0) }
          export fn product(x: f32[n, m]) -> f32[n, n] { return exp(x) @ (x + 1).T }
          export fn sorted(x: f32[n, m]) -> f32[n, m] { return sort(cumulative_sum(x, axis=1), axis=0) }
          export fn anyrank(x: f64[...]) -> f64[...] { return exp(x) - sum(x) }
          """);

  private static final List<String> FUNCTIONS =
      List.of("softmax", "columns", "product", "sorted", "anyrank");

  public static void main(String[] args) throws Exception {
    Program program =
        Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(EngineMode.valueOf(args[0])));
    var expected = new ArrayList<Object>();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Threads shared = Threads.of(3, pool).fromNanos(0);
    for (String function : FUNCTIONS) {
      expected.add(call(program, Threads.ONE, function));
      require(call(program, shared, function).equals(expected.getLast()), function);
    }
    int failed = 0;
    int succeeded = 0;
    var full = new Ballast();
    int[] drawn = new Sample("memory that is left").of(1, LEFT);
    full.fill();
    for (Threads threads : new Threads[] {shared, Threads.ONE}) {
      for (int left : threads == shared && !Sample.isFull() ? new int[] {LITTLE} : drawn) {
        for (int f = 0; f < FUNCTIONS.size(); f++) {
          String function = FUNCTIONS.get(f);
          full.release(ENOUGH);
          try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            thread.submit(() -> {}).get();
            full.fill();
            full.release(left);
            boolean whole = tried(thread, program, threads, function);
            full.release(ENOUGH);
            failed += whole ? 0 : 1;
            succeeded += whole ? 1 : 0;
            Object next = thread.submit(() -> call(program, threads, function)).get();
            require(next.equals(expected.get(f)), function + " behind " + left);
          }
          full.fill();
        }
      }
    }
    full.release(ENOUGH);
    require(threadsAreThere(pool), "the pool's threads");
    pool.shutdown();
    System.out.println(failed > 0 ? "done" : "no call failed");
    System.err.println(failed + " calls failed, " + succeeded + " did not");
  }

  private static boolean tried(
      ExecutorService thread, Program program, Threads threads, String function)
      throws InterruptedException {
    try {
      thread.submit(() -> call(program, threads, function)).get();
      return true;
    } catch (OutOfMemoryError e) { // of the code that hands the call to its thread
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError || e.getCause() instanceof AllocationException) {
        return false;
      }
      throw new IllegalStateException(function, e);
    }
  }

  private static boolean threadsAreThere(ExecutorService pool) throws Exception {
    return pool.submit(() -> true).get();
  }

  private static Object call(Program program, Threads threads, String function) {
    return threads.<Object, RuntimeException>during(
        () -> program.function(function).invoke(argument(function)));
  }

  private static final FloatTensor FLOATS = floats();
  private static final DoubleTensor DOUBLES = doubles();

  private static Object argument(String function) {
    return function.equals("anyrank") ? DOUBLES : FLOATS;
  }

  private static FloatTensor floats() {
    FloatTensor t = FloatTensor.zeros(SIZE, SIZE);
    for (int i = 0; i < t.array().length; i++) {
      t.array()[i] = i * 7 % 101 / 101f;
    }
    return t;
  }

  private static DoubleTensor doubles() {
    DoubleTensor t = DoubleTensor.zeros(2, SIZE / 2, SIZE);
    for (int i = 0; i < t.array().length; i++) {
      t.array()[i] = i * 7 % 101 / 101.0;
    }
    return t;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  /** Objects that fill the heap. */
  private static final class Ballast {

    private final Deque<byte[]> chunks = new ArrayDeque<>(1 << 16);

    void fill() {
      try {
        while (true) {
          chunks.push(new byte[CHUNK]);
        }
      } catch (OutOfMemoryError e) {
        // it is full
      }
    }

    void release(int bytes) {
      for (int left = bytes; left > 0; left -= CHUNK) {
        chunks.pop();
      }
    }
  }
}
