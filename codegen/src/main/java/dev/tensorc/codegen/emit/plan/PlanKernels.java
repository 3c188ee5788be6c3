package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.kernel.KernelNames;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits calls of kernels whose operands and results have storage already. */
record PlanKernels(Code code, PlanDims dims, PlanValues values, KernelNames kernels) {

  /** Whether the kernel has fewer axes than the call, whose axes are merged at run time. */
  boolean isCollapsed(Target target, Call call) {
    return target.extents().size() > kernels.kernel(call.kernel()).rank();
  }

  void call(Target target, Call call) {
    code.at(target.span());
    Kernel kernel = kernels.kernel(call.kernel());
    if (isCollapsed(target, call)) {
      new CollapsedCall(code, dims, values, kernels, target, call).emit();
    } else {
      var walks =
          call.inputs().stream()
              .map(a -> values.walk(values.tensor(a.base()), a.access(), target.extents().size()))
              .toList();
      Code.Part arguments =
          () -> {
            if (!kernel.returns()) {
              for (int r = 0; r < target.written().size(); r++) {
                boolean all = kernel.results().get(r).alongRow();
                pushOutput(target.written().get(r), all ? kernel.rank() : kernel.parallel());
              }
            }
            pushArguments(target, call, kernel, walks);
          };
      Code.Part wide = () -> call(call.kernel(), target, arguments);
      kernels
          .narrowed(call.kernel())
          .ifPresentOrElse(
              n ->
                  code.ifElse(
                      hasAtMost(
                          n.most(), target.extents().subList(kernel.parallel(), kernel.rank())),
                      () -> call(n.kernel(), target, arguments),
                      n.takesPieces(kernel) ? () -> pushSumOfPieces(n, target, call, walks) : wide),
              wide::emit);
    }
    if (kernel.returns()) {
      code.store(values.scalar(target.written().getFirst().value()));
    }
  }

  /** Pushes the sum of a row of more points than the narrower kernel takes, piece by piece. */
  private void pushSumOfPieces(
      LoopIr.Narrowed narrowed, Target target, Call call, List<PlanValues.Walk> walks) {
    Kernel kernel = kernels.kernel(narrowed.kernel());
    int most = (int) Math.min(narrowed.most(), Integer.MAX_VALUE / 2);
    Local n = code.newInt(() -> dims.pushInt(target.extents().getFirst()));
    Local sum = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
    Local from = code.newInt(0);
    code.whileBefore(
        from,
        n,
        () -> {
          Local length = code.newInt(() -> Steps.pushRest(code, n, from, most));
          code.assign(
              sum,
              () -> {
                code.load(sum);
                kernels.call(
                    code,
                    narrowed.kernel(),
                    () -> {
                      code.load(length);
                      pushInputs(call, kernel, walks, in -> pushPlace(walks.get(in), from));
                    });
                code.op(Opcodes.LADD);
              });
          code.increase(from, () -> code.load(length)); // never beyond the end
        });
    code.load(sum);
  }

  /** Pushes where a row's element is. */
  private void pushPlace(PlanValues.Walk row, Local index) {
    code.load(row.offset()).plus(() -> code.load(index).toIndex().times(row.stride(0)));
  }

  private void call(int number, Target target, Code.Part arguments) {
    if (Splittable.isShort(kernels.kernel(number), target.extents())) {
      kernels.call(code, number, arguments);
    } else {
      kernels.call(code, number, arguments, axis -> pushDouble(target.extents().get(axis)));
    }
  }

  /** Holds where axes have so many points together, or fewer. */
  private BiConsumer<Code, Label> hasAtMost(long points, List<Dim> extents) {
    return (c, no) -> {
      pushDouble(extents.getFirst()); // a product of longs may wrap around
      extents
          .subList(1, extents.size())
          .forEach(
              size -> {
                pushDouble(size);
                c.op(Opcodes.DMUL);
              });
      c.mv().visitLdcInsn((double) points);
      c.op(Opcodes.DCMPG);
      c.mv().visitJumpInsn(Opcodes.IFGT, no);
    };
  }

  private void pushDouble(Dim size) {
    dims.push(size);
    code.op(Opcodes.L2D);
  }

  private void pushOutput(LoopIr.Written w, int rank) {
    Geometry all = values.tensor(w.value());
    Geometry g = w.region().map(r -> values.walk(all, r, rank).geometry(all)).orElse(all);
    code.load(g.array());
    code.load(g.offset());
    g.strides().forEach(code::load);
  }

  private void pushArguments(Target target, Call call, Kernel kernel, List<PlanValues.Walk> walks) {
    target.extents().forEach(dims::pushInt);
    pushInputs(call, kernel, walks, in -> code.load(walks.get(in).offset()));
  }

  /**
   * @param pushOffset pushes where an input begins
   */
  private void pushInputs(
      Call call, Kernel kernel, List<PlanValues.Walk> walks, IntConsumer pushOffset) {
    for (int i = 0; i < walks.size(); i++) {
      Argument a = call.inputs().get(i);
      code.load(values.tensor(a.base()).array());
      pushOffset.accept(i);
      for (int axis = 0; axis < kernel.rank(); axis++) {
        if (kernel.follows(i, axis)) {
          code.load(walks.get(i).stride(axis));
        }
      }
    }
    call.scalars().forEach(values::push);
  }
}
