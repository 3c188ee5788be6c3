package dev.tensorc.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules that bring sizes which are equal by some equations to one form. Each equation is solved for
 * one of its terms, and every other rule is written without that term: Gauss elimination for sums,
 * with all forms that are no sums as unknowns, and Knuth-Bendix completion for what these forms are
 * made of.
 *
 * <pre>{@code
 * ?a.0 == n + 1, ?a.0 * m == k, n == 4      gives  ?a.0 -> 5, n -> 4, k -> 5 * m
 * max(m - i, 0) == 3, min(m, 2) == i, m == 5  gives  m -> 5, i -> 2
 * }</pre>
 *
 * <p>Sums wrap as i64 values do, so no equation is divided: {@code 2 * n == 6} says nothing of n.
 * Missed on purpose: products of sums are not multiplied out.
 */
final class SizeRules {

  static final SizeRules NONE = new SizeRules(Map.of(), Map.of(), false);

  /** More equations than that follow from one only if completion does not end. */
  private static final int MOST_CONSEQUENCES = 1_000;

  /** {@code factor * term == rest} for a term that gives way. */
  private record Rule(long factor, Dim rest) {}

  private final Map<Dim, Rule> rules; // by the term; all rests are in their last form
  private final Map<Dim, Long> least; // sum without its constant -> what it is at least
  private boolean contradictory;

  private SizeRules(Map<Dim, Rule> rules, Map<Dim, Long> least, boolean contradictory) {
    this.rules = rules;
    this.least = least;
    this.contradictory = contradictory;
  }

  private SizeRules copy() {
    return new SizeRules(new LinkedHashMap<>(rules), new LinkedHashMap<>(least), contradictory);
  }

  /** What sums without a constant are at least. */
  Map<Dim, Long> least() {
    return least;
  }

  /** Whether two different numbers met. */
  boolean contradictory() {
    return contradictory;
  }

  // ---------------------------------------------------------------- equations

  /** These rules and the consequences of {@code left == right}. */
  SizeRules with(Dim left, Dim right) {
    SizeRules next = copy();
    next.complete(new ArrayDeque<>(List.of(new Facts.Equation(left, right))));
    return next;
  }

  private void complete(Deque<Facts.Equation> open) {
    for (int k = 0; k < MOST_CONSEQUENCES && !open.isEmpty(); k++) {
      Facts.Equation e = open.remove();
      Dim left = resolve(e.left());
      Dim right = resolve(e.right());
      Dim difference = resolve(Dims.sub(left, right));
      if (difference instanceof Dim.Const c) {
        contradictory |= c.value() != 0;
      } else {
        Dim.Term term = givesWay(difference, isOpaque(left) || isOpaque(right));
        Dim others = Dims.sub(difference, Dims.mul(Dims.of(term.factor()), term.atom()));
        long sign = term.factor() < 0 ? 1 : -1;
        put(term.atom(), new Rule(-sign * term.factor(), Dims.mul(Dims.of(sign), others)), open);
      }
    }
  }

  /** Adds a rule; rules that it changes are equations again. */
  private void put(Dim term, Rule rule, Deque<Facts.Equation> open) {
    reopen(term, open);
    rules.put(term, rule);
    rules.replaceAll(
        (_, r) -> Dims.contains(r.rest(), term) ? new Rule(r.factor(), resolve(r.rest())) : r);
    List.copyOf(least.entrySet()).stream()
        .filter(bound -> Dims.contains(bound.getKey(), term))
        .forEach(
            bound -> {
              least.remove(bound.getKey());
              Dim known = resolve(bound.getKey());
              if (!(known instanceof Dim.Const)) { // a number tells its own bound
                merge(known, bound.getValue());
              }
            });
    if (!Dims.isSigned(term)) {
      open.add(new Facts.Equation(Dims.clamp(rule.rest()), rule.rest()));
    }
    if (term instanceof Dim.Join join && rule.factor() == 1) {
      for (Dim size : join.operands()) { // each is 1 or the joined size
        open.add(new Facts.Equation(Dims.join(List.of(size, rule.rest())), rule.rest()));
      }
    }
  }

  /** Takes back the rules of terms that have this one in them. */
  private void reopen(Dim term, Deque<Facts.Equation> open) {
    for (Map.Entry<Dim, Rule> e : List.copyOf(rules.entrySet())) {
      if (Dims.contains(e.getKey(), term) || isPart(term, e.getKey())) {
        rules.remove(e.getKey());
        Rule rule = e.getValue();
        open.add(new Facts.Equation(Dims.mul(Dims.of(rule.factor()), e.getKey()), rule.rest()));
      }
    }
  }

  /** Whether the sizes of one join are among those of the other. */
  private static boolean isPart(Dim some, Dim all) {
    return some instanceof Dim.Join s
        && all instanceof Dim.Join a
        && a.operands().containsAll(s.operands());
  }

  /**
   * The term of a sum that is 0 for which the sum is solved: one that stands in no other term, if
   * possible without a factor. Symbols give way where both sides of the equation are sums, so that
   * the equation reaches every dim that has the symbol in it; else the least simple form does.
   */
  private static Dim.Term givesWay(Dim sum, boolean opaque) {
    List<Dim.Term> terms = Dims.terms(sum);
    return terms.stream()
        .filter(
            t ->
                terms.stream()
                    .allMatch(other -> other == t || !Dims.contains(other.atom(), t.atom())))
        .max(
            Comparator.comparing((Dim.Term t) -> Math.abs(t.factor()) == 1)
                .thenComparing(t -> opaque ? 0 : yields(t.atom()))
                .thenComparing(t -> weight(t.atom()))
                .thenComparing(t -> t.factor() < 0)) // of the right side, where equally simple
        .orElseThrow();
  }

  private static boolean isOpaque(Dim d) {
    return switch (d) {
      case Dim.Const _, Dim.Sym _, Dim.Late _, Dim.Linear _ -> false;
      case Dim.Product _, Dim.Clamp _, Dim.Min _, Dim.CeilDiv _, Dim.Bound _, Dim.Join _ -> true;
    };
  }

  /** How gladly a symbol gives way: late before unnamed before named, later before earlier. */
  private static long yields(Dim term) {
    return switch (term) {
      case Dim.Late l -> (2L << 32) + l.id();
      case Dim.Sym s -> (s.named() ? 0 : 1L << 32) + s.id();
      case Dim _ -> -1;
    };
  }

  private static int weight(Dim term) {
    return isOpaque(term) ? 2 + term.toString().length() : 1;
  }

  // ---------------------------------------------------------------- the form of a size

  /** {@code d} in terms of what stays when every rule is applied. */
  Dim resolve(Dim d) {
    if (d instanceof Dim.Const || (rules.isEmpty() && least.isEmpty())) {
      return d;
    }
    if (d instanceof Dim.Sym || d instanceof Dim.Late) {
      return rest(d); // most sizes are symbols
    }
    Dim seen = d;
    for (int i = 0; i <= rules.size() + 1; i++) {
      Dim next = Dims.rewrite(seen, this::replaced);
      if (next.equals(seen)) {
        return next;
      }
      seen = next;
    }
    return seen;
  }

  private Dim replaced(Dim part) {
    return switch (part) {
      case Dim.Const c -> c;
      case Dim.Linear sum -> reduced(sum);
      case Dim.Clamp c when !least.isEmpty() && lowerBoundOf(c.value()) >= 0 -> c.value();
      case Dim.Join j -> joined(j);
      case Dim term -> rest(term);
    };
  }

  private Dim rest(Dim term) {
    Rule rule = rules.get(term);
    return rule != null && rule.factor() == 1 ? rule.rest() : term;
  }

  /** Takes as many times a rule with a factor as the sum has the factor. */
  private Dim reduced(Dim.Linear sum) {
    Dim reduced = sum;
    for (Dim.Term t : sum.terms()) {
      Rule rule = rules.get(t.atom());
      long times = rule == null ? 0 : t.factor() / rule.factor();
      if (rule != null && times != 0) {
        Dim term = Dims.mul(Dims.of(times * rule.factor()), t.atom());
        reduced = Dims.add(Dims.sub(reduced, term), Dims.mul(Dims.of(times), rule.rest()));
      }
    }
    return reduced;
  }

  /** A join of some of the sizes may be known. */
  private Dim joined(Dim.Join join) {
    for (Map.Entry<Dim, Rule> e : rules.entrySet()) {
      if (isPart(e.getKey(), join) && e.getKey() instanceof Dim.Join known) {
        var sizes = new ArrayList<>(join.operands());
        sizes.removeAll(known.operands());
        sizes.add(rest(known));
        return Dims.join(sizes);
      }
    }
    return join;
  }

  /** Whether the two are equal for all sizes that satisfy the equations. */
  boolean same(Dim a, Dim b) {
    if (a.equals(b)) {
      return true;
    }
    Dim left = resolve(a);
    Dim right = resolve(b);
    return left.equals(right)
        || (rules.values().stream().anyMatch(r -> r.factor() > 1)
            && Dims.isConst(resolve(Dims.sub(left, right)), 0));
  }

  // ---------------------------------------------------------------- bounds

  /** These rules where {@code dim >= value}. */
  SizeRules withAtLeast(Dim dim, long value) {
    SizeRules next = copy();
    next.merge(resolve(dim), value);
    var open = new ArrayDeque<Facts.Equation>();
    for (Map.Entry<Dim, Rule> e : List.copyOf(next.rules.entrySet())) {
      Dim term = e.getKey();
      Rule rule = e.getValue();
      next.rules.remove(term);
      if (next.resolve(term).equals(term)) {
        next.rules.put(term, rule);
      } else {
        open.add(new Facts.Equation(Dims.mul(Dims.of(rule.factor()), term), rule.rest()));
      }
    }
    next.rules.replaceAll((_, r) -> new Rule(r.factor(), next.resolve(r.rest())));
    next.complete(open);
    return next;
  }

  private void merge(Dim dim, long value) {
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

  /** What the dim is at least; {@link Long#MIN_VALUE} where nothing is known. */
  long lowerBound(Dim dim) {
    return lowerBoundOf(resolve(dim));
  }

  private long lowerBoundOf(Dim d) {
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
}
