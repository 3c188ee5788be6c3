package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;

/**
 * The results that a kernel computes from each row's reductions: scalars.
 *
 * @param scalars the kernel's
 */
public record PointResults(Kernel kernel, Code code, List<Local> scalars) {

  /**
   * Stores the results that are not along the row.
   *
   * @param tensors at the point
   * @param reduced the result of each reduction
   */
  public void store(List<Tensor> tensors, List<Local> reduced) {
    for (int k = 0; k < kernel.results().size(); k++) {
      if (!kernel.results().get(k).alongRow()) {
        store(k, tensors, reduced);
      }
    }
  }

  private void store(int number, List<Tensor> tensors, List<Local> reduced) {
    Tensor out = tensors.get(kernel.inputs().size() + number);
    store(code, out, () -> push(number, tensors, reduced));
  }

  /** Stores a scalar, given the code that pushes it. */
  static void store(Code code, Tensor out, Code.Part push) {
    Local value = code.newLocal(JvmTypes.scalar(out.dtype()), push);
    code.load(out.array());
    code.load(out.offset());
    code.load(value);
    code.memory().storeElement(code, out.dtype());
  }

  /** Pushes the result with that number. */
  public void push(int number, List<Tensor> tensors, List<Local> reduced) {
    new ScalarEmitter(code, leaf -> ScalarKernel.pushLeaf(code, leaf, tensors, scalars, reduced))
        .push(kernel.results().get(number).value());
  }
}
