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
    if (a instanceof Dim.Const && b instanceof Dim.Const) {
      return new Facts(List.copyOf(list), replacements, true);
    }
    // The constant, else the earlier symbol, stays.
    boolean keepA = a instanceof Dim.Const || (!(b instanceof Dim.Const) && complexity(a) <= complexity(b));
    Dim from = keepA ? b : a;
    Dim to = keepA ? a : b;
    var map = new HashMap<>(replacements);
    map.put(from, to);
    var next = new Facts(List.copyOf(list), map, contradictory);
    map.replaceAll((_, value) -> next.resolve(value));
    return next;
  }

  private static int complexity(Dim d) {
    return switch (d) {
      case Dim.Const _ -> 0;
      case Dim.Sym s -> 1 + s.id();
      case Dim.Late _ -> 1 << 20;
      default -> 1 << 21;
    };
  }

  /** {@code d} in terms of what stays when every equation is applied. */
  public Dim resolve(Dim d) {
    Dim seen = d;
    for (int i = 0; i <= replacements.size(); i++) {
      Dim next = rewrite(seen);
      if (next.equals(seen)) {
        return next;
      }
      seen = next;
    }
    return seen;
  }

  private Dim rewrite(Dim d) {
    Dim whole = replacements.get(d);
    if (whole != null) {
      return whole;
    }
    Dim inner = Dims.substitute(d, atom -> replacements.getOrDefault(atom, atom));
    if (inner instanceof Dim.Join j) { // operands may be replaced as a whole
      inner =
          Dims.join(j.operands().stream().map(o -> replacements.getOrDefault(o, o)).toList());
    }
    return replacements.getOrDefault(inner, inner);
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
      case Dim.Linear l ->
          !(l.constant() > 1 && l.terms().stream().allMatch(t -> t.factor() > 0));
      default -> true;
    };
  }
}
