package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.loop.Kernel;

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

  /** How many points an axis has. */
  protected final Local extent(int axis) {
    return params.extents().get(axis);
  }
}
