package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.row.RowSweep.Running;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where long elements of float sums wait to be added: computed by a {@link RowPiece} for a chunk,
 * they are short then.
 *
 * @param running sums
 * @param buffers one for each, of {@link #prologue}
 */
record ChunkBuffer(
    Code code,
    DType lane,
    List<Running> running,
    RowTensors rows,
    List<RowTensor> buffers,
    Piece piece)
    implements ChunkLanes.Source {

  /** Computes a piece of the row. */
  interface Piece {
    /**
     * @param i where it begins in the row
     */
    void emit(Local i, Local length);
  }

  /** Whether all of some reductions are sums or products that can wait. */
  static boolean holds(List<Reduction> together) {
    return together.stream().allMatch(r -> FloatSums.orders(r) && r.contraction().isEmpty());
  }

  /** Emits the code before all rows: the thread's memory, a chunk for each of some sums. */
  static List<RowTensor> prologue(Code code, int sums, DType lane) {
    int slots = FloatSums.lanes(lane) * FloatSums.CHUNK / RowMemory.SLOT;
    var memory = new RowMemory(code);
    var buffers = new ArrayList<RowTensor>();
    for (int k = 0; k < sums; k++) {
      buffers.add(memory.scratchRow(lane, k * slots, slots));
    }
    return buffers;
  }

  /** Missing elements of the last row of virtual lanes are neutral. */
  @Override
  public ChunkLanes.Window open(Local i, Local end) {
    int virtual = FloatSums.lanes(lane);
    Local length = code.newInt(() -> code.load(end).minus(i));
    Local filled = code.newInt(() -> code.load(length).plus(virtual - 1).and(-virtual));
    code.ifThen(
        Code.less(length, filled),
        () -> {
          Local at = code.newInt(() -> code.load(filled).minus(virtual));
          code.whileLess(
              at,
              () -> code.load(filled),
              () -> {
                for (int k = 0; k < running.size(); k++) {
                  Local neutral = running.get(k).vectors().start(1).getFirst();
                  rows.store(buffers.get(k), neutral, at, null);
                }
                VectorTypes.advance(code, lane, at);
              });
        });
    piece.emit(i, length);
    return new ChunkLanes.Window(code.newInt(0), filled);
  }

  @Override
  public void emit(List<Local> accs, Local at, @Nullable Local mask) {
    for (int k = 0; k < running.size(); k++) {
      RowTensor buffer = buffers.get(k);
      Local value = code.newLocal(VectorTypes.of(lane), () -> rows.load(buffer, at, null));
      running.get(k).vectors().feed(accs.get(k), List.of(value), null);
    }
  }

  @Override
  public boolean fillsLanes() {
    return true;
  }
}
