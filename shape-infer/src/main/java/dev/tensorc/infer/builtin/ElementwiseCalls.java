package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.BroadcastDims;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.AxisArguments;
import dev.tensorc.ir.Builtin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls of the element-wise builtins by name. */
final class ElementwiseCalls implements BuiltinFamily {

  private final BuiltinContext cx;

  ElementwiseCalls(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    if (b == Builtin.ASTYPE) {
      var turned = turned(c, args.get(0).orElseThrow(), args.get(1).orElseThrow());
      if (turned.isPresent()) {
        return cx.fail(turned.get());
      }
      Arg x = cx.arg(args.get(0).orElseThrow());
      return cx.words
          .dtype(args.get(1).orElseThrow())
          .map(dtype -> cx.elementwise.astype(x, dtype, c.span()))
          .orElse(Typed.UNKNOWN);
    }
    if (b == Builtin.CLIP) {
      return clip(args, c.span());
    }
    var arrays = new ArrayList<Arg>();
    for (int i = 0; i < b.params().size(); i++) {
      arrays.add(cx.arg(args.get(i).orElseThrow()));
    }
    Optional<Ast.Expr> written = BuiltinSignature.isBinary(b) ? args.getLast() : Optional.empty();
    if (written.isEmpty()) {
      return cx.elementwise.apply(b, arrays, c.span());
    }
    var dims = BroadcastDims.of(AxisArguments.listed(written.get()), written.get().span(), cx);
    return dims.isEmpty() ? Typed.UNKNOWN : cx.elementwise.apply(b, arrays, dims, c.span());
  }

  /** {@code clip} with one bound is a maximum or a minimum. */
  private Typed clip(List<Optional<Ast.Expr>> args, Span span) {
    var arrays = new ArrayList<Arg>();
    args.forEach(a -> a.ifPresent(e -> arrays.add(cx.arg(e))));
    Builtin b =
        switch (arrays.size()) {
          case 1 -> Builtin.POSITIVE;
          case 2 -> args.get(1).isPresent() ? Builtin.MAXIMUM : Builtin.MINIMUM;
          default -> Builtin.CLIP;
        };
    return cx.elementwise.apply(b, arrays, span);
  }

  /** {@code astype(f32, x)}. */
  private Optional<Diagnostic> turned(Ast.Call c, Ast.Expr x, Ast.Expr dtype) {
    return cx.words.meant(dtype).isPresent()
        ? Optional.empty()
        : cx.words
            .meant(x)
            .map(
                name ->
                    ErrorId.BAD_ARGUMENTS
                        .at(c.span(), "`astype` takes the array first, then the dtype")
                        .expected(BuiltinSignature.of(Builtin.ASTYPE))
                        .hint(
                            "write `astype(%s, %s)`"
                                .formatted(Names.ofSource(dtype.span()), name)));
  }
}
