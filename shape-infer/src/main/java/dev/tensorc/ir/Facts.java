package dev.tensorc.ir;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Facts about dims at a point: a conjunction of equations. Immutable; {@link #with} adds one.
 *
 * <p>The checked equalities of a function's entry are facts, and so is the guard of a version:
 * inference under more equations makes a version.
 */
public final class Facts {

  public static final Facts NONE = new Facts(List.of(), Map.of(), Map.of(), false);

  /** {@code left == right}. */
  public record Equation(Dim left, Dim right) {
    @Override
    public String toString() {
      return left + " == " + right;
    }
  }

  /**
   * The most steps that the consequences of an equation are followed: each step replaces one dim
   * more.
   */
  private static final int MOST_CONSEQUENCES = 8;

  private final List<Equation> equations;
  private final Map<Dim, Dim> replacements; // dim -> resolved dim it equals
  private final Map<Dim, Long> least; // sum without its constant -> its lower bound
  private final boolean contradictory;

  private Facts(
      List<Equation> equations,
      Map<Dim, Dim> replacements,
      Map<Dim, Long> least,
      boolean contradictory) {
    this.equations = equations;
    this.replacements = replacements;
    this.least = least;
    this.contradictory = contradictory;
  }

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
    return least.entrySet().stream()
        .map(e -> new AtLeast(e.getKey(), e.getValue()))
        .sorted(Comparator.comparing(AtLeast::toString))
        .toList();
  }

  /** Whether no sizes can satisfy all equations (two different constants met). */
  public boolean contradictory() {
    return contradictory;
  }

  /** These facts and {@code left == right}. */
  public Facts with(Dim left, Dim right) {
    if (same(left, right)) {
      return this;
    }
    var list = new ArrayList<>(equations);
    list.add(new Equation(left, right));
    return replacing(List.copyOf(list), left, right, MOST_CONSEQUENCES);
  }

  private Facts replacing(List<Equation> list, Dim left, Dim right, int consequences) {
    Dim a = resolve(left);
    Dim b = resolve(right);
    if (a.equals(b)) {
      return this;
    }
    if (Dims.sub(a, b) instanceof Dim.Const) {
      return new Facts(list, replacements, least, true);
    }
    Rule rule = rule(a, b);
    var map = new HashMap<>(replacements);
    map.put(rule.from(), rule.to());
    var bounds = new HashMap<Dim, Long>();
    var next = new Facts(list, map, bounds, contradictory);
    map.replaceAll((_, value) -> next.resolve(value));
    least.forEach(
        (dim, value) -> {
          Dim known = next.resolve(dim);
          if (!(known instanceof Dim.Const)) { // a number tells its own bound
            merge(bounds, known, value);
          }
        });
    return consequences == 0 ? next : next.consequences(rule.from(), consequences - 1);
  }

  /** With the equations whose left sides have a part that is now replaced: `min(n, 8)` of `n`. */
  private Facts consequences(Dim replaced, int consequences) {
    Facts all = this;
    for (Map.Entry<Dim, Dim> e : replacements.entrySet()) {
      Dim whole = e.getKey();
      if (!whole.equals(replaced) && Dims.contains(whole, replaced)) {
        Dim of = Dims.rewrite(whole, part -> replacements.getOrDefault(part, part));
        all = all.replacing(equations, of, e.getValue(), consequences);
      }
    }
    return all;
  }

  /** These facts and {@code dim >= value}. */
  public Facts withAtLeast(Dim dim, long value) {
    Dim known = resolve(dim);
    if (known instanceof Dim.Const || lowerBound(known) >= value) {
      return this;
    }
    var map = new HashMap<>(least);
    merge(map, known, value);
    return new Facts(equations, replacements, map, contradictory);
  }

  private static void merge(Map<Dim, Long> least, Dim dim, long value) {
    long rest = plus(value, -1, Dims.constant(dim));
    if (rest != Long.MIN_VALUE) {
      least.merge(withoutConstant(dim), rest, Math::max);
    }
  }

  /** {@code bound + factor * x}; where i64 does not hold it, the bound that says nothing. */
  private static long plus(long bound, long factor, long x) {
    try {
      return Math.addExact(bound, Math.multiplyExact(factor, x));
    } catch (ArithmeticException beyond) {
      return Long.MIN_VALUE; // values wrap there, so that nothing follows
    }
  }

  private static Dim withoutConstant(Dim d) {
    return Dims.add(d, -Dims.constant(d));
  }

  /** The dim's lower bound; {@link Long#MIN_VALUE} where nothing is known. */
  public long lowerBound(Dim dim) {
    Dim d = resolve(dim);
    Long known = least.get(withoutConstant(d));
    long ofTerms = lowerBoundOfTerms(d);
    return known == null ? ofTerms : Math.max(plus(known, 1, Dims.constant(d)), ofTerms);
  }

  private long lowerBoundOfTerms(Dim d) {
    long bound = Dims.constant(d);
    for (Dim.Term t : Dims.terms(d)) {
      long atom =
          least.getOrDefault(
              t.atom(), Dims.isSigned(t.atom()) ? Long.MIN_VALUE : Dims.atLeast(t.atom()));
      if (t.factor() < 0 || atom == Long.MIN_VALUE) {
        return Long.MIN_VALUE;
      }
      bound = plus(bound, t.factor(), atom);
      if (bound == Long.MIN_VALUE) {
        return bound;
      }
    }
    return bound;
  }

  private record Rule(Dim from, Dim to) {}

  /**
   * The rule that makes one side give way. Sums are solved for one of their symbols, so that the
   * fact reaches every dim that has the symbol in it; a sum that cannot be solved is replaced as a
   * whole.
   */
  private static Rule rule(Dim a, Dim b) {
    boolean opaque = opaque(a) || opaque(b);
    if (!opaque && Dims.sub(a, b) instanceof Dim.Linear difference) {
      Dim.Term best = null;
      for (Dim.Term t : difference.terms()) {
        boolean solvable =
            Math.abs(t.factor()) == 1
                && !opaque(t.atom())
                && difference.terms().stream()
                    .allMatch(other -> other == t || !Dims.contains(other.atom(), t.atom()));
        if (solvable && (best == null || yields(t.atom()) > yields(best.atom()))) {
          best = t;
        }
      }
      if (best != null) {
        Dim rest = Dims.sub(difference, Dims.mul(Dims.of(best.factor()), best.atom()));
        return new Rule(best.atom(), Dims.mul(Dims.of(-best.factor()), rest));
      }
    }
    boolean keepA = Dims.contains(b, a) || (!Dims.contains(a, b) && weight(a) <= weight(b));
    return keepA ? new Rule(b, a) : new Rule(a, b);
  }

  private static boolean opaque(Dim d) {
    return switch (d) {
      case Dim.Const _, Dim.Sym _, Dim.Late _, Dim.Linear _ -> false;
      case Dim.Product _, Dim.Clamp _, Dim.Min _, Dim.CeilDiv _, Dim.Bound _, Dim.Join _ -> true;
    };
  }

  /** How gladly a symbol gives way: late before unnamed before named, later before earlier. */
  private static long yields(Dim symbol) {
    return switch (symbol) {
      case Dim.Late l -> (2L << 32) + l.id();
      case Dim.Sym s -> (s.named() ? 0 : 1L << 32) + s.id();
      case Dim.Const _,
          Dim.Linear _,
          Dim.Product _,
          Dim.Clamp _,
          Dim.Min _,
          Dim.CeilDiv _,
          Dim.Bound _,
          Dim.Join _ ->
          -1;
    };
  }

  private static int weight(Dim d) {
    return switch (d) {
      case Dim.Const _ -> 0;
      case Dim.Sym _, Dim.Late _ -> 1;
      case Dim.Linear _ -> 2;
      case Dim.Product _, Dim.Clamp _, Dim.Min _, Dim.CeilDiv _, Dim.Bound _, Dim.Join _ ->
          2 + d.toString().length();
    };
  }

  /** {@code d} in terms of the dims that stay when every equation is applied. */
  public Dim resolve(Dim d) {
    if (replacements.isEmpty() || d instanceof Dim.Const) {
      return d;
    }
    if (d instanceof Dim.Sym || d instanceof Dim.Late) {
      return replacements.getOrDefault(d, d); // its replacement is resolved already
    }
    Dim seen = d;
    for (int i = 0; i <= replacements.size(); i++) {
      Dim next = Dims.rewrite(seen, part -> replacements.getOrDefault(part, part));
      if (next.equals(seen)) {
        return next;
      }
      seen = next;
    }
    return seen;
  }

  /** Whether the two are equal for all sizes that satisfy the equations. */
  public boolean same(Dim a, Dim b) {
    return a.equals(b) || resolve(a).equals(resolve(b));
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
