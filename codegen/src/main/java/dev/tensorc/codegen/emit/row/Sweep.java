package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.RowPasses.Pass;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import java.util.List;
import java.util.Optional;

/** One sweep over a row: reductions that need nothing of each other. */
public sealed interface Sweep permits RowSweep, CalledSweep, RowSearch {

  /** Whether the order in which it combines floats counts. */
  boolean ordered();

  /** Whether other methods compute its elements, or its sum. */
  boolean calls();

  /** Emits the code before all rows. */
  void prologue(List<Tensor> tensors);

  /**
   * Emits the sweep.
   *
   * @param reduced the reductions' results for the row, by their numbers: those of earlier sweeps
   *     are there, this sweep gives its own
   */
  void emit(List<Tensor> tensors, List<RowTensor> tensorRows, List<Local> reduced);

  /**
   * The sum of a sweep as a method of its own, or its elements where they are long and can wait.
   */
  static Optional<RowPiece> piece(Kernel kernel, Pass pass, Memory memory) {
    List<Reduction> reductions = reductions(kernel, pass);
    return reductions.getFirst().finds()
        ? RowPiece.ofSearch(kernel, reductions.getFirst())
        : CalledSweep.piece(kernel, pass, memory).or(() -> RowSweep.piece(kernel, pass));
  }

  static List<Reduction> reductions(Kernel kernel, Pass pass) {
    return pass.reductions().stream().map(kernel.reductions()::get).toList();
  }
}
