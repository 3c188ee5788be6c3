package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowPiece.Place;
import dev.tensorc.codegen.emit.RowPiece.Read;
import dev.tensorc.codegen.emit.RowPiece.Source;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.Stages.Stage;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.objectweb.asm.Type;

/** Emits the rows of a kernel in {@link Stages}, block by block. */
final class StagedRows {

  private final Code code;
  private final Kernel kernel;
  private final Params params;
  private final Stages stages;
  private final String holder;
  private final String name;
  private final DType lane;
  private final int block;
  private List<RowTensor> buffers = List.of();

  /**
   * @param holder class that has the stages' methods
   * @param name of the kernel's method
   */
  StagedRows(Code code, Kernel kernel, Params params, Stages stages, String holder, String name) {
    this.code = code;
    this.kernel = kernel;
    this.params = params;
    this.stages = stages;
    this.holder = holder;
    this.name = name;
    this.lane = Vectorizable.lane(kernel);
    this.block = block(kernel);
  }

  /** Elements of a block. */
  static int block(Kernel k) {
    return k.tuning().elements().stages().blockBytes() / Vectorizable.lane(k).bytes();
  }

  /** Emits what stands before all rows. */
  void prologue() {
    int slots = block / RowMemory.SLOT;
    var memory = new RowMemory(code);
    var rows = new ArrayList<RowTensor>();
    for (int k = stages.buffers() - 1; k >= 0; k--) { // the last first, for it needs most scratch
      rows.addFirst(memory.scratchRow(lane, k * slots, slots));
    }
    buffers = rows;
  }

  /**
   * Emits a row of {@code n} elements.
   *
   * @param row the tensors where it begins
   */
  void emit(List<Tensor> row, Local n) {
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.whileBefore(
        i,
        n,
        () -> {
          Local length = code.newLocal(Type.INT_TYPE, () -> Steps.pushRest(code, n, i, block));
          for (int k = 0; k < stages.all().size(); k++) {
            stage(k, row, i, length);
          }
          code.increase(i, () -> code.load(length));
        });
  }

  private void stage(int number, List<Tensor> row, Local i, Local length) {
    Stage stage = stages.all().get(number);
    Function<Read, Place> tensors = RowPiece.along(code, kernel, row, i);
    List<Place> stored =
        number < stages.all().size() - 1
            ? stage.stored().stream().map(b -> RowPiece.of(code, buffers.get(b))).toList()
            : row.subList(kernel.inputs().size(), row.size()).stream()
                .map(out -> RowPiece.along(code, out, i))
                .toList();
    stage
        .piece()
        .call(
            code,
            holder,
            Stages.method(name, number),
            stored,
            read ->
                read.source() == Source.BUFFER
                    ? RowPiece.of(code, buffers.get(read.number()))
                    : tensors.apply(read),
            length,
            params.scalars(),
            List.of());
  }
}
