package dev.tensorc.ir;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Facts about dims at a point: a conjunction of equations. Immutable; {@link #with} adds one.
 *
 * <p>The checked equalities of a function's entry are facts, and so is the guard of a version:
 * inference under more equations makes a version.
 */
public final class Facts {

  public static final Facts NONE = new Facts(List.of(), SizeRules.NONE);

  /** {@code left == right}. */
  public record Equation(Dim left, Dim right) {
    @Override
    public String toString() {
      return left + " == " + right;
    }
  }

  private final List<Equation> equations;
  private final SizeRules rules;

  private Facts(List<Equation> equations, SizeRules rules) {
    this.equations = equations;
    this.rules = rules;
  }

  /** Those that were added; more may follow from them. */
  public List<Equation> equations() {
    return equations;
  }

  /** {@code dim >= least}. */
  public record AtLeast(Dim dim, long least) {
    @Override
    public String toString() {
      return dim + " >= " + least;
    }
  }

  /** Facts about sizes beside the equations. */
  public List<AtLeast> bounds() {
    return rules.least().entrySet().stream()
        .map(e -> new AtLeast(e.getKey(), e.getValue()))
        .sorted(Comparator.comparing(AtLeast::toString))
        .toList();
  }

  /** Whether no sizes can satisfy all equations (two different constants met). */
  public boolean contradictory() {
    return rules.contradictory();
  }

  /** These facts and {@code left == right}. */
  public Facts with(Dim left, Dim right) {
    if (same(left, right)) {
      return this;
    }
    var list = new ArrayList<>(equations);
    list.add(new Equation(left, right));
    return new Facts(List.copyOf(list), rules.with(left, right));
  }

  /** These facts and {@code dim >= value}. */
  public Facts withAtLeast(Dim dim, long value) {
    return resolve(dim) instanceof Dim.Const || lowerBound(dim) >= value
        ? this
        : new Facts(equations, rules.withAtLeast(dim, value));
  }

  /** What the dim is at least; {@link Long#MIN_VALUE} where nothing is known. */
  public long lowerBound(Dim dim) {
    return rules.lowerBound(dim);
  }

  /** {@code d} in terms of what stays when every equation is applied. */
  public Dim resolve(Dim d) {
    return rules.resolve(d);
  }

  /** Whether the two are equal for all sizes that satisfy the equations. */
  public boolean same(Dim a, Dim b) {
    return rules.same(a, b);
  }

  /** Whether two shapes have as many axes, of equal sizes. */
  public boolean same(List<Dim> a, List<Dim> b) {
    return a.size() == b.size()
        && IntStream.range(0, a.size()).allMatch(i -> same(a.get(i), b.get(i)));
  }

  public boolean isOne(Dim d) {
    return Dims.isConst(resolve(d), 1);
  }

  /** Whether the size may be 1 at run time: the could-be-1 bit. */
  public boolean couldBeOne(Dim d) {
    Dim known = resolve(d);
    if (lowerBound(known) > 1) {
      return false;
    }
    return switch (known) {
      case Dim.Const c -> c.value() == 1;
      case Dim.Linear l -> reaches(l, 1);
      case Dim.Sym _,
          Dim.Late _,
          Dim.Product _,
          Dim.Clamp _,
          Dim.Min _,
          Dim.CeilDiv _,
          Dim.Bound _,
          Dim.Join _ ->
          true;
    };
  }

  /** Whether the remainder modulo the factors' common divisor allows the value. */
  private static boolean reaches(Dim.Linear l, long value) {
    long divisor = 0;
    for (Dim.Term t : l.terms()) {
      divisor = gcd(divisor, t.factor());
    }
    return divisor == 0 || (value - l.constant()) % divisor == 0;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? Math.absExact(a) : gcd(b, a % b);
  }
}
