package dev.tensorc.codegen.explain;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.List;

/**
 * About how long something takes on one thread, data in the cache: a rule of thumb, not a
 * measurement.
 *
 * @param nanos nanoseconds for each point
 * @param points how many points there are
 */
public record Cost(double nanos, Dim points) {

  private static final List<String> UNITS = List.of("ns", "us", "ms", "s");

  /** A longer product of sizes explains nothing. */
  private static final int MAX_SIZE_LENGTH = 60;

  /**
   * A cost whose points have no constant factor, which counts as time of the others, and no
   * constant summand: {@code (n - 2) * d} are about {@code n * d}.
   *
   * @param nanos of a point
   * @param extents of all axes
   */
  static Cost of(double nanos, List<Dim> extents) {
    Dim points = Dims.product(extents.stream().map(Cost::about).toList());
    if (points instanceof Dim.Const c) {
      return new Cost(nanos * c.value(), Dims.ONE);
    }
    List<Dim.Term> terms = Dims.terms(points);
    boolean scaled = terms.size() == 1 && Dims.constant(points) == 0;
    return scaled
        ? new Cost(nanos * terms.getFirst().factor(), terms.getFirst().atom())
        : new Cost(nanos, points);
  }

  /** An extent without a summand that matters where it is small only. */
  private static Dim about(Dim extent) {
    return switch (extent) {
      case Dim.Clamp c -> about(c.value());
      case Dim.Linear l -> Dims.sub(l, Dims.of(l.constant()));
      default -> extent;
    };
  }

  /** Whether the time is known without any size. */
  public boolean isFixed() {
    return points.equals(Dims.ONE);
  }

  /** The cost as a number to compare, if each open size were a thousand. */
  public double weight() {
    int open =
        switch (points) {
          case Dim.Product p -> p.factors().size();
          case Dim.Const _ -> 0;
          default -> 1;
        };
    return nanos * Math.pow(1000, open);
  }

  /** {@code 0.5 ns x n * d}, or {@code 12 us} where no size is open. */
  public String text() {
    if (isFixed()) {
      return time(nanos);
    }
    String size = points.toString();
    if (size.length() > MAX_SIZE_LENGTH) {
      return time(nanos) + " a point";
    }
    return time(nanos) + " x " + (points instanceof Dim.Linear ? "(" + size + ")" : size);
  }

  /** Two digits of a time, and its unit. */
  public static String time(double nanos) {
    int unit = 0;
    double value = nanos;
    while (value >= 1000 && unit < UNITS.size() - 1) {
      value /= 1000;
      unit++;
    }
    return Cliff.rounded(value) + " " + UNITS.get(unit);
  }
}
