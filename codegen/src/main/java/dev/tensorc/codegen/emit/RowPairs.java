package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.tuning.ElementTuning;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The form of a kernel of several rows of native memory in which a row is one or two vectors and
 * then pairs of vectors, with nothing after them: what is more than whole vectors is in the first,
 * of which the rest is computed again. Hardware that loads ahead learns at each place in the code
 * that loads, and of a loop that HotSpot counts it makes seven such places, so it is not shown the
 * step of this one. Why, and what it gains, is in decision 38.
 */
final class RowPairs {

  private final Code code;
  private final int bytes;
  private final DType lane;

  /** Where, in bytes, the row's second vector begins, and where the row ends. */
  private final Local second;

  private final Local end;

  /** 1 where a vector is left over when all behind the first go in pairs. */
  private final Local odd;

  private final Local step;

  /**
   * Emits what stands before all rows.
   *
   * @param n elements of a row: a vector or more
   * @param one a stride that is 1, which the JIT does not know
   */
  RowPairs(Code code, DType lane, Local n, Local one) {
    this.code = code;
    this.lane = lane;
    this.bytes = lane.bytes();
    Local first = code.newLocal(Type.INT_TYPE, () -> pushFirst(n));
    this.second = code.newLocal(Type.LONG_TYPE, () -> pushBytes(first));
    this.end = code.newLocal(Type.LONG_TYPE, () -> pushBytes(n));
    this.odd =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(n);
              code.load(first);
              code.op(Opcodes.ISUB);
              VectorTypes.pushLength(code, lane);
              code.op(Opcodes.IDIV);
              code.pushInt(1);
              code.op(Opcodes.IAND);
            });
    this.step =
        code.newLocal(
            Type.LONG_TYPE,
            () -> {
              code.load(one);
              pushVectorBytes(2);
              code.op(Opcodes.LMUL);
            });
  }

  /** Whether a kernel has this form: all that its rows walk has elements of one width. */
  static boolean possible(Kernel k, Memory memory) {
    DType lane = Vectorizable.lane(k);
    return memory == Memory.SEGMENTS
        && k.rank() > 1
        && VectorForm.of(k) == VectorForm.ELEMENTS
        && RowSlices.possible(k, memory)
        && !Vectorizable.scalarTail(k)
        && Vectorizable.narrowest(k).bytes() == lane.bytes()
        && walked(k).allMatch(d -> d != DType.BOOL && d.bytes() == lane.bytes());
  }

  private static Stream<DType> walked(Kernel k) {
    return Stream.concat(
        k.inputs().stream()
            .filter(in -> in.axes().get(k.innermost()) != AxisUse.NONE)
            .map(LoopIr.Input::dtype),
        k.results().stream().map(r -> r.value().type()));
  }

  static String method(String kernel) {
    return kernel + "Pairs";
  }

  /**
   * Holds where the form fits, and rows are short or many. A row has a vector or more, and where
   * that is no whole number of them, the result shares no memory with what is read along rows.
   */
  static BiConsumer<Code, Label> fits(Kernel k, Params params) {
    Local n = params.extents().get(k.innermost());
    return Code.and(
        VectorKernel.hasVector(Vectorizable.lane(k), n),
        Code.and((c, no) -> requireGain(c, k, params, n, no), mayRepeat(k, params.tensors(), n)));
  }

  private static void requireGain(Code c, Kernel k, Params params, Local n, Label no) {
    ElementTuning.Pairs pairs = k.tuning().elements().pairs();
    int bytes = Vectorizable.lane(k).bytes();
    var yes = new Label();
    c.load(n);
    c.pushInt(pairs.maxRowBytesAnywhere() / bytes);
    c.mv().visitJumpInsn(Opcodes.IF_ICMPLE, yes);
    c.load(n);
    c.pushInt(pairs.maxRowBytes() / bytes);
    c.mv().visitJumpInsn(Opcodes.IF_ICMPGT, no);
    params.pushPoints(c);
    c.pushLong(pairs.minResultBytes() / bytes);
    c.op(Opcodes.LCMP);
    c.mv().visitJumpInsn(Opcodes.IFLT, no);
    c.mv().visitLabel(yes);
  }

  private static BiConsumer<Code, Label> mayRepeat(Kernel k, List<Tensor> tensors, Local n) {
    return (c, no) -> {
      var yes = new Label();
      c.load(n);
      VectorTypes.pushLength(c, Vectorizable.lane(k));
      c.op(Opcodes.IREM);
      c.mv().visitJumpInsn(Opcodes.IFEQ, yes);
      RowSlices.liesApart(c, k, tensors).accept(c, no);
      c.mv().visitLabel(yes);
    };
  }

  /**
   * Emits a row.
   *
   * @param vector emits what is done with the vector that begins so many bytes, a long, after the
   *     row does
   */
  void row(Consumer<Local> vector) {
    vector.accept(code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0)));
    Local at = code.newLocal(Type.LONG_TYPE, () -> code.load(second));
    code.ifThen(
        Code.isTrue(() -> code.load(odd)),
        () -> {
          vector.accept(at);
          code.assign(at, () -> pushNext(at));
        });
    code.loop(
        (c, done) -> {
          c.load(at);
          c.load(end);
          c.op(Opcodes.LCMP);
          c.mv().visitJumpInsn(Opcodes.IFGE, done);
        },
        () -> {
          vector.accept(at);
          vector.accept(code.newLocal(Type.LONG_TYPE, () -> pushNext(at)));
          code.assign(
              at,
              () -> {
                code.load(at);
                code.load(step);
                code.op(Opcodes.LADD);
              });
        });
  }

  /** Pushes how many elements the first vector has for itself: so many leave whole vectors. */
  private void pushFirst(Local n) {
    code.load(n);
    code.pushInt(1);
    code.op(Opcodes.ISUB);
    VectorTypes.pushLength(code, lane);
    code.op(Opcodes.IREM);
    code.pushInt(1);
    code.op(Opcodes.IADD);
  }

  private void pushNext(Local at) {
    code.load(at);
    pushVectorBytes(1);
    code.op(Opcodes.LADD);
  }

  private void pushBytes(Local elements) {
    code.load(elements);
    code.op(Opcodes.I2L);
    code.pushLong(bytes);
    code.op(Opcodes.LMUL);
  }

  private void pushVectorBytes(int vectors) {
    VectorTypes.pushLanesTimes(code, lane, vectors * bytes);
    code.op(Opcodes.I2L);
  }
}
