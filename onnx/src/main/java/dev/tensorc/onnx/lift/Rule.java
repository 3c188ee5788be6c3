package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import org.jspecify.annotations.Nullable;

/** Recognises one pattern. */
interface Rule {
  /** The expression that a definition is rewritten to; null where the pattern is not there. */
  @Nullable Expr rewrite(Definition definition, View view);
}
