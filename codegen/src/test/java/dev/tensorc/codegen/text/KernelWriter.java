package dev.tensorc.codegen.text;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Kernels as the text that {@link KernelReader} reads; schedules are not part of it. */
public final class KernelWriter {

  private final Kernel kernel;
  private final StringBuilder out = new StringBuilder();
  private final Map<Expr, String> names = new IdentityHashMap<>();
  private int operations;

  private KernelWriter(Kernel kernel) {
    this.kernel = kernel;
  }

  public static String write(Kernel kernel) {
    return new KernelWriter(kernel).text();
  }

  private String text() {
    out.append("axes ").append(kernel.parallel());
    out.append(kernel.reduced() > 0 ? " + " + kernel.reduced() : "");
    out.append(kernel.rounds() ? " rounds\n" : "\n");
    for (int i = 0; i < kernel.inputs().size(); i++) {
      Kernel.Input in = kernel.inputs().get(i);
      out.append("in%d: %s[%s]\n".formatted(i, in.dtype().label(), indices(in.axes())));
    }
    for (int i = 0; i < kernel.scalars().size(); i++) {
      out.append("s%d: %s\n".formatted(i, kernel.scalars().get(i).label()));
    }
    for (int i = 0; i < kernel.reductions().size(); i++) {
      Reduction r = kernel.reductions().get(i);
      define(r.parts());
      out.append("r%d: %s = %s\n".formatted(i, r.result().label(), reduction(r)));
    }
    for (int i = 0; i < kernel.results().size(); i++) {
      Kernel.Result result = kernel.results().get(i);
      define(List.of(result.value()));
      out.append("out%d = %s%s\n".formatted(i, name(result.value()), along(result)));
    }
    return out.toString();
  }

  private static String along(Kernel.Result result) {
    return result.alongRow() ? " along row" : "";
  }

  private static String indices(List<AxisUse> axes) {
    return IntStream.range(0, axes.size())
        .mapToObj(
            a ->
                switch (axes.get(a)) {
                  case NONE -> "*";
                  case FULL -> index(a);
                  case OPEN -> index(a) + "?";
                })
        .collect(Collectors.joining(", "));
  }

  private static String index(int axis) {
    return KernelReader.INDICES.substring(axis, axis + 1);
  }

  private String reduction(Reduction r) {
    return r.contraction()
        .map(
            c ->
                "contract %s %s free%s free%s%s"
                    .formatted(
                        name(c.left()),
                        name(c.right()),
                        numbers(c.leftFree()),
                        numbers(c.rightFree()),
                        c.windows() ? " windows" : ""))
        .orElseGet(() -> r.op().label() + " " + name(r.value()) + (r.lastAxis() ? " last" : ""));
  }

  private static String numbers(List<Integer> axes) {
    return axes.stream().map(a -> " " + a).collect(Collectors.joining());
  }

  /** Defines the operands of expressions, as far as they have no names yet. */
  private void define(List<Expr> roots) {
    for (Expr e : ExprNodes.inOrder(roots)) {
      if (names.containsKey(e)) {
        continue;
      }
      switch (e) {
        case Expr.Load l -> names.put(e, "in" + l.input());
        case Expr.ScalarArg s -> names.put(e, "s" + s.index());
        case Expr.Reduced r -> names.put(e, "r" + r.number());
        case Expr.Named n -> names.put(e, name(n.value())); // a name for readers of explain
        default -> {
          String name = "t" + operations++;
          out.append("%s: %s = %s\n".formatted(name, e.type().label(), definition(e)));
          names.put(e, name);
        }
      }
    }
  }

  private String definition(Expr e) {
    return switch (e) {
      case Expr.Const c -> "const " + c.value();
      case Expr.AxisIndex x -> "index " + index(x.axis());
      case Expr.Gathered g -> "gathered in" + g.input() + " " + name(g.distance());
      case Expr.Guarded g -> "guarded " + names(List.of(g.condition(), g.element()));
      case Expr.Subscript s -> "subscript " + names(List.of(s.index(), s.size()));
      case Expr.JdkMath f -> "jdk " + f.function().label() + " " + names(f.args());
      case Expr.SlowPath s ->
          "slowpath %s %s %s %s"
              .formatted(s.function(), name(s.slow()), name(s.fast()), names(s.args()));
      case Op op -> operation(op);
      case Expr.Load _, Expr.ScalarArg _, Expr.Reduced _, Expr.Named _ -> name(e);
      case Expr.PlanScalar _, Expr.DimSize _, Expr.AxisStride _, Expr.Element _ ->
          throw new IllegalArgumentException("not of a kernel: " + e);
    };
  }

  private String operation(Op op) {
    return op.op().name().toLowerCase(Locale.ROOT)
        + " "
        + names(op.args())
        + switch (op.op()) {
          case SHL, SHR, USHR -> " by " + op.amount();
          default -> op.span().isPresent() ? " throws" : "";
        };
  }

  private String names(List<Expr> all) {
    return all.stream().map(this::name).collect(Collectors.joining(" "));
  }

  private String name(Expr e) {
    return Objects.requireNonNull(names.get(e));
  }
}
