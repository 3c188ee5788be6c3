package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reads a function's arguments: first ranks and sizes, which checks ask about, and only after all
 * checks where the elements are.
 *
 * @param locals of the function's parameters
 */
record PlanParams(
    Code code,
    TensorIr.Function function,
    List<Local> locals,
    PlanDims dims,
    PlanValues values,
    PlanChecks checks) {

  /** Emits the checks of ranks, and gives the dims of the signature their sizes. */
  void sizes() {
    each(this::rank);
    for (TensorIr.DimBinding b : function.bindings()) {
      Value v = function.params().get(b.param()).value();
      code.assign(dims.atom(b.symbol()), () -> pushSize(v, locals.get(b.param()), b.axis()));
      if (b.axis() != TensorIr.DimBinding.VALUE) { // that has the parameter's
        code.name(dims.atom(b.symbol()), b.symbol().name());
      }
    }
  }

  /** Reads where the elements of all tensors are. */
  void geometries() {
    each(this::geometry);
  }

  private void each(BiConsumer<TensorIr.Param, Local> part) {
    for (int i = 0; i < locals.size(); i++) {
      int param = i;
      code.item(() -> part.accept(function.params().get(param), locals.get(param)));
    }
  }

  private void rank(TensorIr.Param p, Local local) {
    Value v = p.value();
    if (v.isScalar()) {
      if (v.dtype().isNarrow() || v.dtype().isShortFloat()) {
        code.assign(
            local,
            () -> {
              code.load(local);
              JvmTypes.cut(code, v.dtype());
            });
      }
      values.define(v, local);
      return;
    }
    if (p.weight().isPresent()) { // it was checked when it was loaded
      return;
    }
    code.load(local);
    code.pushString(p.name() + " of " + function.name());
    code.callStatic(
        RuntimeTypes.CHECKS, "readable", Type.VOID_TYPE, RuntimeTypes.TENSOR, JvmTypes.STRING);
    checks.rank(p, local);
  }

  private void pushSize(Value v, Local tensor, int axis) {
    switch (axis) {
      case TensorIr.DimBinding.VALUE -> code.load(tensor);
      case TensorIr.DimBinding.RANK -> {
        code.load(tensor);
        code.callVirtual(tensor.type().getInternalName(), "rank", "()I");
        code.op(Opcodes.I2L);
      }
      default -> {
        if (v.isUnranked()) {
          PlanValues.pushUnranked(code, tensor, "size", v.axisName(axis));
        } else {
          code.load(tensor);
          code.pushInt(axis);
          code.callVirtual(tensor.type().getInternalName(), "size", "(I)J");
        }
      }
    }
  }

  private void geometry(TensorIr.Param p, Local local) {
    if (p.weight().isPresent() && !p.value().isScalar()) { // it is where the plan wants it
      values.define(p.value(), values.geometryOf(local, p.value()));
    } else if (!p.value().isScalar()) {
      Local staged =
          code.newLocal(
              local.type(),
              () -> {
                code.load(local);
                code.pushString("the argument " + p.name());
                code.memory().stage(code);
                code.cast(local.type().getInternalName());
              });
      values.define(p.value(), values.geometryOf(staged, p.value()));
    }
  }
}
