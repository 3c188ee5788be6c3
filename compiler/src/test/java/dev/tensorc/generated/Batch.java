package dev.tensorc.generated;

import dev.tensorc.frontend.BigStack;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Programs of neighbouring seeds, run by a worker for each processor. */
final class Batch {

  /** The kind that calls that succeed are counted as. */
  static final String VALUE = "a value";

  private static final int MOST_FAILURES = Integer.getInteger("generated.failures", 3);
  private static final long OFTEN = 1000;

  private final long first;
  private final long count;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final long start = System.nanoTime();
  private final Map<Long, String> failures = new ConcurrentSkipListMap<>();
  private final Map<String, Integer> outcomes = new ConcurrentSkipListMap<>();

  Batch(long first, long count) {
    this.first = first;
    this.count = count;
  }

  /** By seed, as golden tests. */
  Collection<String> failures() {
    return failures.values();
  }

  /** How often calls gave a value, or which exception. */
  Map<String, Integer> outcomes() {
    return outcomes;
  }

  void run() throws InterruptedException {
    var workers = new ArrayList<Thread>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      workers.add(Thread.ofPlatform().start(this::onBigStack));
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  /** Where compiling starts no other thread. */
  private void onBigStack() {
    BigStack.call(
        () -> {
          work();
          return true;
        });
  }

  private void work() {
    for (long i = next.getAndIncrement();
        i < count && failures.size() < MOST_FAILURES;
        i = next.getAndIncrement()) {
      long seed = first + i;
      try {
        run(seed);
      } catch (RuntimeException | Error e) { // of the generator itself
        failures.put(seed, "seed " + seed + ": " + e + "\n" + e.getStackTrace()[0]);
      }
      progress(done.incrementAndGet());
    }
  }

  private void run(long seed) {
    GeneratedProgram program = ProgramGenerator.generate(seed);
    Runner.Outcome outcome = Runner.run(program);
    outcome.results().forEach(r -> outcomes.merge(kind(r), 1, Integer::sum));
    outcome.failure().ifPresent(f -> failures.put(seed, report(program, f)));
  }

  private void progress(long programs) {
    if (programs % OFTEN == 0) {
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "generated programs: %d of %d, %.1f a second, failures: %s, calls: %s%n",
          programs, count, programs / seconds, failures.keySet(), outcomes);
    }
  }

  private static String kind(Object result) {
    return result instanceof String failure ? failure.split(":", 2)[0] : VALUE;
  }

  private static String report(GeneratedProgram program, Failure failure) {
    GeneratedProgram small = new Shrinker(Runner::failure).shrink(program, failure);
    Runner.Outcome outcome = Runner.run(small);
    return """

    %s, seed %d
    mvn -pl compiler test -Dtest=GeneratedProgramsTest -Dgenerated.seed=%2$d -Dgenerated.count=1
    %s

    %s
    """
        .formatted(
            failure.kind(),
            program.seed(),
            outcome.failure().map(Failure::message).orElse(""),
            GoldenText.of(small, outcome));
  }
}
