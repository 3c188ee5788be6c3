package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/**
 * Norms: a sum of powers of magnitudes and its root, the largest or the smallest magnitude. Of f16
 * and bf16 all of it is computed in f32 and rounded once.
 */
final class Norms {

  private final BuiltinContext cx;

  Norms(BuiltinContext cx) {
    this.cx = cx;
  }

  Typed call(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Arg x = cx.arg(args.getFirst().orElseThrow());
    if (x.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    var refused = DTypeRules.refuse(b, x, false, List.of(x), cx.frame.discipline());
    if (refused.isPresent()) {
      return cx.fail(refused.get());
    }
    return b == Builtin.VECTOR_NORM ? ofVectors(b, x, args, span) : ofMatrices(b, x, args, span);
  }

  // ---------------------------------------------------------------- vectors

  private Typed ofVectors(Builtin b, Arg x, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Optional<List<Integer>>> axes =
        args.get(1).isEmpty()
            ? Optional.of(Optional.empty())
            : cx.axes
                .list(args.get(1).get(), x.typed())
                .map(list -> Optional.of(list.stream().sorted().toList()));
    Optional<Boolean> keepdims = cx.words.flag("keepdims", args.get(2));
    Optional<Double> order = order(b, args.get(3));
    if (axes.isEmpty() || keepdims.isEmpty() || order.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Arg computed = cx.reductions.computed(b, x);
    Typed norm = norm(computed, order.get(), axes.get(), keepdims.get(), span);
    return cx.reductions.rounded(norm, b, x, span);
  }

  private Typed norm(
      Arg x, double order, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    if (order == 2) {
      return root(squares(x, axes, keepdims, span), span);
    }
    if (order == 0) {
      Arg counted = apply(Builtin.NOT_EQUAL, span, x, number(0, span));
      Typed ones = cx.elementwise.astype(counted, x.typed().dtype(), span);
      return reduce(Builtin.SUM, new Arg(ones, span), axes, keepdims, span).typed();
    }
    Arg magnitude = apply(Builtin.ABS, span, x);
    if (Double.isInfinite(order)) {
      Builtin extreme = order > 0 ? Builtin.MAX : Builtin.MIN;
      return reduce(extreme, magnitude, axes, keepdims, span).typed();
    }
    if (order == 1) {
      return reduce(Builtin.SUM, magnitude, axes, keepdims, span).typed();
    }
    Arg powers = apply(Builtin.POW, span, magnitude, number(order, span));
    Arg sum = reduce(Builtin.SUM, powers, axes, keepdims, span);
    return apply(Builtin.POW, span, sum, number(1 / order, span)).typed();
  }

  private Optional<Double> order(Builtin b, Optional<Ast.Expr> written) {
    if (written.isEmpty()) {
      return Optional.of(2.0);
    }
    Ast.Expr e = written.get();
    Typed typed = e instanceof Ast.StringLit ? null : cx.infer(e);
    if (typed instanceof Typed.Const c && c.value() instanceof Number n) {
      return Optional.of(n.doubleValue());
    }
    if (typed == null || !typed.isUnknown()) {
      cx.report(
          ErrorId.NEEDS_CONSTANT
              .at(e.span(), "`ord` of `" + b.label() + "` is a number known when compiling")
              .found(typed == null ? "text" : typed.type())
              .hint("write `ord=1`, `ord=inf`; left out it is 2, the Euclidean length"));
    }
    return Optional.empty();
  }

  // ---------------------------------------------------------------- matrices

  private Typed ofMatrices(Builtin b, Arg x, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Boolean> keepdims = cx.words.flag("keepdims", args.get(1));
    Optional<Value> matrices = cx.arrays.matrices(b, x);
    Optional<Diagnostic> refused = args.get(2).flatMap(this::refuseOfMatrix);
    refused.ifPresent(cx::report);
    if (keepdims.isEmpty() || matrices.isEmpty() || refused.isPresent()) {
      return Typed.UNKNOWN;
    }
    Arg computed = cx.reductions.computed(b, x);
    int rows = computed.typed().rank() - 2;
    boolean keeps = keepdims.get();
    String order = args.get(2).map(e -> text(e)).orElse(FROBENIUS);
    Typed norm;
    if (order.equals(FROBENIUS)) {
      norm = root(squares(computed, Optional.of(List.of(rows, rows + 1)), keeps, span), span);
    } else {
      boolean ofColumns = order.endsWith("1");
      Builtin extreme = order.startsWith("-") ? Builtin.MIN : Builtin.MAX;
      Arg magnitude = apply(Builtin.ABS, span, computed);
      Arg sums =
          reduce(
              Builtin.SUM,
              magnitude,
              Optional.of(List.of(ofColumns ? rows : rows + 1)),
              keeps,
              span);
      int left = ofColumns && keeps ? rows + 1 : rows;
      norm = reduce(extreme, sums, Optional.of(List.of(left)), keeps, span).typed();
    }
    return cx.reductions.rounded(norm, b, x, span);
  }

  private static final String FROBENIUS = "\"fro\"";
  private static final List<String> ORDERS = Builtin.MATRIX_NORM.param("ord").choices();

  /** The order as it would be written, without spaces. */
  private static String text(Ast.Expr e) {
    return e instanceof Ast.StringLit s
        ? "\"" + s.value() + "\""
        : Names.ofSource(e.span()).replace(" ", "");
  }

  private Optional<Diagnostic> refuseOfMatrix(Ast.Expr e) {
    String written = text(e);
    if (ORDERS.contains(written)) {
      return Optional.empty();
    }
    String taken = "`ord` is one of " + String.join(", ", ORDERS);
    boolean singular = List.of("\"nuc\"", "2", "-2").contains(written);
    return Optional.of(
        singular
            ? ErrorId.UNSUPPORTED_BUILTIN
                .at(e.span(), "the norm `ord=" + written + "` of a matrix is not supported yet")
                .because("it is made of singular values, which no function here computes")
                .hint(taken)
            : ErrorId.BAD_ARGUMENTS
                .at(e.span(), "`matrix_norm` has no norm `ord=" + written + "`")
                .expected(String.join(", ", ORDERS)));
  }

  // ---------------------------------------------------------------- parts

  private Arg squares(Arg x, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    return reduce(Builtin.SUM, apply(Builtin.SQUARE, span, x), axes, keepdims, span);
  }

  private Typed root(Arg sum, Span span) {
    return apply(Builtin.SQRT, span, sum).typed();
  }

  private Arg reduce(Builtin b, Arg x, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    return new Arg(
        x.typed().isUnknown() ? Typed.UNKNOWN : cx.reductions.reduce(b, x, axes, keepdims, span),
        span);
  }

  private Arg apply(Builtin b, Span span, Arg... args) {
    return cx.arithmetic.apply(b, span, args);
  }

  private static Arg number(double value, Span span) {
    return new Arg(new Typed.Const(value, Double.toString(value)), span);
  }
}
