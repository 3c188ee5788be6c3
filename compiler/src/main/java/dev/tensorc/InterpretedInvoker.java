package dev.tensorc;

import dev.tensorc.interp.Interpreter;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Checks;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/** Runs the reference interpreter. */
final class InterpretedInvoker implements Invoker {

  private final TensorIr.Function function;

  InterpretedInvoker(TensorIr.Function function) {
    this.function = function;
  }

  @Override
  public Object invoke(Object[] args) {
    List<Object> results = Interpreter.run(function, List.of(args));
    return results.size() == 1 ? results.getFirst() : results;
  }

  /** Refuses an output as compiled code does. */
  @Override
  public void invokeInto(Tensor out, Object[] args) {
    var result = (Tensor) invoke(args);
    if (!Arrays.equals(out.shape(), result.shape())) {
      throw Checks.outputShape(out, result.shape());
    }
    Checks.requireWritable(out);
    for (int i = 0; i < args.length; i++) {
      if (args[i] instanceof Tensor argument) {
        Checks.requireApart(out, argument, function.params().get(i).name());
      }
    }
    TensorCopy.copy(result, out);
  }
}
