package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
import java.util.List;
import java.util.Optional;

/** The builtins of one kind. */
interface BuiltinFamily {

  /**
   * The result of a call; unknown, and reported, where the call has an error.
   *
   * @param args the argument of each parameter
   */
  Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c);
}
