package dev.tensorc;

import dev.tensorc.interp.Interpreter;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Tensor;
import java.util.List;

/** Runs the reference interpreter. */
final class InterpretedInvoker implements Invoker {

  private final TensorIr.Function function;

  InterpretedInvoker(TensorIr.Function function) {
    this.function = function;
  }

  @Override
  public Object invoke(Object[] args) {
    return Interpreter.run(function, List.of(args)).getFirst();
  }

  @Override
  public void invokeInto(Tensor out, Object[] args) {
    TensorCopy.copy((Tensor) invoke(args), out);
  }
}
