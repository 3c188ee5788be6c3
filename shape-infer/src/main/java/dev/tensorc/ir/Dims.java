package dev.tensorc.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Smart constructors of {@link Dim}: they keep the normal form, so that dims that are always equal
 * mostly become equal records. An equality that is not recognised costs a run-time check, never a
 * wrong result.
 */
public final class Dims {

  public static final Dim ZERO = new Dim.Const(0);
  public static final Dim ONE = new Dim.Const(1);

  private static final Comparator<Dim> ORDER =
      Comparator.comparingInt(Dims::rank).thenComparing(Dim::toString);

  private Dims() {}

  public static Dim of(long value) {
    return new Dim.Const(value);
  }

  public static boolean isConst(Dim d, long value) {
    return d instanceof Dim.Const c && c.value() == value;
  }

  private static int rank(Dim d) {
    return switch (d) {
      case Dim.Const _ -> 0;
      case Dim.Sym s -> 1 + s.id();
      case Dim.Late l -> 1_000_000 + l.id();
      case Dim.Linear _ -> 2_000_000;
      case Dim.Product _ -> 2_000_001;
      case Dim.Clamp _ -> 2_000_002;
      case Dim.Min _ -> 2_000_003;
      case Dim.CeilDiv _ -> 2_000_004;
      case Dim.Bound _ -> 2_000_006;
      case Dim.Join _ -> 2_000_005;
    };
  }

  public static Dim add(Dim a, Dim b) {
    return linear(List.of(a, b), List.of(1L, 1L), 0);
  }

  public static Dim add(Dim a, long constant) {
    return constant == 0 ? a : linear(List.of(a), List.of(1L), constant);
  }

  public static Dim sub(Dim a, Dim b) {
    return a.equals(b) ? ZERO : linear(List.of(a, b), List.of(1L, -1L), 0);
  }

  /** Product; overflow of constants throws {@link ArithmeticException}. */
  public static Dim mul(Dim a, Dim b) {
    if (a instanceof Dim.Const c) {
      return c.value() == 1 ? b : linear(List.of(b), List.of(c.value()), 0);
    }
    if (b instanceof Dim.Const) {
      return mul(b, a);
    }
    for (Dim d : List.of(a, b)) {
      if (d instanceof Dim.Linear l && l.constant() == 0 && l.terms().size() == 1) {
        Dim.Term only = l.terms().getFirst(); // a number stands before the product
        return mul(of(only.factor()), mul(only.atom(), d == a ? b : a));
      }
    }
    var factors = new ArrayList<Dim>();
    for (Dim d : List.of(a, b)) {
      if (d instanceof Dim.Product p) {
        factors.addAll(p.factors());
      } else {
        factors.add(d);
      }
    }
    factors.sort(ORDER);
    return new Dim.Product(factors);
  }

  private static Dim linear(List<Dim> dims, List<Long> factors, long constant) {
    Map<Dim, Long> terms = new TreeMap<>(ORDER);
    long sum = constant;
    for (int i = 0; i < dims.size(); i++) {
      long f = factors.get(i);
      switch (dims.get(i)) {
        case Dim.Const c -> sum = Math.addExact(sum, Math.multiplyExact(f, c.value()));
        case Dim.Linear l -> {
          sum = Math.addExact(sum, Math.multiplyExact(f, l.constant()));
          for (Dim.Term t : l.terms()) {
            terms.merge(t.atom(), Math.multiplyExact(f, t.factor()), Math::addExact);
          }
        }
        case Dim d -> terms.merge(d, f, Math::addExact);
      }
    }
    terms.values().removeIf(f -> f == 0);
    if (terms.isEmpty()) {
      return of(sum);
    }
    if (sum == 0 && terms.size() == 1 && terms.values().iterator().next() == 1) {
      return terms.keySet().iterator().next();
    }
    var list = new ArrayList<Dim.Term>();
    terms.forEach((atom, f) -> list.add(new Dim.Term(f, atom)));
    return new Dim.Linear(list, sum);
  }

  /** {@code max(d, 0)}: makes a difference of bounds a size. */
  public static Dim clamp(Dim d) {
    return switch (d) {
      case Dim.Const c -> of(Math.max(c.value(), 0));
      case Dim.Linear l -> {
        // max(max(e, 0) - c, 0) = max(e - c, 0) for c >= 0
        if (l.terms().size() == 1
            && l.terms().get(0).factor() == 1
            && l.constant() <= 0
            && l.terms().get(0).atom() instanceof Dim.Clamp inner) {
          yield clamp(add(inner.value(), l.constant()));
        }
        yield isSigned(l) ? new Dim.Clamp(l) : l;
      }
      default -> isSigned(d) ? new Dim.Clamp(d) : d;
    };
  }

  /** The summands but for the constant: the dim itself where it is no sum. */
  public static List<Dim.Term> terms(Dim d) {
    return switch (d) {
      case Dim.Const _ -> List.of();
      case Dim.Linear l -> l.terms();
      case Dim other -> List.of(new Dim.Term(1, other));
    };
  }

  /** The constant summand. */
  public static long constant(Dim d) {
    return switch (d) {
      case Dim.Const c -> c.value();
      case Dim.Linear l -> l.constant();
      case Dim _ -> 0;
    };
  }

  /** Whether the sum is of sizes only, none of them taken away. */
  private static boolean allAdd(Dim.Linear l) {
    return l.terms().stream().allMatch(t -> t.factor() > 0 && !isSigned(t.atom()));
  }

  /** Whether the dim may be negative. */
  static boolean isSigned(Dim d) {
    return switch (d) {
      case Dim.Const c -> c.value() < 0;
      case Dim.Sym s -> s.signed();
      case Dim.Late l -> l.signed();
      case Dim.Linear l -> l.constant() < 0 || !allAdd(l);
      case Dim.Product p -> p.factors().stream().anyMatch(Dims::isSigned);
      case Dim.Min m -> isSigned(m.left()) || isSigned(m.right());
      case Dim.CeilDiv c ->
          c.value() instanceof Dim.Linear l
              ? !allAdd(l) || l.constant() <= -c.divisor()
              : isSigned(c.value());
      case Dim.Clamp _, Dim.Bound _, Dim.Join _ -> false; // these are sizes
    };
  }

  /** {@code min(a, b)}. */
  public static Dim min(Dim a, Dim b) {
    if (a.equals(b)) {
      return a;
    }
    if (isConst(a, 0) || isConst(b, 0)) {
      return ZERO;
    }
    if (a instanceof Dim.Const x && b instanceof Dim.Const y) {
      return of(Math.min(x.value(), y.value()));
    }
    if (sub(a, b) instanceof Dim.Const c) {
      return c.value() <= 0 ? a : b;
    }
    if (b instanceof Dim.Const c && a instanceof Dim.Min m && m.left() instanceof Dim.Const k) {
      return min(of(Math.min(c.value(), k.value())), m.right());
    }
    if (a instanceof Dim.Const && b instanceof Dim.Min) {
      return min(b, a);
    }
    return ORDER.compare(a, b) <= 0 ? new Dim.Min(a, b) : new Dim.Min(b, a);
  }

  /** {@code ceil(d / divisor)} for a positive divisor. */
  public static Dim ceilDiv(Dim d, long divisor) {
    if (divisor == 1) {
      return d;
    }
    if (d instanceof Dim.Linear l
        && l.terms().stream().allMatch(t -> t.factor() % divisor == 0)) { // exact but for the rest
      return linear(
          l.terms().stream().map(Dim.Term::atom).toList(),
          l.terms().stream().map(t -> t.factor() / divisor).toList(),
          Math.ceilDiv(l.constant(), divisor));
    }
    return d instanceof Dim.Const c
        ? of(Math.ceilDiv(c.value(), divisor))
        : new Dim.CeilDiv(d, divisor);
  }

  /**
   * Where a slice bound lies: {@code index} counted from the end where it is negative, then clamped
   * to 0..size.
   */
  public static Dim bound(Dim size, Dim index) {
    if (index instanceof Dim.Const c) {
      return clampBound(size, Bound.at(c.value()), ZERO);
    }
    if (index.equals(size)) {
      return size;
    }
    // n - 1 and n - 2 lie where -1 and -2 do: below zero they are as far from the end
    return sub(index, size) instanceof Dim.Const c && (c.value() == -1 || c.value() == -2)
        ? clamp(index)
        : new Dim.Bound(size, index);
  }

  private static long clampBound(long size, long index) {
    return Math.clamp(index < 0 ? index + size : index, 0, Math.max(size, 0));
  }

  /**
   * The joined size of operands whose sizes were, or will be, checked to be equal or 1: 1 is
   * neutral, a constant other than 1 wins.
   */
  public static Dim join(List<Dim> operands) {
    var set = new TreeSet<Dim>(ORDER);
    for (Dim d : operands) {
      switch (d) {
        case Dim.Const c -> {
          if (c.value() != 1) {
            return c;
          }
        }
        case Dim.Join j -> set.addAll(j.operands());
        default -> set.add(d);
      }
    }
    if (set.isEmpty()) {
      return ONE;
    }
    return set.size() == 1 ? set.first() : new Dim.Join(List.copyOf(set));
  }

  /** Whether {@code d} is known only once a region has run: it has a {@link Dim.Late} in it. */
  public static boolean isLate(Dim d) {
    return switch (d) {
      case Dim.Const _, Dim.Sym _ -> false;
      case Dim.Late _ -> true;
      case Dim.Linear l -> l.terms().stream().anyMatch(t -> isLate(t.atom()));
      case Dim.Product p -> p.factors().stream().anyMatch(Dims::isLate);
      case Dim.Clamp c -> isLate(c.value());
      case Dim.Min m -> isLate(m.left()) || isLate(m.right());
      case Dim.CeilDiv c -> isLate(c.value());
      case Dim.Bound b -> isLate(b.size()) || isLate(b.index());
      case Dim.Join j -> j.operands().stream().anyMatch(Dims::isLate);
    };
  }

  /** The least size that {@code d} can have, as far as its form shows. */
  public static long atLeast(Dim d) {
    return switch (d) {
      case Dim.Const c -> c.value();
      case Dim.Linear l -> allAdd(l) ? Math.max(l.constant(), 0) : 0;
      case Dim.Min m -> Math.min(atLeast(m.left()), atLeast(m.right()));
      case Dim.CeilDiv c -> Math.ceilDiv(atLeast(c.value()), c.divisor());
      case Dim.Sym _, Dim.Late _, Dim.Product _, Dim.Clamp _, Dim.Bound _, Dim.Join _ -> 0;
    };
  }

  /**
   * The sizes whose join is still open: without those that went into a {@link Dim.Join} among them,
   * which was checked when it was made.
   */
  public static List<Dim> open(Collection<Dim> sizes) {
    return sizes.stream().filter(d -> sizes.stream().noneMatch(by -> covers(by, d))).toList();
  }

  /** Whether the size went into a join, which is 1 only where it is. */
  public static boolean covers(Dim by, Dim d) {
    return by instanceof Dim.Join j
        && !by.equals(d)
        && (j.operands().contains(d)
            || (d instanceof Dim.Join inner && j.operands().containsAll(inner.operands())));
  }

  /** Product of all, 1 for none: the number of elements of a shape. */
  public static Dim product(List<Dim> dims) {
    Dim p = ONE;
    for (Dim d : dims) {
      p = mul(p, d);
    }
    return p;
  }

  /** Rebuilds {@code d} with its atoms (Sym, Late) replaced. */
  public static Dim substitute(Dim d, Function<Dim, Dim> atom) {
    return switch (d) {
      case Dim.Const c -> c;
      case Dim.Sym s -> atom.apply(s);
      case Dim.Late l -> atom.apply(l);
      case Dim.Linear l -> {
        Dim sum = of(l.constant());
        for (Dim.Term t : l.terms()) {
          sum = add(sum, mul(of(t.factor()), substitute(t.atom(), atom)));
        }
        yield sum;
      }
      case Dim.Product p -> product(p.factors().stream().map(f -> substitute(f, atom)).toList());
      case Dim.Clamp c -> clamp(substitute(c.value(), atom));
      case Dim.Min m -> min(substitute(m.left(), atom), substitute(m.right(), atom));
      case Dim.CeilDiv c -> ceilDiv(substitute(c.value(), atom), c.divisor());
      case Dim.Bound b -> bound(substitute(b.size(), atom), substitute(b.index(), atom));
      case Dim.Join j -> join(j.operands().stream().map(o -> substitute(o, atom)).toList());
    };
  }

  /** Rebuilds {@code d} from its parts, each replaced by {@code node}'s result for it. */
  static Dim rewrite(Dim d, UnaryOperator<Dim> node) {
    return node.apply(
        switch (d) {
          case Dim.Const _, Dim.Sym _, Dim.Late _ -> d;
          case Dim.Linear l -> {
            Dim sum = of(l.constant());
            for (Dim.Term t : l.terms()) {
              sum = add(sum, mul(of(t.factor()), rewrite(t.atom(), node)));
            }
            yield sum;
          }
          case Dim.Product p -> product(p.factors().stream().map(f -> rewrite(f, node)).toList());
          case Dim.Clamp c -> clamp(rewrite(c.value(), node));
          case Dim.Min m -> min(rewrite(m.left(), node), rewrite(m.right(), node));
          case Dim.CeilDiv c -> ceilDiv(rewrite(c.value(), node), c.divisor());
          case Dim.Bound b -> bound(rewrite(b.size(), node), rewrite(b.index(), node));
          case Dim.Join j -> join(j.operands().stream().map(o -> rewrite(o, node)).toList());
        });
  }

  /** The symbols in {@code d}: its {@link Dim.Sym}s and {@link Dim.Late}s. */
  public static Set<Dim> atoms(Dim d) {
    var atoms = new HashSet<Dim>();
    substitute(
        d,
        atom -> {
          atoms.add(atom);
          return atom;
        });
    return atoms;
  }

  /** The joined sizes in {@code d}. */
  public static Set<Dim> joins(Dim d) {
    var joins = new HashSet<Dim>();
    rewrite(
        d,
        part -> {
          if (part instanceof Dim.Join) {
            joins.add(part);
          }
          return part;
        });
    return joins;
  }

  /** Whether {@code part} is {@code d} or stands somewhere in it. */
  static boolean contains(Dim d, Dim part) {
    return d.equals(part)
        || switch (d) {
          case Dim.Const _, Dim.Sym _, Dim.Late _ -> false;
          case Dim.Linear l -> l.terms().stream().anyMatch(t -> contains(t.atom(), part));
          case Dim.Product p -> p.factors().stream().anyMatch(f -> contains(f, part));
          case Dim.Clamp c -> contains(c.value(), part);
          case Dim.Min m -> contains(m.left(), part) || contains(m.right(), part);
          case Dim.CeilDiv c -> contains(c.value(), part);
          case Dim.Bound b -> contains(b.size(), part) || contains(b.index(), part);
          case Dim.Join j -> j.operands().stream().anyMatch(o -> contains(o, part));
        };
  }

  /** The value of {@code d} where the atoms have these values. */
  public static long evaluate(Dim d, Function<Dim, Long> atom) {
    return switch (d) {
      case Dim.Const c -> c.value();
      case Dim.Sym s -> atom.apply(s);
      case Dim.Late l -> atom.apply(l);
      case Dim.Linear l -> {
        long sum = l.constant();
        for (Dim.Term t : l.terms()) { // as i64 values do
          sum += t.factor() * evaluate(t.atom(), atom);
        }
        yield sum;
      }
      case Dim.Product p -> {
        long product = 1;
        for (Dim f : p.factors()) {
          product = Math.multiplyExact(product, evaluate(f, atom));
        }
        yield product;
      }
      case Dim.Clamp c -> Math.max(evaluate(c.value(), atom), 0);
      case Dim.Min m -> Math.min(evaluate(m.left(), atom), evaluate(m.right(), atom));
      case Dim.CeilDiv c -> Math.ceilDiv(evaluate(c.value(), atom), c.divisor());
      case Dim.Bound b -> clampBound(evaluate(b.size(), atom), evaluate(b.index(), atom));
      case Dim.Join j -> {
        long size = 1;
        for (Dim o : j.operands()) {
          long s = evaluate(o, atom);
          if (s != 1) {
            size = s;
            break;
          }
        }
        yield size;
      }
    };
  }

  /**
   * The size of {@code x[lo:hi]} on an axis of size {@code n} with constant bounds, as in NumPy:
   * negative bounds count from the end, then both are clamped to 0..n. Null bounds are absent.
   * Steps are applied by {@link #ceilDiv}.
   */
  public static Dim sliceSize(Dim n, Bound lo, Bound hi) {
    if (n instanceof Dim.Const) {
      return clamp(sub(clampBound(n, hi, n), clampBound(n, lo, ZERO)));
    }
    long a = lo.absent() ? 0 : lo.value();
    if (a >= 0 && (hi.absent() || hi.value() < 0)) {
      return clamp(add(n, (hi.absent() ? 0 : hi.value()) - a));
    }
    if (a >= 0) {
      long b = hi.value();
      return b <= a ? ZERO : min(clamp(add(n, -a)), of(b - a));
    }
    if (hi.absent()) {
      return min(n, of(-a));
    }
    if (hi.value() < 0) {
      return hi.value() <= a ? ZERO : min(clamp(add(n, hi.value())), of(hi.value() - a));
    }
    return clamp(sub(clampBound(n, hi, n), clampBound(n, lo, ZERO)));
  }

  /** Where a slice bound lies after negative ones are counted from the end and all are clamped. */
  public static Dim clampBound(Dim n, Bound bound, Dim absent) {
    if (bound.absent()) {
      return absent;
    }
    return bound.value() >= 0 ? min(n, of(bound.value())) : clamp(add(n, bound.value()));
  }

  /** A constant slice bound that may be left out. */
  public record Bound(boolean absent, long value) {
    public static final Bound NONE = new Bound(true, 0);

    public static Bound at(long value) {
      return new Bound(false, value);
    }
  }
}
