package dev.tensorc.benchmarks.population;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.ir.DType;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes expressions as C: one local for each operation, so that a value which is used twice is
 * computed once. Functions that the C library has are its own; indices are not checked.
 */
final class CExpressions {

  /** Functions under the same name in {@code math.h}, where those of float end in f. */
  private static final Set<String> LIBRARY =
      Set.of(
          "exp",
          "exp2",
          "expm1",
          "log",
          "log2",
          "log10",
          "log1p",
          "sin",
          "cos",
          "tan",
          "asin",
          "acos",
          "atan",
          "atan2",
          "sinh",
          "cosh",
          "tanh",
          "asinh",
          "acosh",
          "atanh",
          "pow",
          "hypot",
          "cbrt",
          "erf",
          "floor",
          "ceil",
          "trunc",
          "fmod",
          "copysign");

  private final CText out;
  private final Function<Expr, String> leaf;
  private final Map<Expr, String> values;

  /**
   * @param leaf the text of a node that is no operation
   */
  CExpressions(CText out, Function<Expr, String> leaf) {
    this(out, leaf, new IdentityHashMap<>());
  }

  private CExpressions(CText out, Function<Expr, String> leaf, Map<Expr, String> values) {
    this.out = out;
    this.leaf = leaf;
    this.values = values;
  }

  /** A local or constant with the value, whose statements are written first. */
  String value(Expr e) {
    String known = values.get(e);
    if (known != null) {
      return known;
    }
    String text = written(e);
    values.put(e, text);
    return text;
  }

  private String written(Expr e) {
    return switch (e) {
      case Expr.Const c -> CTypes.constant(c.type(), c.value());
      case Expr.Named n -> named(n);
      case Expr.JdkMath f -> library(f.function().label(), f.type(), f.args());
      case Expr.SlowPath s -> value(s.fast());
      case Expr.Subscript s -> value(s.index());
      case Expr.Guarded g -> guarded(g);
      case Op op -> local(op.type(), operation(op));
      case Expr.Gathered g -> {
        value(g.distance());
        yield local(g.type(), leaf.apply(g));
      }
      case Expr.Load _, Expr.ScalarArg _, Expr.AxisIndex _, Expr.Reduced _ ->
          local(e.type(), leaf.apply(e));
      case Expr.PlanScalar _, Expr.DimSize _, Expr.AxisStride _, Expr.Element _ ->
          local(e.type(), leaf.apply(e));
    };
  }

  private String local(DType type, String text) {
    String name = out.fresh("t");
    out.line("const %s %s = %s;", CTypes.value(type), name, text);
    return name;
  }

  private String guarded(Expr.Guarded g) {
    String condition = value(g.condition());
    String name = out.fresh("t");
    out.line("%s %s = 0;", CTypes.value(g.type()), name);
    out.open("if (%s)", condition);
    out.line("%s = %s;", name, new CExpressions(out, leaf, copy()).value(g.element()));
    out.close();
    return name;
  }

  private Map<Expr, String> copy() {
    var copy = new IdentityHashMap<Expr, String>();
    copy.putAll(values);
    return copy;
  }

  private String named(Expr.Named n) {
    String name = n.name();
    if (n.type().isFloat() && LIBRARY.contains(name)) {
      return library(name, n.type(), n.arguments());
    }
    if (n.type().isFloat() && name.equals("sigmoid")) {
      String exp = n.type() == DType.F64 ? "exp" : "expf";
      return local(n.type(), "1 / (1 + " + exp + "(-" + value(n.arguments().getFirst()) + "))");
    }
    return value(n.value());
  }

  private String library(String name, DType type, List<Expr> arguments) {
    String args = arguments.stream().map(this::value).collect(Collectors.joining(", "));
    return local(type, name + (type == DType.F64 ? "" : "f") + "(" + args + ")");
  }

  private String operation(Op op) {
    List<String> args = op.args().stream().map(this::value).toList();
    String a = args.getFirst();
    String b = args.size() > 1 ? args.get(1) : "";
    DType t = op.type();
    boolean isFloat = t.isFloat();
    boolean isDouble = t == DType.F64;
    return switch (op.op()) {
      case ADD -> a + " + " + b;
      case SUB -> a + " - " + b;
      case MUL -> a + " * " + b;
      case DIV -> a + " / " + b;
      case FMA -> a + " * " + b + " + " + args.get(2);
      case NEG -> "-" + a;
      case ABS -> isFloat ? (isDouble ? "fabs(" : "fabsf(") + a + ")" : magnitude(a);
      case SQRT -> (isDouble ? "sqrt(" : "sqrtf(") + a + ")";
      case MIN -> a + " < " + b + " ? " + a + " : " + b;
      case MAX -> a + " > " + b + " ? " + a + " : " + b;
      case LT -> a + " < " + b;
      case LE -> a + " <= " + b;
      case EQ -> a + " == " + b;
      case AND -> a + " & " + b;
      case OR -> a + " | " + b;
      case XOR -> a + " ^ " + b;
      case NOT -> (t == DType.BOOL ? "!" : "~") + a;
      case SHL -> a + " << " + op.amount();
      case SHR -> a + " >> " + op.amount();
      case USHR -> "(u" + CTypes.value(t).replaceFirst("^u", "") + ")" + a + " >> " + op.amount();
      case SHIFT_LEFT -> a + " << " + b;
      case SHIFT_RIGHT -> a + " >> " + b;
      case SELECT -> a + " ? " + b + " : " + args.get(2);
      case NON_ZERO -> a;
      case FLOOR_DIV -> t.isUnsigned() ? a + " / " + b : "floor_div(" + a + ", " + b + ")";
      case REMAINDER -> t.isUnsigned() ? a + " % " + b : "remainder_of(" + a + ", " + b + ")";
      case POW -> "int_pow(" + a + ", " + b + ")";
      case CAST -> cast(op.args().getFirst().type(), t, a);
      case ROUND_F16 -> cast(t, DType.F16, a);
      case ROUND_BF16 -> cast(t, DType.BF16, a);
      case BITS -> (t == DType.I32 ? "bits_of_float(" : "bits_of_double(") + a + ")";
      case FROM_BITS -> (isDouble ? "double_of_bits(" : "float_of_bits(") + a + ")";
    };
  }

  private static String magnitude(String a) {
    return a + " < 0 ? -" + a + " : " + a;
  }

  private static String cast(DType from, DType to, String a) {
    if (to == DType.BOOL) {
      return a + " != 0";
    }
    if (to == DType.F16) {
      return "(float)(_Float16)" + a;
    }
    if (to == DType.BF16) {
      return "from_bf16(to_bf16(" + a + "))";
    }
    boolean narrowed = from.isFloat() && to.isInt() && to.bytes() < 4;
    return "(" + CTypes.value(to) + ")" + (narrowed ? "(int32_t)" : "") + a;
  }
}
