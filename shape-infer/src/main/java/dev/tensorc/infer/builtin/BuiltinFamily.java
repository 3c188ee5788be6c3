package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
import java.util.List;
import java.util.Optional;

/** The builtins of one kind. */
interface BuiltinFamily {

  /**
   * What a call gives; unknown, and reported, where something is wrong with it.
   *
   * @param args what is written for each parameter
   */
  Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c);
}
