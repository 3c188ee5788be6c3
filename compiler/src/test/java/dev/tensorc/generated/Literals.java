package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Numbers and lists of numbers. */
final class Literals {

  private Literals() {}

  /** A weak scalar that fits the dtype; sometimes a float beside integers, which gives f64. */
  static Expr beside(Scope s, DType dtype) {
    return s.chance(dtype.isFloat() ? 50 : 10) ? real(s) : whole(s);
  }

  /** Like {@link #beside}, never zero. */
  static Expr divisor(Scope s) {
    return Expr.leaf(s.pick("1", "2", "3", "7", "16"), Type.weak(DType.I64));
  }

  private static Expr whole(Scope s) {
    return Expr.leaf(s.pick("0", "1", "2", "3", "5", "100"), Type.weak(DType.I64));
  }

  private static Expr real(Scope s) {
    String text =
        s.pick("0.0", "0.5", "1.0", "2.5", "1e-3", "1e3", "0.1", "pi", "inf", "nan", "(-1.5)");
    return Expr.leaf(text, Type.weak(DType.F64));
  }

  private static Expr truth(Scope s) {
    boolean value = s.chance(50);
    String python = value ? "True" : "False";
    return new Expr(Boolean.toString(value), python, List.of(), Type.scalar(DType.BOOL));
  }

  /** {@code [1, 2, 3]}, {@code [1, 2; 3, 4]}, {@code [[1, 2], [3, 4]]} of scalars. */
  static Optional<Expr> array(Scope s, int depth) {
    int kind = s.below(3);
    int columns = s.pick(1, 2, 3, 4);
    int rows = s.discipline.stacksLists() && s.chance(30) ? s.pick(1, 2, 3) : 0;
    var elements = new ArrayList<Expr>();
    for (int i = 0; i < Math.max(rows, 1) * columns; i++) {
      elements.add(kind == 0 ? truth(s) : kind == 1 ? whole(s) : real(s));
    }
    var parts = new ArrayList<Expr>();
    if (s.chance(30)) { // one element that is known only at run time
      s.any(depth, t -> t.isScalar() && t.isBool() == (kind == 0)).ifPresent(parts::add);
      parts.forEach(p -> elements.set(s.below(columns), Expr.same("$1", p.type(), p)));
    }
    Type[] types = elements.stream().map(Expr::type).toArray(Type[]::new);
    DType dtype = kind == 0 ? DType.BOOL : s.discipline.common(types);
    List<Long> shape = rows == 0 ? List.of((long) columns) : List.of((long) rows, (long) columns);
    String separator = s.pick("; ", "], [");
    String text = rows(elements, columns, Expr::text, separator);
    boolean weak = elements.stream().allMatch(e -> e.type().weak());
    String written = weak ? dtype.label() : s.written(dtype);
    String python = "array(%s, %s)";
    return Optional.of(
        new Expr(
            rows == 0 || (rows > 1 && separator.equals("; "))
                ? "[" + text + "]"
                : "[[" + text + "]]",
            python.formatted(
                "[" + rows(elements, columns, Expr::python, ", ") + "]", written + ", " + shape),
            parts,
            Type.of(dtype, shape)));
  }

  private static String rows(
      List<Expr> elements, int columns, Function<Expr, String> spell, String separator) {
    var rows = new ArrayList<String>();
    for (int i = 0; i < elements.size(); i += columns) {
      rows.add(
          elements.subList(i, i + columns).stream().map(spell).collect(Collectors.joining(", ")));
    }
    return String.join(separator, rows);
  }
}
