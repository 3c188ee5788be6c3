package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.infer.array.Reductions;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/** Calls of the reductions: axes, and their other arguments. */
final class ReductionCalls implements BuiltinFamily {

  private final BuiltinContext cx;

  ReductionCalls(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Arg x = cx.arg(args.get(0).orElseThrow());
    Optional<Boolean> keepdims = cx.words.flag("keepdims", written(b, "keepdims", args));
    if (keepdims.isEmpty()) {
      return Typed.UNKNOWN;
    }
    var options =
        new Reductions.Options(
            keepdims.get(),
            written(b, "correction", args).map(cx::arg),
            written(b, "initial", args).map(cx::arg),
            written(b, "where", args).map(cx::arg));
    Optional<Ast.Expr> dtype = written(b, "dtype", args);
    if (args.get(1).isEmpty()) {
      return cx.reductions.sum(b, x, Optional.empty(), options, dtype, c.span());
    }
    Ast.Expr written = args.get(1).get();
    if ((b == Builtin.MAX || b == Builtin.MIN) && isSecondOperand(c, written, x.typed())) {
      String shown = Names.ofSource(written.span());
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(
                  written.span(),
                  "`%s` is over axes of one array, and `%s` is none of them"
                      .formatted(b.label(), shown))
              .expected(BuiltinSignature.of(b))
              .hint(ForeignNames.misuse(b.label(), Names.written(c))));
    }
    boolean one = b.types() == Builtin.Types.INDEX;
    if (one && written instanceof Ast.TupleLit t && t.items().size() != 1) {
      return cx.fail(
          ErrorId.AXIS
              .at(written.span(), "`" + b.label() + "` takes one axis")
              .because("the result is an index along it")
              .hint("leave `axis` out for the index in the flattened array"));
    }
    Optional<List<Integer>> axes =
        cx.axes.list(written, x.typed()).map(list -> list.stream().sorted().toList());
    return axes.isEmpty() || x.typed().isUnknown()
        ? Typed.UNKNOWN
        : cx.reductions.sum(b, x, axes, options, dtype, c.span());
  }

  /** {@code max(a, b)} with a second argument that can be no axis: the larger of two was meant. */
  private boolean isSecondOperand(Ast.Call c, Ast.Expr written, Typed x) {
    boolean named = c.args().get(1).keyword().isPresent();
    if (named || x.isUnknown() || written instanceof Ast.TupleLit) {
      return false;
    }
    if (written instanceof Ast.StringLit || x instanceof Typed.Strong(Value v) && v.isUnranked()) {
      return false;
    }
    return switch (cx.infer(written)) {
      case Typed.Const(Long axis, String _) -> axis < -x.rank() || axis >= x.rank();
      case Typed.Unknown _ -> false;
      case Typed.Const _, Typed.Weak _, Typed.Strong _ -> true;
    };
  }

  /** The argument of a parameter, where the function has that parameter. */
  private static Optional<Ast.Expr> written(
      Builtin b, String parameter, List<Optional<Ast.Expr>> args) {
    for (int i = 0; i < args.size(); i++) {
      if (b.params().get(i).name().equals(parameter)) {
        return args.get(i);
      }
    }
    return Optional.empty();
  }
}
