package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.ir.DType;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits loops over the vectors of a row, and the mask of its tail. */
public final class VectorLoop {

  private VectorLoop() {}

  /** The work on the vector at an index; on the lanes of a mask where there is one. */
  public interface Step {
    void emit(Local i, @Nullable Local tail);
  }

  /** A loop over the vectors of a row of {@code n} elements, and one masked step for its tail. */
  public static void alongRow(Code code, DType lane, Local n, Step step) {
    Local i = wholeVectors(code, lane, n, at -> step.emit(at, null));
    code.ifThen(Code.less(i, n), () -> step.emit(i, tailMask(code, lane, i, n)));
  }

  /** Each step under a mask, which a long one does not feel: the operations stand there once. */
  public static void masked(Code code, DType lane, Local n, Step step) {
    code.forLoop(
        n, () -> VectorTypes.pushLength(code, lane), i -> step.emit(i, tailMask(code, lane, i, n)));
  }

  /** A loop over the whole vectors of a row; gives where the tail begins. */
  public static Local wholeVectors(Code code, DType lane, Local n, Consumer<Local> step) {
    return upTo(code, lane, code.newInt(() -> pushLoopBound(code, lane, n)), step);
  }

  /** A loop over the vectors that begin before a bound; gives where it ends. */
  public static Local upTo(Code code, DType lane, Local bound, Consumer<Local> step) {
    return code.forLoop(bound, () -> VectorTypes.pushLength(code, lane), step);
  }

  /** Where the last whole vector of a row of {@code n} elements begins. */
  public static Local last(Code code, DType lane, Local n) {
    return code.newInt(() -> code.load(n).minus(() -> VectorTypes.pushLength(code, lane)));
  }

  /** Holds where a row of {@code n} elements has a whole vector. */
  public static BiConsumer<Code, Label> hasVector(DType lane, Local n) {
    return (c, no) -> c.load(n).jumpIf(Opcodes.IFLT, () -> VectorTypes.pushLength(c, lane), no);
  }

  /** Holds where a row of {@code n} elements has no more than so many vectors. */
  public static BiConsumer<Code, Label> hasAtMost(DType lane, Local n, int vectors) {
    return (c, no) ->
        c.load(n).jumpIf(Opcodes.IFGT, () -> VectorTypes.pushLanesTimes(c, lane, vectors), no);
  }

  public static void pushLoopBound(Code code, DType lane, Local n) {
    VectorTypes.pushSpecies(code, lane);
    code.load(n);
    code.callInterface(VectorTypes.SPECIES.getInternalName(), "loopBound", "(I)I");
  }

  /** The lanes from {@code i} on that are below {@code n}. */
  public static Local tailMask(Code code, DType lane, Local i, Local n) {
    return code.newLocal(
        VectorTypes.MASK,
        () -> {
          VectorTypes.pushSpecies(code, lane);
          code.load(i);
          code.load(n);
          code.callInterface(
              VectorTypes.SPECIES, "indexInRange", VectorTypes.MASK, Type.INT_TYPE, Type.INT_TYPE);
        });
  }
}
