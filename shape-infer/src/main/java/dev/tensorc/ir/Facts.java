package dev.tensorc.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of dims at a point: a conjunction of equations. Immutable; {@link #with} adds one.
 *
 * <p>The checked equalities of a function's entry are facts, and so is the guard of a version: the
 * same questions, asked again under more equations, are what makes a version.
 */
public final class Facts {

  public static final Facts NONE = new Facts(List.of(), Map.of(), false);

  /** {@code left == right}. */
  public record Equation(Dim left, Dim right) {
    @Override
    public String toString() {
      return left + " == " + right;
    }
  }

  private final List<Equation> equations;
  private final Map<Dim, Dim> replacements; // dim -> resolved dim it equals
  private final boolean contradictory;

  private Facts(List<Equation> equations, Map<Dim, Dim> replacements, boolean contradictory) {
    this.equations = equations;
    this.replacements = replacements;
    this.contradictory = contradictory;
  }

  public List<Equation> equations() {
    return equations;
  }

  /** Whether no sizes can satisfy all equations (two different constants met). */
  public boolean contradictory() {
    return contradictory;
  }

  /** These facts and {@code left == right}. */
  public Facts with(Dim left, Dim right) {
    Dim a = resolve(left);
    Dim b = resolve(right);
    if (a.equals(b)) {
      return this;
    }
    var list = new ArrayList<>(equations);
    list.add(new Equation(left, right));
    if (Dims.sub(a, b) instanceof Dim.Const) {
      return new Facts(List.copyOf(list), replacements, true);
    }
    Rule rule = rule(a, b);
    var map = new HashMap<>(replacements);
    map.put(rule.from(), rule.to());
    var next = new Facts(List.copyOf(list), map, contradictory);
    map.replaceAll((_, value) -> next.resolve(value));
    return next;
  }

  private record Rule(Dim from, Dim to) {}

  /**
   * Which side gives way. Sums are solved for one of their symbols, so that the fact reaches every
   * dim that has the symbol in it; what cannot be solved is replaced as a whole.
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

  /** {@code d} in terms of what stays when every equation is applied. */
  public Dim resolve(Dim d) {
    if (replacements.isEmpty() || d instanceof Dim.Const) {
      return d;
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

  public boolean isOne(Dim d) {
    return Dims.isConst(resolve(d), 1);
  }

  /** Whether the size may be 1 at run time: the could-be-1 bit. */
  public boolean couldBeOne(Dim d) {
    return switch (resolve(d)) {
      case Dim.Const c -> c.value() == 1;
      case Dim.Linear l -> Dims.atLeast(l) <= 1 && reaches(l, 1);
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
