package dev.tensorc.codegen.step;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether a sum of sizes is never negative, as {@code n - min(1, n)} and {@code d - 2 * (d // 2)}
 * are.
 *
 * <p>Minima and clamped sizes are replaced by each of their cases; then sums that are known not to
 * be negative are taken away until {@link Facts} know a bound. A proof that is not found costs
 * time, never a wrong result.
 */
record SizeProofs(Facts facts) {

  /** Known sums at most: all choices of them are tried. */
  private static final int MOST_KNOWN = 7;

  boolean notNegative(Dim d) {
    return notNegative(d, List.of());
  }

  /**
   * Whether the sum is not negative wherever those that are known are not.
   *
   * @param known such as {@code n - 1} where an axis has elements
   */
  boolean notNegative(Dim d, List<Dim> known) {
    try {
      return inAllCases(facts.resolve(d), known.stream().map(facts::resolve).toList());
    } catch (ArithmeticException tooLarge) {
      return false;
    }
  }

  private boolean inAllCases(Dim d, List<Dim> known) {
    if (known.size() > MOST_KNOWN) {
      return false;
    }
    for (Dim atom : atoms(d, known)) {
      if (atom instanceof Dim.Min m) {
        return inCase(d, known, atom, m.left(), Dims.sub(m.right(), m.left()))
            && inCase(d, known, atom, m.right(), Dims.sub(m.left(), m.right()));
      }
      if (atom instanceof Dim.Clamp c) {
        return inCase(d, known, atom, c.value(), c.value())
            && inCase(d, known, atom, Dims.ZERO, Dims.sub(Dims.ZERO, c.value()));
      }
    }
    return ofQuotients(d, known);
  }

  private static Set<Dim> atoms(Dim d, List<Dim> known) {
    var atoms = new LinkedHashSet<Dim>();
    Stream.concat(Stream.of(d), known.stream())
        .flatMap(sum -> Dims.terms(sum).stream())
        .forEach(t -> atoms.add(t.atom()));
    return atoms;
  }

  /** Whether it holds where the atom has that value, which it has where a sum is not negative. */
  private boolean inCase(Dim d, List<Dim> known, Dim atom, Dim value, Dim where) {
    var sums = new ArrayList<Dim>();
    known.forEach(k -> sums.add(with(k, atom, value)));
    sums.add(facts.resolve(where));
    return inAllCases(with(d, atom, value), sums);
  }

  private Dim with(Dim sum, Dim atom, Dim value) {
    long factor =
        Dims.terms(sum).stream()
            .filter(t -> t.atom().equals(atom))
            .mapToLong(Dim.Term::factor)
            .sum();
    return facts.resolve(Dims.add(sum, Dims.mul(Dims.of(factor), Dims.sub(value, atom))));
  }

  /**
   * {@code q = ceil(v / k)} says {@code v <= k * q <= v + k - 1}; so k times the sum is looked at.
   */
  private boolean ofQuotients(Dim d, List<Dim> known) {
    var sums = new ArrayList<>(known);
    long scale = 1;
    for (Dim atom : atoms(d, known)) {
      if (atom instanceof Dim.CeilDiv q) {
        Dim whole = Dims.mul(Dims.of(q.divisor()), q);
        sums.add(Dims.sub(whole, q.value()));
        sums.add(Dims.sub(Dims.add(q.value(), q.divisor() - 1), whole));
        scale = Math.multiplyExact(scale, q.divisor());
      }
    }
    return sums.size() <= MOST_KNOWN
        && (isSumOf(d, sums, 0)
            || (scale > 1 && isSumOf(Dims.mul(Dims.of(scale), d), sums, 0))
            || isSumOf(Dims.of(-1), sums, 0)); // such sizes do not exist
  }

  /** Whether nothing, or some of the known sums from one on, may be taken away. */
  private boolean isSumOf(Dim d, List<Dim> known, int from) {
    if (facts.lowerBound(d) >= 0) {
      return true;
    }
    for (int k = from; k < known.size(); k++) {
      if (isSumOf(Dims.sub(d, known.get(k)), known, k + 1)) {
        return true;
      }
    }
    return false;
  }
}
