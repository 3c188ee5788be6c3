package dev.tensorc.ir;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The size of one axis: a number, a symbol, or an expression over symbols in normal form.
 *
 * <p>Invariants: build compound dims with {@link Dims} only, which normalises; two dims that are
 * equal as records are equal for every binding of the symbols. The value of a dim that is a size is
 * never negative; that of an index may be: a signed symbol, and sums with one.
 */
public sealed interface Dim {

  /** A size known when compiling. */
  record Const(long value) implements Dim {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /**
   * A symbolic dim: bound at entry to the size of one axis of one parameter.
   *
   * @param name {@code n} where it is named, {@code ?a.0} (parameter and axis) where it is not
   * @param named whether the program named it
   * @param signed whether it is a number that may be negative: no size by itself
   */
  record Sym(int id, String name, boolean named, boolean signed) implements Dim {
    /** A size. */
    public Sym(int id, String name, boolean named) {
      this(id, name, named, false);
    }

    @Override
    public int hashCode() {
      return id; // asked for all the time, and no two symbols of a function share it
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A size that is known only once a region has run: where the arms of an {@code if} differ; or the
   * value of a scalar.
   *
   * @param signed whether it is a number that may be negative: no size by itself
   */
  record Late(int id, String name, boolean signed) implements Dim {
    /** A size. */
    public Late(int id, String name) {
      this(id, name, false);
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A sum of terms: at least two parts or a coefficient that is not 1. */
  record Linear(List<Term> terms, long constant) implements Dim {
    public Linear {
      terms = List.copyOf(terms);
    }

    @Override
    public String toString() {
      var sum = new StringBuilder();
      for (Term t : terms) {
        boolean minus = t.factor() < 0;
        sum.append(sum.isEmpty() ? (minus ? "-" : "") : minus ? " - " : " + ");
        // no Math.abs: the lowest factor has none
        String factor = Long.toString(t.factor()).replace("-", "");
        sum.append(factor.equals("1") ? "" : factor + " * ").append(t.atom());
      }
      String rest = Long.toString(constant).replace("-", "");
      return constant == 0 ? sum.toString() : sum + (constant < 0 ? " - " : " + ") + rest;
    }
  }

  /** One summand of a {@link Linear}; the atom is not itself a Linear or Const. */
  record Term(long factor, Dim atom) {}

  /** A product of symbolic dims, sorted. */
  record Product(List<Dim> factors) implements Dim {
    public Product {
      factors = List.copyOf(factors);
    }

    @Override
    public String toString() {
      return factors.stream()
          .map(f -> f instanceof Linear ? "(" + f + ")" : f.toString())
          .collect(Collectors.joining(" * "));
    }
  }

  /** {@code max(value, 0)}. */
  record Clamp(Dim value) implements Dim {
    @Override
    public String toString() {
      return "max(" + value + ", 0)";
    }
  }

  /** {@code min(left, right)}, sorted. */
  record Min(Dim left, Dim right) implements Dim {
    @Override
    public String toString() {
      return "min(" + left + ", " + right + ")";
    }
  }

  /** {@code ceil(value / divisor)}, divisor at least 2. */
  record CeilDiv(Dim value, long divisor) implements Dim {
    @Override
    public String toString() {
      String dividend = value instanceof Linear ? "(" + value + ")" : value.toString();
      return "ceil(" + dividend + " / " + divisor + ")";
    }
  }

  /**
   * Where a slice bound lies on an axis: a negative one counts from the end, then it is clamped to
   * 0..size. Constant bounds have simpler forms.
   *
   * @param index may be negative
   */
  record Bound(Dim size, Dim index) implements Dim {
    @Override
    public String toString() {
      return "bound(" + index + " of " + size + ")";
    }
  }

  /**
   * The size of an ambiguous join: the first operand size that is not 1, else 1. Sorted, distinct,
   * at least two operands, none of them a Const or a Join. Valid only after the join was checked.
   */
  record Join(List<Dim> operands) implements Dim {
    public Join {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return "join(" + operands.stream().map(Dim::toString).collect(Collectors.joining(", ")) + ")";
    }
  }
}
