package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.ir.DType;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The first vector of a row that is stored to a large array: the ones after it begin where cache
 * lines do, so that no line is stored to twice, or read before it is stored to.
 *
 * <p>Large arrays begin at a region of G1's, and their elements 16 bytes after it. With other
 * collectors, and small arrays, where a vector begins means nothing, and nothing else does either.
 */
public final class FirstVector {

  /** Bytes of an array before its elements. */
  private static final int HEADER_BYTES = 16;

  private final Code code;
  private final DType lane;
  private final int minBytes;

  public FirstVector(Code code, DType lane, Tuning tuning) {
    this.code = code;
    this.lane = lane;
    this.minBytes = tuning.elements().minAlignedArrayBytes();
  }

  /**
   * Emits the whole vectors of a row of {@code n} elements.
   *
   * @param out a result at the beginning of the row
   * @param mayRepeat holds where some elements may be stored twice; of rows of a vector or more
   * @return where they end
   */
  public Local all(Tensor out, Local n, BiConsumer<Code, Label> mayRepeat, Consumer<Local> step) {
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.ifThen(
        Code.and(isLarge(out), mayRepeat),
        () -> {
          step.accept(code.newLocal(Type.INT_TYPE, () -> code.pushInt(0)));
          code.assign(i, () -> pushToBoundary(out));
        });
    Local past = Steps.past(code, n, () -> VectorTypes.pushLength(code, lane));
    code.whileLess(
        i,
        () -> code.load(past),
        () -> {
          step.accept(i);
          VectorTypes.advance(code, lane, i);
        });
    return i;
  }

  private BiConsumer<Code, Label> isLarge(Tensor out) {
    return (c, no) -> {
      c.load(out.array());
      c.op(Opcodes.ARRAYLENGTH);
      c.pushInt(minBytes / out.dtype().bytes());
      c.mv().visitJumpInsn(Opcodes.IF_ICMPLT, no);
    };
  }

  /** Pushes how many elements lie before the first one that a line begins with. */
  private void pushToBoundary(Tensor out) {
    code.load(out.offset());
    code.pushInt(HEADER_BYTES / lane.bytes());
    code.op(Opcodes.IADD);
    code.op(Opcodes.INEG);
    VectorTypes.pushLength(code, lane);
    code.pushInt(1);
    code.op(Opcodes.ISUB);
    code.op(Opcodes.IAND);
  }
}
