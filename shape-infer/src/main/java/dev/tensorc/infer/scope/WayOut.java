package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.ir.TensorIr.Value;

/** The way out of a statement that may return or not. */
public interface WayOut {

  /** Whether a {@code return} was taken, as a bool scalar. */
  Value returned();

  /** Takes a {@code return}. */
  void take(Ast.Return r);
}
