package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Operations element by element. */
final class Elementwise {

  /**
   * @param symbol the operator; empty where there is none
   */
  private record Op(String symbol, String function) {}

  private static final List<Op> ARITHMETIC =
      List.of(
          new Op("+", "add"),
          new Op("-", "subtract"),
          new Op("*", "multiply"),
          new Op("", "maximum"),
          new Op("", "minimum"));
  private static final List<Op> COMPARISONS =
      List.of(
          new Op("<", "less"),
          new Op("<=", "less_equal"),
          new Op(">", "greater"),
          new Op(">=", "greater_equal"),
          new Op("==", "equal"),
          new Op("!=", "not_equal"));
  private static final List<Op> BITS =
      List.of(new Op("&", "bitwise_and"), new Op("|", "bitwise_or"), new Op("^", "bitwise_xor"));
  private static final List<Op> DIVISIONS =
      List.of(new Op("//", "floor_divide"), new Op("%", "remainder"), new Op("", "fmod"));

  /**
   * A function that throws for some arguments is drawn with arguments of its own, or not at all.
   */
  private static final Set<Builtin> APART =
      EnumSet.of(
          Builtin.FLOOR_DIVIDE,
          Builtin.REMAINDER,
          Builtin.FMOD,
          Builtin.POW,
          Builtin.BITWISE_LEFT_SHIFT,
          Builtin.BITWISE_RIGHT_SHIFT,
          Builtin.WHERE);

  /** The functions of the table that take nothing but arrays. */
  private static final List<Builtin> TABLE =
      Arrays.stream(Builtin.values())
          .filter(b -> b.kind() == Builtin.Kind.ELEMENTWISE && !APART.contains(b))
          .filter(b -> b.params().stream().allMatch(p -> isArray(p)))
          .toList();

  private Elementwise() {}

  private static boolean isArray(Builtin.Param p) {
    return p.kind() == Builtin.ParamKind.ARRAY && !p.optional();
  }

  /** Any function of the table, by its dtype rule. */
  static Optional<Expr> drawn(Scope s, int depth) {
    Builtin b = s.pick(TABLE);
    Predicate<Type> taken = taken(s, b);
    return s.any(depth, taken)
        .flatMap(
            a -> {
              var parts = new ArrayList<Expr>(List.of(a));
              while (parts.size() < b.params().size()) {
                parts.add(s.beside(a.type().shape(), taken, depth).orElse(a));
              }
              return drawn(s, b, parts);
            });
  }

  private static Predicate<Type> taken(Scope s, Builtin b) {
    return switch (b.types()) {
      case NUMERIC, FLOAT, COMPARE -> t -> t.isNumeric() && !t.weak();
      case BOOL -> Type::isBool;
      case BITS, INTEGER -> t -> s.discipline.hasBits(t) && !t.weak();
      case EQUALITY -> t -> !t.weak() && (t.isNumeric() || s.discipline.comparesBools());
      default -> t -> !t.weak();
    };
  }

  private static Optional<Expr> drawn(Scope s, Builtin b, List<Expr> parts) {
    Type common = parts.getFirst().type();
    for (Expr e : parts.subList(1, parts.size())) {
      boolean goes = sameKind(common, e.type()) || common.isNumeric() && e.type().isNumeric();
      boolean arithmetic = b.types() == Builtin.Types.NUMERIC || b.types() == Builtin.Types.FLOAT;
      Optional<List<Long>> shape = s.discipline.join(common.shape(), e.type().shape());
      if (!goes || shape.isEmpty() || !arithmetic && !s.discipline.relates(common, e.type())) {
        return Optional.empty();
      }
      DType dtype = common.isBool() ? DType.BOOL : s.discipline.common(common, e.type());
      common = Type.of(dtype, shape.get());
    }
    boolean bits = b.types() == Builtin.Types.BITS;
    if (bits && common.dtype().isFloat()
        || b == Builtin.NEXTAFTER && common.dtype().isShortFloat()) {
      return Optional.empty();
    }
    DType result =
        switch (b.types()) {
          case COMPARE, EQUALITY -> DType.BOOL;
          case FLOAT -> common.dtype().isFloat() ? common.dtype() : DType.F64;
          default -> common.dtype();
        };
    return Optional.of(Expr.call(b.label(), common.withDType(result), parts.toArray(Expr[]::new)));
  }

  static Optional<Expr> arithmetic(Scope s, int depth) {
    Expr a = s.number(depth);
    return Optional.of(binary(s, s.pick(ARITHMETIC), a, second(s, a, Type::isNumeric, depth)));
  }

  /** True division: of integers it gives f64. */
  static Optional<Expr> divide(Scope s, int depth) {
    Expr a = s.number(depth);
    Expr b = second(s, a, Type::isNumeric, depth);
    DType common = s.discipline.common(a.type(), b.type());
    Op op = new Op("/", "divide");
    return Optional.of(binary(s, op, a, b, common.isFloat() ? common : DType.F64));
  }

  static Optional<Expr> floorDivide(Scope s, int depth) {
    Expr a = s.number(depth);
    Expr b =
        s.beside(a.type().shape(), t -> t.isNumeric() && !t.weak(), depth)
            .map(e -> nonZero(s, e))
            .orElseGet(() -> Literals.divisor(s));
    return Optional.of(binary(s, s.pick(DIVISIONS), a, b));
  }

  /** Mostly a divisor that does not throw. */
  private static Expr nonZero(Scope s, Expr e) {
    return e.type().dtype().isInt() && s.discipline.hasBits(e.type()) && s.chance(70)
        ? Expr.same("($1 | 1)", e.type(), e)
        : e;
  }

  static Optional<Expr> compare(Scope s, int depth) {
    Expr a = s.any(depth);
    if (a.type().isBool() && !s.discipline.comparesBools()) {
      return Optional.empty();
    }
    if (a.type().isBool()) {
      Expr b = s.beside(a.type().shape(), Type::isBool, depth).orElse(a);
      return Optional.of(binary(s, s.pick(COMPARISONS.subList(4, 6)), a, b, DType.BOOL));
    }
    Expr b = second(s, a, Type::isNumeric, depth);
    return related(s, s.pick(COMPARISONS), a, b, DType.BOOL);
  }

  /** A bool for each element. */
  static Expr truth(Scope s, Expr e) {
    return e.type().isBool() ? e : compare(s, e, Literals.beside(s, e.type().dtype()));
  }

  private static Expr compare(Scope s, Expr a, Expr b) {
    return binary(s, s.pick(COMPARISONS), a, b, DType.BOOL);
  }

  static Optional<Expr> bits(Scope s, int depth) {
    return s.any(depth, s.discipline::hasBits)
        .flatMap(
            a -> {
              Expr b =
                  s.beside(a.type().shape(), t -> !t.weak() && sameKind(t, a.type()), depth)
                      .filter(e -> s.discipline.hasBits(e.type()))
                      .orElse(a);
              return related(s, s.pick(BITS), a, b, common(s, a, b));
            });
  }

  private static boolean sameKind(Type a, Type b) {
    return a.dtype().kind() == b.dtype().kind();
  }

  static Optional<Expr> logic(Scope s, int depth) {
    return s.any(depth, Type::isBool)
        .flatMap(
            a -> {
              Expr b = s.beside(a.type().shape(), Type::isBool, depth).orElse(a);
              Op op = new Op("", s.pick("logical_and", "logical_or"));
              return s.chance(25)
                  ? Optional.of(Expr.call("logical_not", a.type(), a))
                  : related(s, op, a, b, DType.BOOL);
            });
  }

  /** An operation that not every discipline broadcasts. */
  private static Optional<Expr> related(Scope s, Op op, Expr a, Expr b, DType dtype) {
    return s.discipline.relates(a.type(), b.type())
        ? Optional.of(binary(s, op, a, b, dtype))
        : Optional.empty();
  }

  static Optional<Expr> invert(Scope s, int depth) {
    return s.any(depth, s.discipline::hasBits)
        .map(a -> new Expr("(~$1)", "bitwise_invert($1)", List.of(a), a.type()));
  }

  static Optional<Expr> negated(Scope s, int depth) {
    Expr a = s.number(depth);
    return Optional.of(Expr.same("(-$1)", a.type(), a));
  }

  static Optional<Expr> power(Scope s, int depth) {
    Expr a = s.number(depth);
    if (s.chance(40) && !a.type().weak()) {
      Expr b = s.beside(a.type().shape(), t -> t.isNumeric() && !t.weak(), depth).orElse(a);
      boolean bits = b.type().dtype().isInt() && s.discipline.hasBits(b.type());
      String text = bits && s.chance(90) ? "pow($1, $2 & 7)" : "pow($1, $2)";
      return Optional.of(call(s, text, List.of(a, b)));
    }
    boolean square = s.chance(50);
    return Optional.of(
        new Expr(
            square ? "($1 ** 2)" : "($1 ** 3)",
            square ? "square($1)" : "cube($1)",
            List.of(a),
            a.type()));
  }

  /** {@code clip(x, lo, hi)}, or one bound. */
  static Optional<Expr> clipped(Scope s, int depth) {
    Expr x = s.number(depth);
    Expr bound = s.beside(x.type().shape(), Type::isNumeric, depth).orElse(x);
    if (x.type().weak()) {
      return Optional.empty();
    }
    if (s.chance(50)) {
      String text = s.pick("clip($1, min=$2)", "clip($1, max=$2)", "clip($1, $2)");
      return Optional.of(call(s, text, List.of(x, bound)));
    }
    return joined(s, x, bound)
        .flatMap(shape -> s.beside(shape, Type::isNumeric, depth))
        .map(other -> call(s, "clip($1, $2, $3)", List.of(x, bound, other)));
  }

  /** The operands go together and are numbers. */
  private static Expr call(Scope s, String text, List<Expr> parts) {
    List<Long> shape = List.of();
    for (Expr e : parts) {
      shape = s.discipline.join(shape, e.type().shape()).orElseThrow();
    }
    DType dtype = s.discipline.common(parts.stream().map(Expr::type).toArray(Type[]::new));
    return Expr.same(text, Type.of(dtype, shape), parts.toArray(Expr[]::new));
  }

  /** Shifts by counts that may reach beyond the width, and mostly are not negative. */
  static Optional<Expr> shifted(Scope s, int depth) {
    Predicate<Type> shifts = t -> s.discipline.hasBits(t) && t.dtype().isInt() && !t.weak();
    return s.any(depth, shifts)
        .flatMap(
            x -> {
              Expr other = s.beside(x.type().shape(), shifts, depth).orElse(x);
              Expr count =
                  s.chance(30)
                      ? Expr.leaf(s.pick("0", "1", "7", "8", "31", "70"), Type.weak(DType.I64))
                      : s.chance(90) ? Expr.same("($1 & 63)", other.type(), other) : other;
              DType common = s.discipline.common(x.type(), count.type());
              String text =
                  s.pick(
                      "($1 << $2)",
                      "($1 >> $2)",
                      "bitwise_left_shift($1, $2)",
                      "bitwise_right_shift($1, $2)");
              return common.isFloat() || !s.discipline.relates(x.type(), count.type())
                  ? Optional.empty()
                  : Optional.of(call(s, text, List.of(x, count)));
            });
  }

  /** {@code maximum(x, finfo(f32).eps)}: a limit of the dtype beside its elements. */
  static Optional<Expr> limited(Scope s, int depth) {
    return s.any(depth, t -> t.isNumeric() && !t.weak())
        .map(
            x -> {
              boolean real = x.type().dtype().isFloat();
              String limit =
                  (real ? "finfo(" : "iinfo(")
                      + s.written(x.type().dtype())
                      + ")."
                      + s.pick("max", "min", real ? s.pick("eps", "smallest_normal") : "bits");
              return Expr.same(
                  s.pick(
                          "minimum($1, %s)",
                          "maximum($1, %s)", "($1 - %s)", "where($1 < %1$s, $1, %1$s)")
                      .formatted(limit),
                  x.type(),
                  x);
            });
  }

  static Optional<Expr> where(Scope s, int depth) {
    Expr a = s.any(depth);
    Expr b = second(s, a, t -> t.isBool() == a.type().isBool(), depth);
    Optional<List<Long>> joined = joined(s, a, b);
    if (joined.isEmpty()) {
      return Optional.empty();
    }
    Expr c = s.condition(joined.get(), depth);
    return s.discipline
        .join(joined.get(), c.type().shape())
        .map(shape -> Expr.call("where", Type.of(common(s, a, b), shape), c, a, b));
  }

  /** Another expression of the same type and mostly other values. */
  static Expr disguise(Scope s, Expr e) {
    Type t = Type.of(e.type().dtype(), e.type().shape());
    if (t.rank() > 0 && !s.isUnranked() && s.chance(40)) {
      return Expr.same("$1[::-1]", t, e);
    }
    return t.isBool()
        ? Expr.call("logical_not", t, e)
        : Expr.same(s.pick("($1 + 1)", "($1 * 2)", "(-$1)", "(1 - $1)"), t, e);
  }

  /** A second operand: an expression, or a weak scalar. */
  private static Expr second(Scope s, Expr a, Predicate<Type> wanted, int depth) {
    if (s.chance(15) && a.type().isNumeric()) {
      return s.chance(70) ? Literals.beside(s, a.type().dtype()) : Sizes.weak(s);
    }
    return s.beside(a.type().shape(), wanted, depth).orElse(a);
  }

  private static Expr binary(Scope s, Op op, Expr a, Expr b) {
    return binary(s, op, a, b, common(s, a, b));
  }

  private static DType common(Scope s, Expr a, Expr b) {
    return a.type().isBool() ? DType.BOOL : s.discipline.common(a.type(), b.type());
  }

  /** In either order; the operands go together. */
  private static Expr binary(Scope s, Op op, Expr a, Expr b, DType dtype) {
    boolean divides = DIVISIONS.contains(op);
    List<Expr> parts = new ArrayList<>(divides || s.chance(60) ? List.of(a, b) : List.of(b, a));
    String call = op.function() + "($1, $2)";
    String text = op.symbol().isEmpty() || s.chance(10) ? call : "($1 " + op.symbol() + " $2)";
    return new Expr(text, call, parts, Type.of(dtype, joined(s, a, b).orElseThrow()));
  }

  private static Optional<List<Long>> joined(Scope s, Expr a, Expr b) {
    return s.discipline.join(a.type().shape(), b.type().shape());
  }
}
