package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Vector accumulators of a reduction: started, fed, and handed over. */
public final class VectorAccumulators {

  /** How many run side by side, to hide the latency of an addition. */
  public static final int COUNT = 4;

  /** As many of half the width: all virtual lanes of a sum, see {@code NarrowRows}. */
  public static final int NARROW = 2 * COUNT;

  private final Code code;
  private final Reduction reduction;
  private final DType dtype;
  private final Type vector;

  public VectorAccumulators(Code code, Reduction reduction) {
    this.code = code;
    this.reduction = reduction;
    this.dtype = reduction.value().type();
    this.vector = VectorTypes.of(dtype);
  }

  /** How many run side by side of each reduction where a loop feeds several. */
  public static int count(List<Reduction> together, Kernel kernel) {
    long most = kernel.tuning().budgets().sums().accumulatedOperations();
    return operations(together) <= most ? countOfShort(together.size(), kernel) : 1;
  }

  /** How many run side by side of each of so many reductions of short elements. */
  public static int countOfShort(int reductions, Kernel kernel) {
    return reductions <= kernel.tuning().budgets().sums().accumulated() ? COUNT : 1;
  }

  /** How many operations an element of all of them takes. */
  static long operations(List<Reduction> together) {
    return together.stream().mapToLong(r -> Vectorizable.operations(r.value()) + 1).sum();
  }

  /** Whether the order of additions matters, so that chunks go through the runtime's sums. */
  public boolean ordered() {
    return FloatSums.orders(reduction);
  }

  /** New accumulators, each at the reduction's start. */
  public List<Local> start(int count) {
    List<Local> accumulators = declared(count);
    restart(accumulators);
    return accumulators;
  }

  /** New accumulators that change no value: a sum's, which starts from 0.0, at -0.0. */
  public List<Local> startNeutral(int count) {
    List<Local> accumulators = declared(count);
    accumulators.forEach(acc -> code.assign(acc, () -> pushAll(neutral())));
    return accumulators;
  }

  /** New accumulators that hold nothing yet. */
  public List<Local> declared(int count) {
    return IntStream.range(0, count).mapToObj(_ -> code.newLocal(vector)).toList();
  }

  public void restart(List<Local> accumulators) {
    for (Local acc : accumulators) {
      code.assign(acc, () -> pushAll(ScalarKernel.start(reduction.op(), dtype)));
    }
  }

  private void pushAll(Object value) {
    VectorTypes.broadcast(code, dtype, dtype, () -> JvmTypes.pushConstant(code, dtype, value));
  }

  /**
   * The same vector, of a class that the JIT knows. The JIT does not know the class of a vector
   * that may be the start or come from a loop, and where such a vector is a receiver, it checks the
   * class of an object.
   */
  public Local known(Local acc) {
    return code.newLocal(
        vector,
        () -> {
          pushAll(neutral());
          VectorTypes.operator(code, operator(), "Associative");
          code.load(acc);
          VectorTypes.lanewise(code, dtype);
        });
  }

  /** The number that changes no value: 0.0 would change -0.0. */
  private Object neutral() {
    return reduction.op() == Builtin.SUM && dtype.isFloat()
        ? Scalars.nearest(dtype, -0.0)
        : ScalarKernel.start(reduction.op(), dtype);
  }

  /**
   * Takes in one vector more, in the lanes of the mask.
   *
   * @param values of the reduction's parts
   */
  public void feed(Local acc, List<Local> values, @Nullable Local mask) {
    if (reduction.contraction().isPresent()) {
      feedProduct(acc, values.getFirst(), values.getLast(), mask);
    } else {
      combine(acc, values.getFirst(), mask);
    }
  }

  /**
   * The reduction's value, or the product of its factors, with the neutral value outside the mask.
   */
  public Local padded(List<Local> parts, @Nullable Local mask) {
    return code.newLocal(
        vector,
        () -> {
          code.load(parts.getFirst());
          if (reduction.contraction().isPresent()) {
            code.load(parts.getLast());
            code.callVirtual(vector, "mul", vector, VectorTypes.VECTOR);
          }
          putOutside(mask, () -> pushAll(neutral()));
        });
  }

  /** Pushes the tree over the lanes of a vector, which is overwritten, and the start of a sum. */
  public void pushHalves(Local vector, LaneConstants constants) {
    for (int width = FloatSums.lanes(dtype) / COUNT / 2; width > 0; width /= 2) {
      int by = width;
      code.ifThen(
          (c, no) -> {
            VectorTypes.pushLength(c, dtype);
            c.pushInt(by);
            c.mv().visitJumpInsn(Opcodes.IF_ICMPLE, no);
          },
          () -> combine(vector, rotated(vector, by, constants), null));
    }
    pushFirstLane(vector);
    if (reduction.op() == Builtin.SUM) { // each virtual lane starts from 0.0, which ends -0.0
      JvmTypes.pushConstant(code, dtype, ScalarKernel.start(reduction.op(), dtype));
      code.op(JvmTypes.scalar(dtype).getOpcode(Opcodes.IADD));
    }
  }

  /**
   * Interleaves lanes of two vectors that are so far apart: of the first in the lanes whose number
   * has not the bit {@code width}, of the second in those that have it.
   */
  public Local interleaved(Local first, Local second, int width, LaneConstants constants) {
    var lanes = new LaneMatrix(code, dtype, constants);
    Local kept = lanes.mixed(first, second, width);
    combine(kept, lanes.swapped(second, first, width), null);
    return kept;
  }

  private void pushFirstLane(Local v) {
    code.load(v);
    code.pushInt(0);
    code.callVirtual(vector, "lane", JvmTypes.element(dtype), Type.INT_TYPE);
  }

  private Local rotated(Local v, int by, LaneConstants constants) {
    return code.newLocal(
        vector,
        () -> {
          code.load(v);
          constants.pushRotation(code, dtype, by);
          code.callVirtual(vector, "rearrange", vector, VectorTypes.SHUFFLE);
        });
  }

  /**
   * {@code acc = acc op value}, in the lanes of the mask. The accumulator is no receiver: the JIT
   * would have to check its class, and in some JVMs it made objects of accumulators.
   */
  private void combine(Local acc, Local value, @Nullable Local mask) {
    code.assign(
        acc,
        () -> {
          code.load(value);
          VectorTypes.operator(code, operator(), "Associative");
          code.load(acc);
          VectorTypes.lanewise(code, dtype);
          putOutside(mask, () -> code.load(acc));
        });
  }

  /** {@code acc = fma(left, right, acc)}, in the lanes of the mask. */
  private void feedProduct(Local acc, Local left, Local right, @Nullable Local mask) {
    code.assign(
        acc,
        () -> {
          code.load(left);
          code.load(right);
          code.load(acc);
          code.callVirtual(vector, "fma", vector, VectorTypes.VECTOR, VectorTypes.VECTOR);
          putOutside(mask, () -> code.load(acc));
        });
  }

  /**
   * The vector on the stack gets another's lanes outside the mask.
   *
   * @param mask null for all lanes: nothing is outside
   */
  private void putOutside(@Nullable Local mask, Code.Part other) {
    if (mask != null) {
      other.emit();
      code.load(mask);
      code.callVirtual(VectorTypes.MASK, "not", VectorTypes.MASK);
      code.callVirtual(vector, "blend", vector, VectorTypes.VECTOR, VectorTypes.MASK);
    }
  }

  private String operator() {
    return switch (reduction.op()) {
      case SUM -> "ADD";
      case PROD -> "MUL";
      case MAX -> dtype.isUnsigned() ? "UMAX" : "MAX";
      default -> dtype.isUnsigned() ? "UMIN" : "MIN";
    };
  }

  /** Stores accumulators from {@code array[base]} on, which may still be at the start. */
  public void spill(List<Local> accumulators, Local array, Local base) {
    store(accumulators.stream().map(this::known).toList(), array, base);
  }

  /** Stores accumulators from {@code array[base]} on. */
  public void store(List<Local> accumulators, Local array, Local base) {
    for (int k = 0; k < accumulators.size(); k++) {
      Local acc = accumulators.get(k);
      store(acc, () -> code.load(array), () -> code.load(base), k);
    }
  }

  /** Loads accumulators from {@code array[base]} on. */
  public void reload(List<Local> accumulators, Local array, Local base) {
    for (int k = 0; k < accumulators.size(); k++) {
      int number = k;
      code.assign(
          accumulators.get(k),
          () -> pushFrom(() -> code.load(array), () -> code.load(base), number));
    }
  }

  /** Combines others with the accumulators. */
  public void combineWith(List<Local> accumulators, List<Local> others) {
    for (int k = 0; k < accumulators.size(); k++) {
      combine(accumulators.get(k), others.get(k), null);
    }
  }

  /** Combines the elements from {@code array[base]} on with the accumulators. */
  public void combineWith(List<Local> accumulators, Local array, Local base) {
    for (int k = 0; k < accumulators.size(); k++) {
      Local acc = accumulators.get(k);
      int number = k;
      Local earlier =
          code.newLocal(
              vector, () -> pushFrom(() -> code.load(array), () -> code.load(base), number));
      combine(acc, earlier, null);
    }
  }

  /** Stores an accumulator at {@code array[base + k * lanes]}. */
  public void store(Local acc, Code.Part array, Code.Part base, int k) {
    code.load(acc);
    array.emit();
    base.emit();
    pushLanesTimes(k);
    code.op(Opcodes.IADD);
    VectorTypes.intoArray(code, dtype);
  }

  /** Pushes the vector at {@code array[base + k * lanes]}. */
  public void pushFrom(Code.Part array, Code.Part base, int k) {
    VectorTypes.pushSpecies(code, dtype);
    array.emit();
    base.emit();
    pushLanesTimes(k);
    code.op(Opcodes.IADD);
    VectorTypes.fromArray(code, dtype);
  }

  /** Pushes {@code k} vectors' number of lanes. */
  public void pushLanesTimes(int k) {
    VectorTypes.pushLanesTimes(code, dtype, k);
  }

  /**
   * Pushes the virtual lanes' tree over a chunk. Where four vectors, or the accumulators, hold all
   * virtual lanes, the tree first adds these vectors, then the halves of the one that remains.
   *
   * @param accumulators that have the chunk if they are all virtual lanes; are overwritten
   */
  public void pushTree(List<Local> accumulators, FloatSums sums, LaneConstants constants) {
    Local result = code.newLocal(JvmTypes.scalar(dtype));
    int count = Math.max(accumulators.size(), COUNT);
    code.ifElse(
        Code.intsEqual(() -> pushLanesTimes(count), () -> code.pushInt(FloatSums.lanes(dtype))),
        () -> {
          List<Local> v = accumulators.size() == count ? accumulators : fromChunk(sums);
          code.assign(result, () -> pushTreeOfAll(v, constants));
        },
        () -> code.assign(result, sums::pushTree));
    code.load(result);
  }

  /** Pushes the tree where so many vectors are all virtual lanes. */
  public void pushTreeOfAll(List<Local> v, LaneConstants constants) {
    int count = v.size();
    for (int half = count / 2; half > 0; half /= 2) {
      for (int k = 0; k < half; k++) {
        combine(v.get(k), half == count / 2 ? known(v.get(k + half)) : v.get(k + half), null);
      }
    }
    for (int width = FloatSums.lanes(dtype) / count / 2; width > 0; width /= 2) {
      combine(v.get(0), rotated(v.get(0), width, constants), null);
    }
    pushFirstLane(v.get(0));
  }

  private List<Local> fromChunk(FloatSums sums) {
    var v = new ArrayList<Local>();
    for (int k = 0; k < COUNT; k++) {
      int number = k;
      v.add(
          code.newLocal(
              vector,
              () -> pushFrom(() -> code.load(sums.chunk()), () -> code.pushInt(0), number)));
    }
    return v;
  }

  /** Pushes the scalar that all lanes of all accumulators combine to, where the order is free. */
  public void pushCombined(List<Local> accumulators) {
    Local first = known(accumulators.getFirst());
    for (Local acc : accumulators.subList(1, accumulators.size())) {
      combine(acc, first, null);
      code.assign(first, acc);
    }
    boolean flipped = operator().startsWith("U");
    code.load(first);
    if (flipped) {
      flipSigns();
    }
    VectorTypes.operator(code, flipped ? operator().substring(1) : operator(), "Associative");
    code.callVirtual(
        vector,
        "reduceLanes",
        JvmTypes.element(dtype),
        Type.getObjectType(VectorTypes.OPERATORS + "$Associative"));
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
    VectorTypes.call(code, dtype, "lanewise", VectorTypes.BINARY, JvmTypes.element(dtype));
  }

  private void pushSign() {
    JvmTypes.pushConstant(code, dtype, Scalars.wrap(dtype, 1L << (8 * dtype.bytes() - 1)));
  }
}
