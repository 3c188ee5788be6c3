package dev.tensorc;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Threads;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls several programs from 64 platform threads and then from many virtual ones, and prints how
 * much more the heap holds when they have gone: {@code ENGINE CALLS_OF_PLATFORM_THREADS
 * VIRTUAL_THREADS}. The engine is no automatic one, whose trials call the same kernels later.
 */
final class ManyThreads {

  private static final int PLATFORM_THREADS = 64;

  /** So many virtual threads are there at a time, all with scratch memory. */
  private static final int AT_A_TIME = 2_000;

  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long MOST_KEPT_KIB = 4 << 10;

  private ManyThreads() {}

  private record Call(Program program, String function, Object argument, Object expected) {

    static Call of(Program program, String function, Object argument) {
      Object expected =
          Threads.ONE.<Object, RuntimeException>during(
              () -> program.function(function).invoke(argument));
      return new Call(program, function, argument, expected);
    }

    boolean isRight() {
      return program.function(function).invoke(argument).equals(expected);
    }
  }

  private static final SourceText FIRST =
      new SourceText(
          "first.tc",
          """
          export fn softmax(x: f32[n, m]) -> f32[n, m] {
              let e = exp(x - max(x, axis=1, keepdims=true))
              return e / sum(e, axis=1, keepdims=true)
          }
          export fn columns(x: f32[n, m]) -> f32[m] { return sum(x * x, axis=0) }
          """);

  private static final SourceText SECOND =
      new SourceText(
          "second.tc",
          """
          export fn product(x: f32[n, m]) -> f32[n, n] { return (x + 1) @ (x * x).T }
          export fn anyrank(x: f64[...]) -> f64[...] { return exp(x) - sum(x) }
          """);

  public static void main(String[] args) throws InterruptedException {
    Options options = Options.DEFAULT.withEngine(EngineMode.valueOf(args[0]));
    int platformCalls = Integer.parseInt(args[1]);
    int virtualThreads = Integer.parseInt(args[2]);
    Threads two = Threads.of(2).fromNanos(0);
    Program first = Tensorc.compile(FIRST, options.withThreads(Threads.ONE));
    Program second = Tensorc.compile(SECOND, options.withThreads(two));
    FloatTensor floats = FloatTensor.zeros(9, 70);
    DoubleTensor doubles = DoubleTensor.zeros(2, 5, 70);
    for (int i = 0; i < floats.array().length; i++) {
      floats.array()[i] = i % 13 / 13f;
      doubles.array()[i] = i % 11 / 11.0;
    }
    List<Call> calls =
        List.of(
            Call.of(first, "softmax", floats),
            Call.of(first, "columns", floats),
            Call.of(second, "product", floats),
            Call.of(second, "anyrank", doubles));
    var wrong = new AtomicInteger();
    platform(calls, 10, wrong);
    virtual(calls, 10, wrong);
    long before = heldKib(Long.MAX_VALUE);

    platform(calls, platformCalls, wrong);
    virtual(calls, virtualThreads, wrong);
    long kept = heldKib(before + MOST_KEPT_KIB) - before;
    System.err.println(kept + " KiB more than before");
    System.out.println(
        wrong + " wrong, " + (kept <= MOST_KEPT_KIB ? "nothing" : kept + " KiB") + " kept");
  }

  private static void platform(List<Call> calls, int each, AtomicInteger wrong)
      throws InterruptedException {
    var threads = new ArrayList<Thread>();
    for (int t = 0; t < PLATFORM_THREADS; t++) {
      int start = t;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    int right = 0;
                    for (int i = 0; i < each; i++) {
                      right += calls.get((start + i) % calls.size()).isRight() ? 1 : 0;
                    }
                    wrong.addAndGet(each - right);
                  }));
    }
    for (Thread t : threads) {
      t.join();
    }
  }

  private static void virtual(List<Call> calls, int count, AtomicInteger wrong)
      throws InterruptedException {
    var places = new Semaphore(AT_A_TIME);
    for (int t = 0; t < count; t++) {
      Call call = calls.get(t % calls.size());
      places.acquire();
      Thread.ofVirtual()
          .start(
              () -> {
                boolean right = false;
                try {
                  right = call.isRight();
                } finally {
                  wrong.addAndGet(right ? 0 : 1);
                  places.release();
                }
              });
    }
    places.acquire(AT_A_TIME);
  }

  /** The kilobytes that the heap holds; waits for it to become that little. */
  private static long heldKib(long most) throws InterruptedException {
    long begin = System.nanoTime();
    long held;
    int rounds = 0;
    do {
      System.gc();
      Thread.sleep(50);
      held = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10;
      rounds++;
    } while ((held > most || rounds < 4) && System.nanoTime() - begin < PATIENCE_NANOS);
    return held;
  }
}
