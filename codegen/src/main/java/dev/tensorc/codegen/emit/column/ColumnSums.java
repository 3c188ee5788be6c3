package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of the runtime's FloatColumns and DoubleColumns, which add up the chunks of many columns,
 * and the memory in which the vectors of a chunk are added up.
 */
final class ColumnSums {

  /**
   * A chunk of all columns.
   *
   * @param sums where they are added up
   * @param before the sums that the next rows are added to: those of no rows, then the chunk itself
   * @param first the first column's index; null for 0
   */
  record Chunk(Local sums, Local before, @Nullable Local first) {}

  private final Code code;
  private final Reduction reduction;
  private final DType dtype;
  private final RowTensors rows;
  private final VectorAccumulators accumulators;
  private final boolean isNative;
  private final Type memory;
  private final Type owner;

  /**
   * @param isNative whether chunks are in native memory. It takes more code than an array; but
   *     reads of native memory have no order for HotSpot beside writes of an array, so it reads the
   *     lines of a step back to front
   */
  ColumnSums(
      Code code,
      Reduction reduction,
      RowTensors rows,
      VectorAccumulators accumulators,
      boolean isNative) {
    this.code = code;
    this.reduction = reduction;
    this.dtype = reduction.value().type();
    this.rows = rows;
    this.accumulators = accumulators;
    this.isNative = isNative;
    this.memory = isNative ? Memory.SEGMENT : JvmTypes.array(dtype);
    this.owner = RuntimeTypes.columns(dtype);
  }

  /** The runtime's object for the sums of so many columns. */
  Local begin(Local width) {
    return code.newLocal(
        owner,
        () -> {
          code.load(width);
          call("begin", Type.INT_TYPE);
        });
  }

  /** The object that another method has begun the sums of a few columns with. */
  Local begun() {
    return code.newLocal(owner, () -> call("begun"));
  }

  private void call(String sum, Type... parameters) {
    String method = reduction.op() == Builtin.PROD ? sum + "Product" : sum;
    code.callStatic(owner, method, owner, parameters);
  }

  /** A chunk without rows. */
  Chunk chunk(Local sum) {
    return new Chunk(
        code.newLocal(memory, () -> pushSums(sum)),
        code.newLocal(memory, () -> pushStart(sum)),
        null);
  }

  /** The chunk without rows of one lane, which begins at an index of the array of all lanes. */
  Chunk ofLane(Local array, Local first) {
    return new Chunk(array, array, first);
  }

  /** An array for the next chunk of each lane, all without rows. */
  Local begunArray(Local sum) {
    Type array = JvmTypes.array(dtype);
    return code.newLocal(array, () -> push(sum, "begunChunk", array));
  }

  /** Where the tree over the next chunks is to be stored, in an array. */
  Local array(Local sum) {
    return code.newLocal(JvmTypes.array(dtype), () -> push(sum, "chunk", JvmTypes.array(dtype)));
  }

  /** Hands over the tree over so many chunks. */
  void push(Local sum, Local array, int chunks) {
    code.load(sum);
    code.load(array);
    code.pushInt(chunks);
    code.callVirtual(owner, "push", Type.VOID_TYPE, JvmTypes.array(dtype), Type.INT_TYPE);
  }

  private void pushSums(Local sum) {
    push(sum, isNative ? "nativeChunk" : "chunk", memory);
  }

  private void pushStart(Local sum) {
    push(sum, isNative ? "nativeStart" : "start", memory);
  }

  /** The accumulators of a vector's columns: there is room for those past the last column. */
  Local load(Chunk chunk, Local j) {
    if (isNative) {
      RowTensor row = row(chunk.before());
      return code.newLocal(VectorTypes.of(dtype), () -> rows.load(row, j, null));
    }
    return code.newLocal(
        VectorTypes.of(dtype),
        () -> accumulators.pushFrom(() -> code.load(chunk.before()), () -> pushIndex(chunk, j), 0));
  }

  private void pushIndex(Chunk chunk, Local j) {
    code.load(j);
    if (chunk.first() != null) {
      code.load(chunk.first());
      code.op(Opcodes.IADD);
    }
  }

  /** The vector at an index of an array. */
  Local load(Local array, Local j) {
    return code.newLocal(
        VectorTypes.of(dtype),
        () -> accumulators.pushFrom(() -> code.load(array), () -> code.load(j), 0));
  }

  void store(Chunk chunk, Local acc, Local j) {
    if (isNative) {
      rows.store(row(chunk.sums()), acc, j, null);
    } else {
      accumulators.store(acc, () -> code.load(chunk.sums()), () -> pushIndex(chunk, j), 0);
    }
  }

  private RowTensor row(Local segment) {
    Local begin = code.newLocal(code.memory().index(), () -> code.memory().push(code, 0));
    return new RowTensor(dtype, AxisUse.FULL, segment, segment, begin, null);
  }

  /** Some rows have been added in all columns. */
  void added(Chunk chunk) {
    code.assign(chunk.before(), chunk.sums());
  }

  /** Hands a chunk over, and begins the next one in its place. */
  void next(Local sum, Chunk chunk) {
    end(sum, chunk);
    code.assign(chunk.sums(), () -> pushSums(sum));
    code.assign(chunk.before(), () -> pushStart(sum));
  }

  /** Hands a chunk over. */
  void end(Local sum, Chunk chunk) {
    code.load(sum);
    code.load(chunk.before());
    code.callVirtual(owner, isNative ? "pushNative" : "push", Type.VOID_TYPE, memory);
  }

  /** The array that has the sums of all columns, whose lanes it adds up. */
  Local sums(Local sum, int lanes) {
    Type array = JvmTypes.array(dtype);
    return code.newLocal(
        array,
        () -> {
          code.load(sum);
          code.pushInt(lanes);
          code.callVirtual(owner, "sums", array, Type.INT_TYPE);
        });
  }

  /** The array that has the sums of all columns. */
  Local sums(Local sum) {
    Type array = JvmTypes.array(dtype);
    return code.newLocal(array, () -> push(sum, "sums", array));
  }

  /** Pushes a method's result. */
  private void push(Local sum, String method, Type result) {
    code.load(sum);
    code.callVirtual(owner, method, result);
  }
}
