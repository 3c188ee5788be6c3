package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Vector accumulators of a reduction: started, fed, and handed over. */
final class VectorAccumulators {

  /** How many run side by side, to hide the latency of an addition. */
  private static final int COUNT = 4;

  /** Elements of so many operations hide it themselves, and their code is long. */
  private static final int LONG = 40;

  private final Code code;
  private final Reduction reduction;
  private final DType dtype;
  private final Type vector;
  private final int count;

  VectorAccumulators(Code code, Reduction reduction) {
    this.code = code;
    this.reduction = reduction;
    this.dtype = reduction.value().type();
    this.vector = VectorTypes.of(dtype);
    this.count = Vectorizable.operations(reduction.value()) < LONG ? COUNT : 1;
  }

  /** How many run side by side. */
  int count() {
    return count;
  }

  /** Whether the order of additions matters, so that chunks go through the runtime's sums. */
  boolean ordered() {
    return FloatSums.orders(reduction);
  }

  /** New accumulators, each at the reduction's start. */
  List<Local> start(int count) {
    var accumulators = new ArrayList<Local>();
    for (int k = 0; k < count; k++) {
      accumulators.add(code.newLocal(vector));
    }
    restart(accumulators);
    return accumulators;
  }

  void restart(List<Local> accumulators) {
    for (Local acc : accumulators) {
      code.assign(
          acc,
          () ->
              VectorTypes.broadcast(
                  code,
                  dtype,
                  dtype,
                  () ->
                      JvmTypes.pushConstant(
                          code, dtype, ScalarKernel.start(reduction.op(), dtype))));
    }
  }

  /**
   * Takes in one vector more, in the lanes of the mask.
   *
   * @param values of the reduction's parts
   */
  void feed(Local acc, List<Local> values, @Nullable Local mask) {
    if (reduction.contraction().isPresent()) {
      feedProduct(acc, values.getFirst(), values.getLast(), mask);
    } else {
      combine(acc, values.getFirst(), mask);
    }
  }

  /** {@code acc = acc op value}, in the lanes of the mask. */
  private void combine(Local acc, Local value, @Nullable Local mask) {
    code.assign(
        acc,
        () -> {
          code.load(acc);
          VectorTypes.operator(code, operator(), "Associative");
          code.load(value);
          Type op = Type.getObjectType(VectorTypes.OPERATORS + "$Binary");
          if (mask == null) {
            code.callVirtual(
                vector.getInternalName(),
                "lanewise",
                Type.getMethodDescriptor(vector, op, VectorTypes.VECTOR));
          } else {
            code.load(mask);
            code.callVirtual(
                vector.getInternalName(),
                "lanewise",
                Type.getMethodDescriptor(vector, op, VectorTypes.VECTOR, VectorTypes.MASK));
          }
        });
  }

  /** {@code acc = fma(left, right, acc)}, in the lanes of the mask. */
  private void feedProduct(Local acc, Local left, Local right, @Nullable Local mask) {
    code.assign(
        acc,
        () -> {
          if (mask != null) {
            code.load(acc);
          }
          code.load(left);
          code.load(right);
          code.load(acc);
          code.callVirtual(
              vector.getInternalName(),
              "fma",
              Type.getMethodDescriptor(vector, VectorTypes.VECTOR, VectorTypes.VECTOR));
          if (mask != null) {
            code.load(mask);
            code.callVirtual(
                vector.getInternalName(),
                "blend",
                Type.getMethodDescriptor(vector, VectorTypes.VECTOR, VectorTypes.MASK));
          }
        });
  }

  private String operator() {
    return switch (reduction.op()) {
      case SUM -> "ADD";
      case PROD -> "MUL";
      case MAX -> dtype.isUnsigned() ? "UMAX" : "MAX";
      default -> dtype.isUnsigned() ? "UMIN" : "MIN";
    };
  }

  /** Stores an accumulator at {@code array[base + k * lanes]}. */
  void store(Local acc, Code.Part array, Code.Part base, int k) {
    code.load(acc);
    array.emit();
    base.emit();
    pushLanesTimes(k);
    code.op(Opcodes.IADD);
    code.callVirtual(
        vector.getInternalName(),
        "intoArray",
        Type.getMethodDescriptor(Type.VOID_TYPE, JvmTypes.array(dtype), Type.INT_TYPE));
  }

  /** Pushes the vector at {@code array[k * lanes]}. */
  void pushFrom(Code.Part array, int k) {
    VectorTypes.pushSpecies(code, dtype);
    array.emit();
    pushLanesTimes(k);
    code.callStatic(
        vector.getInternalName(),
        "fromArray",
        Type.getMethodDescriptor(
            vector, VectorTypes.SPECIES, JvmTypes.array(dtype), Type.INT_TYPE));
  }

  /** Pushes {@code k} vectors' number of lanes. */
  void pushLanesTimes(int k) {
    if (k == 0) {
      code.pushInt(0);
      return;
    }
    VectorTypes.pushLength(code, dtype);
    if (k > 1) {
      code.pushInt(k);
      code.op(Opcodes.IMUL);
    }
  }

  /** Pushes the scalar that all lanes of all accumulators combine to, where the order is free. */
  void pushCombined(List<Local> accumulators) {
    Local first = accumulators.get(0);
    for (Local acc : accumulators.subList(1, accumulators.size())) {
      combine(first, acc, null);
    }
    boolean flipped = operator().startsWith("U");
    code.load(first);
    if (flipped) {
      flipSigns();
    }
    VectorTypes.operator(code, flipped ? operator().substring(1) : operator(), "Associative");
    code.callVirtual(
        vector.getInternalName(),
        "reduceLanes",
        Type.getMethodDescriptor(
            JvmTypes.element(dtype), Type.getObjectType(VectorTypes.OPERATORS + "$Associative")));
    if (flipped) {
      pushSign();
      code.op(JvmTypes.scalar(dtype).getOpcode(Opcodes.IXOR));
    }
    JvmTypes.cut(code, dtype);
  }

  /**
   * Unsigned order is signed order with the sign bits flipped. {@code reduceLanes(UMAX)} of JDK 25
   * gives wrong results.
   */
  private void flipSigns() {
    VectorTypes.operator(code, "XOR", "Associative");
    pushSign();
    JvmTypes.toElement(code, dtype);
    code.callVirtual(
        vector.getInternalName(),
        "lanewise",
        Type.getMethodDescriptor(
            vector,
            Type.getObjectType(VectorTypes.OPERATORS + "$Binary"),
            JvmTypes.element(dtype)));
  }

  private void pushSign() {
    JvmTypes.pushConstant(code, dtype, Scalars.wrap(dtype, 1L << (8 * dtype.bytes() - 1)));
  }
}
