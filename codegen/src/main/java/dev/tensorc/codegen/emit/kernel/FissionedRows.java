package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.LoopFission;
import dev.tensorc.codegen.emit.form.LoopFission.Stage;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.RowPiece.Place;
import dev.tensorc.codegen.emit.form.RowPiece.Read;
import dev.tensorc.codegen.emit.form.RowPiece.Source;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Emits the rows of a kernel in {@link LoopFission}, block by block. */
final class FissionedRows extends KernelBody {

  private final LoopFission stages;
  private final String holder;
  private final String name;
  private final DType lane;
  private final int block;
  private List<RowTensor> buffers = List.of();

  /**
   * @param holder class that has the stages' methods
   * @param name of the kernel's method
   */
  FissionedRows(
      Code code, Kernel kernel, Params params, LoopFission stages, String holder, String name) {
    super(kernel, code, params);
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

  /** Emits the code before all rows. */
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
    Local i = code.newInt(0);
    code.whileBefore(
        i,
        n,
        () -> {
          Local length = code.newInt(() -> Steps.pushRest(code, n, i, block));
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
            ? stage.stored().stream().map(b -> buffers.get(b).place(code)).toList()
            : row.subList(kernel.inputs().size(), row.size()).stream()
                .map(out -> RowPiece.along(code, out, i))
                .toList();
    stage
        .piece()
        .call(
            code,
            holder,
            LoopFission.method(name, number),
            stored,
            read ->
                read.source() == Source.BUFFER
                    ? buffers.get(read.number()).place(code)
                    : tensors.apply(read),
            length,
            params.scalars(),
            List.of());
  }
}
