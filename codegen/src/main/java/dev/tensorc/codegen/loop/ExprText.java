package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Expressions as text; in a kernel, nodes with several uses get a name of their own. */
final class ExprText {

  private final @Nullable Kernel kernel;
  private final LoopPrinter printer;
  private final Map<Expr, Integer> uses = new IdentityHashMap<>();
  private final Map<Expr, String> names = new IdentityHashMap<>();
  private final List<String> lets = new ArrayList<>();

  /**
   * @param kernel null for an expression of a plan
   */
  ExprText(@Nullable Kernel kernel, LoopPrinter printer) {
    this.kernel = kernel;
    this.printer = printer;
  }

  /** A scalar expression of a plan. */
  static String of(Expr e, LoopPrinter printer) {
    return new ExprText(null, printer).expr(e);
  }

  /** {@code e}, in terms of {@link #lets}. */
  String text(Expr e) {
    count(e);
    return expr(e);
  }

  /** {@code t0 = ...}, in the order in which they are needed. */
  List<String> lets() {
    return lets;
  }

  static String index(int axis) {
    return axis < 6 ? String.valueOf("ijklmn".charAt(axis)) : "i" + axis;
  }

  /** A kernel's reduction's result. */
  static String reduced(Kernel k, int number) {
    return k.reductions().size() == 1 ? "r" : "r" + number;
  }

  private void count(Expr e) {
    if (uses.merge(e, 1, Integer::sum) == 1) {
      switch (e) {
        case Op op -> op.args().forEach(this::count);
        case Expr.Named n -> n.arguments().forEach(this::count);
        case Expr.JdkMath f -> f.args().forEach(this::count);
        case Expr.SlowPath s -> count(s.fast());
        case Expr.Gathered g -> count(g.distance());
        case Expr.Subscript s -> count(s.index());
        case Expr.Guarded g -> {
          count(g.condition());
          count(g.element());
        }
        case Expr.Load _, Expr.ScalarArg _, Expr.PlanScalar _, Expr.AxisStride _ -> {}
        case Expr.AxisIndex _ -> {}
        case Expr.DimSize _, Expr.Element _, Expr.Const _, Expr.Reduced _ -> {}
      }
    }
  }

  private String expr(Expr e) {
    String name = names.get(e);
    if (name != null) {
      return name;
    }
    String text = compute(e);
    boolean compound = e instanceof Op || e instanceof Expr.Named || e instanceof Expr.JdkMath;
    if (!compound || uses.getOrDefault(e, 0) < 2) {
      return text;
    }
    String let = "t" + lets.size();
    lets.add(let + " = " + text);
    names.put(e, let);
    return let;
  }

  private String compute(Expr e) {
    return switch (e) {
      case Expr.Load l -> load(l.input());
      case Expr.ScalarArg s -> "s" + s.index();
      case Expr.AxisIndex x -> index(x.axis());
      case Expr.PlanScalar p -> printer.name(p.value());
      case Expr.DimSize d -> d.dim().toString();
      case Expr.Element x -> printer.place(x.tensor().base(), x.tensor().access());
      case Expr.AxisStride s -> "stride " + s.axis() + " of " + printer.name(s.tensor());
      case Expr.Const c -> String.valueOf(c.value());
      case Expr.Reduced r -> reduced(Objects.requireNonNull(kernel), r.number());
      case Expr.Named n -> named(n);
      case Expr.JdkMath f -> "jdk." + f.function().label() + "(" + exprs(f.args()) + ")";
      case Expr.SlowPath s -> expr(s.fast());
      case Expr.Gathered g -> load(g.input()) + "[+" + expr(g.distance()) + "]";
      case Expr.Subscript s -> "place(" + expr(s.index()) + ", " + expr(s.size()) + ")";
      case Expr.Guarded g ->
          "(if " + expr(g.condition()) + " then " + expr(g.element()) + " else 0)";
      case Op op -> operation(op);
    };
  }

  /** A function, or one that is spelt as an operator. */
  private String named(Expr.Named n) {
    return Character.isLetter(n.name().charAt(0))
        ? n.name() + "(" + exprs(n.arguments()) + ")"
        : "(%s %s %s)"
            .formatted(expr(n.arguments().getFirst()), n.name(), expr(n.arguments().getLast()));
  }

  private String exprs(List<Expr> list) {
    return list.stream().map(this::expr).collect(Collectors.joining(", "));
  }

  private String load(int input) {
    if (kernel == null) {
      return "in" + input;
    }
    var axes = new ArrayList<String>();
    List<AxisUse> walked = kernel.inputs().get(input).axes();
    for (int a = 0; a < walked.size(); a++) {
      axes.add(
          switch (walked.get(a)) {
            case NONE -> "*";
            case FULL -> index(a);
            case OPEN -> index(a) + "?";
          });
    }
    return "in" + input + "[" + String.join(", ", axes) + "]";
  }

  private String operation(Op op) {
    List<String> args = op.args().stream().map(this::expr).toList();
    String infix =
        switch (op.op()) {
          case ADD -> "+";
          case SUB -> "-";
          case MUL -> "*";
          case DIV -> "/";
          case FLOOR_DIV -> "//";
          case REMAINDER -> "%";
          case POW -> "**";
          case SHIFT_LEFT -> "<<";
          case SHIFT_RIGHT -> ">>";
          case LT -> "<";
          case LE -> "<=";
          case EQ -> "==";
          case AND -> "&";
          case OR -> "|";
          case XOR -> "^";
          default -> "";
        };
    if (!infix.isEmpty()) {
      return "(" + String.join(" " + infix + " ", args) + ")";
    }
    String name =
        switch (op.op()) {
          case MAX -> "maximum";
          case MIN -> "minimum";
          case SELECT -> "where";
          case CAST -> "as_" + op.type().label();
          default -> op.op().name().toLowerCase(Locale.ROOT);
        };
    return name + "(" + String.join(", ", args) + ")";
  }
}
