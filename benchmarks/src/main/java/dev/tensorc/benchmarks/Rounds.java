package dev.tensorc.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Samples contenders round by round, each once a round, in random order.
 *
 * @param least rounds, however long they take
 * @param most rounds
 * @param nanos after which no further round begins
 */
public record Rounds(int least, int most, long nanos) {

  private static final long SAMPLE_NANOS = 1_000_000L;

  /** Something whose time is taken. */
  public interface Timed {
    /** Nanoseconds of one computation, over so many. */
    double nanos(long times) throws Throwable;

    /** A contender by this JVM's clock. */
    static Timed of(Contender c) {
      return times -> {
        long start = System.nanoTime();
        c.run(times);
        return (double) (System.nanoTime() - start) / times;
      };
    }

    /** How many computations take about as long as a sample. */
    default long calibrated() throws Throwable {
      long times = 1;
      while (nanos(times) * times < SAMPLE_NANOS) {
        times *= 2;
      }
      return times;
    }
  }

  /** A contender, how often it runs in a sample, and its samples. */
  public record Lane(String name, Timed timed, long times, List<Double> samples) {
    public Lane(String name, Timed timed) throws Throwable {
      this(name, timed, timed.calibrated(), new ArrayList<>());
    }

    /**
     * The nanoseconds of one computation, by one sample. A computation before it brings the lane's
     * data back to the caches that other lanes have used: else a lane with few computations in a
     * sample would seem slower than one with many.
     */
    public double sample() throws Throwable {
      timed.nanos(1);
      return timed.nanos(times);
    }
  }

  /** The median nanoseconds of each lane, by name and in the lanes' order. */
  public Map<String, Double> medians(List<Lane> lanes) throws Throwable {
    var order = new ArrayList<>(lanes);
    var random = new Random(lanes.size()); // each contender follows different ones
    long end = System.nanoTime() + nanos;
    for (int round = 0; round < most && (round < least || System.nanoTime() < end); round++) {
      Collections.shuffle(order, random);
      for (Lane lane : order) {
        lane.samples().add(lane.sample());
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    lanes.forEach(lane -> medians.put(lane.name(), Medians.of(lane.samples())));
    return medians;
  }
}
