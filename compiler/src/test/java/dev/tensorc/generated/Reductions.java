package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sums, products, means, maxima, minima and truths over axes. */
final class Reductions {

  private Reductions() {}

  /** The functions of the table that reduce over axes. */
  private static final List<Builtin> TABLE =
      Arrays.stream(Builtin.values()).filter(b -> b.kind() == Builtin.Kind.REDUCTION).toList();

  /** Any of them, by its dtype rule; axes without elements may be refused: there are none. */
  static Optional<Expr> drawn(Scope s, int depth) {
    Builtin b = s.pick(TABLE);
    return s.any(depth, t -> t.rank() > 0 && takes(b, t))
        .map(x -> reduce(s, b, x, result(b, x.type().dtype()), depth));
  }

  private static boolean takes(Builtin b, Type t) {
    return switch (b.types()) {
      case NUMERIC, INDEX -> t.isNumeric() && t.count() > 0;
      case FLOAT -> t.isNumeric();
      default -> true;
    };
  }

  private static DType result(Builtin b, DType own) {
    return switch (b.types()) {
      case SUM -> summed(own);
      case FLOAT -> own.isFloat() ? own : DType.F64;
      case TRUTH -> DType.BOOL;
      case INDEX, COUNT -> DType.I64;
      default -> own;
    };
  }

  static DType summed(DType dtype) {
    return dtype.isFloat() ? dtype : dtype.isUnsigned() ? DType.U64 : DType.I64;
  }

  /** {@code x - max(x, axis=1, keepdims=true)} and its kind. */
  static Optional<Expr> centred(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.dtype().isFloat() && t.count() > 0)
        .map(
            x -> {
              int axis = s.below(x.type().rank());
              String reduction = s.pick("sum", "mean", "max", "min");
              String with =
                  "$1 %s %s($1, axis=%d, keepdims="
                      .formatted(s.pick("-", "+", "*"), reduction, axis);
              return new Expr("(" + with + "true))", "(" + with + "True))", List.of(x), x.type());
            });
  }

  private static Expr reduce(Scope s, Builtin b, Expr x, DType dtype, int depth) {
    boolean one = b.types() == Builtin.Types.INDEX; // an index is along one axis
    int rank = x.type().rank();
    var axes = new TreeSet<Integer>();
    boolean all = s.chance(30);
    for (int axis = 0; axis < rank; axis++) {
      if (all || !one && s.chance(40)) {
        axes.add(axis);
      }
    }
    if (axes.isEmpty()) {
      axes.add(s.below(rank));
    }
    boolean keep = s.chance(35);
    var shape = new ArrayList<Long>();
    for (int axis = 0; axis < rank; axis++) {
      if (!axes.contains(axis)) {
        shape.add(x.type().shape().get(axis));
      } else if (keep) {
        shape.add(1L);
      }
    }
    boolean corrects = has(b, "correction");
    String head =
        b.label()
            + "($1"
            + (all ? "" : ", axis=" + axes(s, axes, rank))
            + (corrects ? OptionalArguments.maybe(s, b, "correction") : "");
    String text = head + (keep ? ", keepdims=true" : "");
    Type type = Type.of(dtype, shape);
    return OptionalArguments.dtype(s, b)
        .map(d -> OptionalArguments.computing(s, d, text, x, type))
        .orElseGet(() -> chosen(s, b, text, x, type, depth));
  }

  /** With {@code where} and {@code initial}, or without. */
  private static Expr chosen(Scope s, Builtin b, String text, Expr x, Type type, int depth) {
    Optional<Expr> mask =
        has(b, "where") && s.chance(25)
            ? Optional.of(s.condition(x.type().shape(), depth))
                .filter(c -> s.discipline.isOneWay(c.type().shape(), x.type().shape()))
            : Optional.empty();
    boolean extreme = b == Builtin.MAX || b == Builtin.MIN;
    boolean begins = mask.isPresent() && extreme || has(b, "initial") && s.chance(15);
    boolean real = type.dtype().isFloat();
    String initial =
        begins
            ? ", initial="
                + OptionalArguments.value(
                    s, b, "initial", v -> real || OptionalArguments.isCount(v))
            : "";
    String head = text + initial;
    if (mask.isEmpty()) {
      return new Expr(head + ")", OptionalArguments.python(head) + ")", List.of(x), type);
    }
    String python =
        b == Builtin.COUNT_NONZERO
            ? head.replace("($1", "(logical_and($1, $2)")
            : head + ", where=$2";
    return new Expr(
        head + ", where=$2)", OptionalArguments.python(python) + ")", List.of(x, mask.get()), type);
  }

  private static boolean has(Builtin b, String parameter) {
    return b.params().stream().anyMatch(p -> p.name().equals(parameter));
  }

  private static String axes(Scope s, TreeSet<Integer> axes, int rank) {
    List<String> written =
        axes.stream().map(a -> Integer.toString(s.chance(40) ? a - rank : a)).toList();
    return written.size() == 1
        ? written.getFirst()
        : written.stream().collect(Collectors.joining(", ", "(", ")"));
  }
}
