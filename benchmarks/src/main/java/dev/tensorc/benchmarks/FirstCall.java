package dev.tensorc.benchmarks;

import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Calls the fused chain on 10^6 elements in a JVM that has done nothing else, again and again for
 * some seconds. Prints the time of the first call and the time until full speed, both in
 * milliseconds.
 */
final class FirstCall {

  private static final int ROWS = 1000;
  private static final int COLUMNS = 1000;
  private static final long NANOS = 3_000_000_000L;

  /** So many calls in turn are at full speed if their median is. */
  private static final int IN_TURN = 20;

  /** How far a median may be from that of the end. */
  private static final double NOISE = 1.25;

  /** The program. */
  public interface Chain {
    void chainInto(
        FloatTensor out,
        FloatTensor x,
        FloatTensor mu,
        FloatTensor scale,
        FloatTensor bias,
        FloatTensor g);
  }

  /**
   * @param end when it ended, in nanoseconds since the first call began
   */
  private record Call(long end, long nanos) {}

  private FirstCall() {}

  public static void main(String[] args) throws IOException {
    Chain program = Program.load(Path.of(args[0])).as(Chain.class);
    FloatTensor out = FloatTensor.zeros(ROWS, COLUMNS);
    FloatTensor x = ramp(ROWS, COLUMNS);
    FloatTensor column = ramp(ROWS, 1);
    FloatTensor row = ramp(COLUMNS);
    var calls = new ArrayList<Call>();
    long start = System.nanoTime();
    for (long end = start; end - start < NANOS; ) {
      long begin = System.nanoTime();
      program.chainInto(out, x, column, row, row, column);
      end = System.nanoTime();
      calls.add(new Call(end - start, end - begin));
    }
    System.out.printf(
        Locale.ROOT, "%.2f %.0f%n", calls.getFirst().nanos() / 1e6, fullSpeedAfter(calls) / 1e6);
  }

  private static FloatTensor ramp(long... shape) {
    float[] values = FloatTensor.zeros(shape).toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 97 * 0.25f - 3;
    }
    return FloatTensor.of(values, shape);
  }

  private static double fullSpeedAfter(List<Call> calls) {
    double full = median(calls.subList(calls.size() * 4 / 5, calls.size()));
    for (int i = 0; i + IN_TURN <= calls.size(); i++) {
      if (median(calls.subList(i, i + IN_TURN)) <= NOISE * full) {
        return calls.get(i).end();
      }
    }
    return calls.getLast().end();
  }

  private static double median(List<Call> calls) {
    long[] sorted = calls.stream().mapToLong(Call::nanos).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
