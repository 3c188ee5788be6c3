package dev.tensorc.benchmarks.models;

import dev.tensorc.benchmarks.Rounds;
import dev.tensorc.benchmarks.WarmUpThread;
import dev.tensorc.embeddings.TextEncoder;
import dev.tensorc.models.ModelPackage;
import dev.tensorc.models.Packages;
import dev.tensorc.runtime.LongTensor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Encodes so many texts of so many tokens with both contestants in turn, after warming both up:
 * HOME ID FOLDER TEXTS TOKENS. Prints the median of each in nanoseconds of this thread's processor
 * time.
 */
final class SpeedJvm {
  private static final long WARM_UP_NANOS = 12_000_000_000L;
  private static final long NANOS = 8_000_000_000L;
  private static final int LEAST_ROUNDS = 30;
  private static final int MOST_ROUNDS = 1_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private SpeedJvm() {}

  public static void main(String[] args) throws Throwable {
    ModelPackage model = Packages.of(Path.of(args[0]), args[1]);
    int texts = Integer.parseInt(args[3]);
    int tokens = Integer.parseInt(args[4]);
    LongTensor ids = LongTensor.zeros(texts, tokens);
    LongTensor mask = LongTensor.zeros(texts, tokens);
    for (int text = 0; text < texts; text++) {
      for (int i = 0; i < tokens; i++) {
        ids.set(1000 + 7L * (text * tokens + i), text, i); // words of the vocabulary
        mask.set(1, text, i);
      }
    }
    LongTensor types = LongTensor.zeros(texts, tokens);
    List<Rounds.Lane> lanes = new ArrayList<>();
    for (Contestant contestant : Contestant.values()) {
      TextEncoder encoder = contestant.embedder(model, Path.of(args[2])).encoder();
      warmUp(() -> encoder.encode(ids, mask, types));
      lanes.add(new Rounds.Lane(contestant.name(), timed(() -> encoder.encode(ids, mask, types))));
    }
    Map<String, Double> medians = new Rounds(LEAST_ROUNDS, MOST_ROUNDS, NANOS).medians(lanes);
    medians.forEach((name, nanos) -> System.out.println(name + " " + nanos));
  }

  private static void warmUp(Runnable call) {
    long end = THREADS.getCurrentThreadCpuTime() + WARM_UP_NANOS;
    while (THREADS.getCurrentThreadCpuTime() < end || WarmUpThread.isRunning()) {
      call.run();
    }
  }

  private static Rounds.Timed timed(Runnable call) {
    return times -> {
      long start = THREADS.getCurrentThreadCpuTime();
      for (long i = 0; i < times; i++) {
        call.run();
      }
      return (double) (THREADS.getCurrentThreadCpuTime() - start) / times;
    };
  }
}
