package dev.tensorc.benchmarks.population;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Dims as C expressions of type long. A symbol is a variable; which operand of a join stretches is
 * decided here, by the sizes of the arguments that are measured.
 */
final class CSizes {

  private final Map<Dim, Long> known;
  private final Map<Dim, String> variables = new LinkedHashMap<>();

  /**
   * @param known the value of each symbol that the arguments bind
   */
  CSizes(Map<Dim, Long> known) {
    this.known = new HashMap<>(known);
    known.keySet().forEach(this::define);
  }

  /** The variable of a symbol from here on. */
  String define(Dim symbol) {
    return variables.computeIfAbsent(
        symbol, d -> "d" + variables.size() + "_" + d.toString().replaceAll("\\W", ""));
  }

  /** All variables so far, in order. */
  List<String> variables() {
    return List.copyOf(variables.values());
  }

  /** The value, where the arguments decide it. */
  OptionalLong value(Dim d) {
    return Dims.atoms(d).stream().allMatch(known::containsKey)
        ? OptionalLong.of(Dims.evaluate(d, known::get))
        : OptionalLong.empty();
  }

  boolean isOne(Dim d) {
    return value(d).equals(OptionalLong.of(1));
  }

  String text(Dim d) {
    return switch (d) {
      case Dim.Const c -> Long.toString(c.value());
      case Dim.Sym _, Dim.Late _ -> variable(d);
      case Dim.Linear l ->
          l.terms().stream()
              .map(t -> (t.factor() == 1 ? "" : t.factor() + " * ") + text(t.atom()))
              .collect(Collectors.joining(" + ", "(", " + " + l.constant() + ")"));
      case Dim.Product p -> product(p.factors().stream().map(this::text).toList());
      case Dim.Clamp c -> "least_0(" + text(c.value()) + ")";
      case Dim.Min m -> "lesser(" + text(m.left()) + ", " + text(m.right()) + ")";
      case Dim.CeilDiv c ->
          "((" + text(c.value()) + " + " + (c.divisor() - 1) + ") / " + c.divisor() + ")";
      case Dim.Bound b -> "bound(" + text(b.size()) + ", " + text(b.index()) + ")";
      case Dim.Join j -> join(j.operands());
    };
  }

  private String variable(Dim symbol) {
    String variable = variables.get(symbol);
    if (variable == null) {
      throw new NotInCException("a size that no argument binds");
    }
    return variable;
  }

  private String join(List<Dim> operands) {
    for (Dim d : operands) {
      if (value(d).isEmpty()) {
        throw new NotInCException("a join of sizes that data decide");
      }
      if (!isOne(d)) {
        return text(d);
      }
    }
    return "1";
  }

  /** A product without its ones. */
  static String product(List<String> factors) {
    List<String> others = factors.stream().filter(f -> !f.equals("1")).toList();
    return switch (others.size()) {
      case 0 -> "1";
      case 1 -> others.getFirst();
      default -> "(" + String.join(" * ", others) + ")";
    };
  }
}
