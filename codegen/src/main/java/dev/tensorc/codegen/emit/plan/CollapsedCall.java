package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.kernel.KernelNames;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the call of a kernel over unranked values: sizes and strides of all axes go to the
 * runtime's {@code Collapse}, which merges axes; then the kernel is called once, or once for each
 * position of the axes beyond its own loops.
 */
final class CollapsedCall {

  private final Code code;
  private final PlanDims dims;
  private final PlanValues values;
  private final KernelNames kernels;
  private final Target target;

  /** A kernel over merged axes has one result. */
  private final LoopIr.Written written;

  private final Call call;
  private final Kernel kernel;

  /** The axes of the program; the kernel has fewer. */
  private final int axes;

  private final int parallel;
  private final Local collapse;

  CollapsedCall(
      Code code, PlanDims dims, PlanValues values, KernelNames kernels, Target target, Call call) {
    this.code = code;
    this.dims = dims;
    this.values = values;
    this.kernels = kernels;
    this.target = target;
    this.written = target.written().getFirst();
    this.call = call;
    this.kernel = kernels.kernel(call.kernel());
    this.axes = target.extents().size();
    this.parallel = kernel.reduced() == 0 ? axes : parallelAxes(written);
    this.collapse = code.newLocal(RuntimeTypes.COLLAPSE, this::pushBegin);
  }

  /** A scalar result is left on the stack. */
  void emit() {
    code.item(() -> fill("extents", "()[I", -1, axes, a -> dims.pushInt(target.extents().get(a))));
    var walks = new ArrayList<PlanValues.Walk>();
    for (LoopIr.Argument input : call.inputs()) {
      code.item(
          () -> {
            PlanValues.Walk walk = values.walk(values.tensor(input.base()), input.access(), axes);
            fill("strides", "(I)[I", walks.size(), axes, a -> code.load(walk.stride(a)));
            walks.add(walk);
          });
    }
    if (parallel == 0) {
      invoke("collapse", "()V");
      kernels.call(code, call.kernel(), () -> pushArguments(walks, null));
    } else {
      code.item(() -> calls(walks));
    }
  }

  private void calls(List<PlanValues.Walk> walks) {
    Geometry all = values.tensor(written.value());
    Geometry out =
        written.region().map(r -> values.walk(all, r, parallel).geometry(all)).orElse(all);
    fill("strides", "(I)[I", walks.size(), parallel, a -> code.load(out.strides().get(a)));
    invoke("collapse", "()V");
    code.loop(
        Code.isTrue(() -> invoke("next", "()Z")),
        () ->
            kernels.call(
                code, call.kernel(), () -> pushArguments(walks, out), this::pushExtentAsDouble));
  }

  private static int parallelAxes(LoopIr.Written written) {
    return written
        .region()
        .map(r -> (int) r.paths().stream().filter(p -> p.axis() >= 0).count())
        .orElse(written.value().rank());
  }

  private void pushBegin() {
    code.pushInt(call.inputs().size() + 1);
    code.pushInt(parallel);
    code.pushInt(axes - parallel);
    code.callStatic(
        RuntimeTypes.COLLAPSE,
        "begin",
        RuntimeTypes.COLLAPSE,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.INT_TYPE);
  }

  /** Fills the first elements of an array of the collapse. */
  private void fill(String array, String descriptor, int tensor, int count, IntConsumer push) {
    code.load(collapse);
    if (tensor >= 0) {
      code.pushInt(tensor);
    }
    code.callVirtual(RuntimeTypes.COLLAPSE, array, descriptor);
    for (int a = 0; a < count; a++) {
      code.op(Opcodes.DUP);
      code.pushInt(a);
      push.accept(a);
      code.op(Opcodes.IASTORE);
    }
    code.op(Opcodes.POP);
  }

  private void invoke(String method, String descriptor) {
    code.load(collapse);
    code.callVirtual(RuntimeTypes.COLLAPSE, method, descriptor);
  }

  // ---------------------------------------------------------------- the kernel's arguments

  private void pushArguments(List<PlanValues.Walk> walks, @Nullable Geometry out) {
    int output = walks.size();
    if (out != null) {
      pushTensor(out, out.offset(), output);
      for (int k = 0; k < kernel.parallel(); k++) {
        pushStride(output, k);
      }
    }
    for (int k = 0; k < kernel.rank(); k++) {
      pushExtent(k);
    }
    for (int t = 0; t < walks.size(); t++) {
      pushTensor(values.tensor(call.inputs().get(t).base()), walks.get(t).offset(), t);
      for (int k = 0; k < kernel.rank(); k++) {
        if (kernel.follows(t, k)) {
          pushStride(t, k);
        }
      }
    }
    call.scalars().forEach(values::push);
    if (kernel.rounds()) {
      code.load(collapse);
    }
  }

  private void pushExtent(int axis) {
    code.load(collapse);
    code.pushInt(place(axis));
    code.callVirtual(RuntimeTypes.COLLAPSE, "extent", "(I)I");
  }

  private void pushExtentAsDouble(int axis) {
    pushExtent(axis);
    code.op(Opcodes.I2D);
  }

  private void pushTensor(Geometry g, Local offset, int number) {
    code.load(g.array());
    code.load(offset);
    code.load(collapse);
    code.pushInt(number);
    code.callVirtual(RuntimeTypes.COLLAPSE, "offset", "(I)I");
    code.op(Opcodes.IADD);
  }

  private void pushStride(int tensor, int axis) {
    code.load(collapse);
    code.pushInt(tensor);
    code.pushInt(place(axis));
    code.callVirtual(RuntimeTypes.COLLAPSE, "stride", "(II)I");
  }

  /** Where an axis of the kernel stands among all axes: they are the last ones of their kind. */
  private int place(int axis) {
    return axis < kernel.parallel()
        ? parallel - kernel.parallel() + axis
        : axes - kernel.rank() + axis;
  }
}
