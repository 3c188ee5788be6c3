package dev.tensorc;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Which of many cases a test runs: a part that a seed draws, or all of them with {@code
 * -Dtensorc.full=true}, which {@code mvn verify -Pfull} sets.
 *
 * <p>The seed is the day's date in days since 1970, or the number in {@code -Dtensorc.seed}; each
 * JVM that draws prints it.
 */
public final class Sample {

  /** The seed of all draws. */
  public static final long SEED =
      Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());

  private static final boolean FULL = Boolean.getBoolean("tensorc.full");

  static {
    System.out.println(
        FULL ? "tests run all cases" : "tests draw cases: repeat with -Dtensorc.seed=" + SEED);
  }

  private final Random random;

  /**
   * @param name of a test and the other names that its draws depend on: other names draw other
   *     cases
   */
  public Sample(Object... name) {
    var seed = new Random(SEED);
    this.random = new Random(seed.nextLong() ^ List.of(name).toString().hashCode());
  }

  /** Whether all cases are run. */
  public static boolean isFull() {
    return FULL;
  }

  /** Whether to run a case: one of {@code n} that are asked for, by chance. */
  public boolean takesOneOf(int n) {
    return random.nextInt(n) == 0 || FULL;
  }

  /** So many of the cases, in their order. */
  public <T> List<T> of(int count, List<T> cases) {
    if (FULL || count >= cases.size()) {
      return cases;
    }
    return random
        .ints(0, cases.size())
        .distinct()
        .limit(count)
        .sorted()
        .mapToObj(cases::get)
        .toList();
  }

  /** So many of the numbers, in their order. */
  public int[] of(int count, int... numbers) {
    return of(count, IntStream.of(numbers).boxed().toList()).stream().mapToInt(n -> n).toArray();
  }
}
