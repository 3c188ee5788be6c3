package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;
import java.util.function.IntConsumer;

/** The body of a method with loops of a kernel: its parameters, and loops over its axes. */
public abstract class KernelBody {

  protected final Kernel kernel;
  protected final Code code;
  protected final Params params;
  protected final AxisLoops nest;

  protected KernelBody(Kernel kernel, Code code) {
    this(kernel, code, KernelCall.params(kernel, code.memory()));
  }

  protected KernelBody(Kernel kernel, Code code, Params params) {
    this.kernel = kernel;
    this.code = code;
    this.params = params;
    this.nest = new AxisLoops(code, params.extents());
  }

  /**
   * Calls a form of the kernel.
   *
   * @param tensors where it begins
   * @param pushExtent pushes how many points of an axis it does
   */
  protected final void call(
      String holder, String method, List<Tensor> tensors, IntConsumer pushExtent) {
    KernelCall.pushTensors(kernel, tensors, t -> t.push(code), pushExtent);
    params.pushRest(code);
    KernelCall.emit(code, holder, method, kernel, code.memory());
  }

  /** How many points an axis has. */
  protected final Local extent(int axis) {
    return params.extents().get(axis);
  }
}
