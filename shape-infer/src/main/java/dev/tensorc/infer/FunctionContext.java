package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.statement.StatementContext;
import dev.tensorc.ir.DType;
import java.util.Optional;

/** All parts of inference, for one exported function. */
final class FunctionContext extends StatementContext {

  private final Expressions expressions = new Expressions(this);

  FunctionContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }

  @Override
  public Typed infer(Ast.Expr e, Optional<DType> expected) {
    boolean point = points.isActive(); // then it is one element, and has no type of its own
    Typed typed = expressions.infer(e, expected);
    if (!point) {
      observe(e.span(), typed);
    }
    return typed;
  }

  @Override
  public Typed plain(Ast.Expr e, Optional<DType> expected) {
    return expressions.plain(e, expected);
  }
}
