package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import java.util.List;

/** One sweep over a row: reductions that need nothing of each other. */
sealed interface Sweep permits RowSweep, CalledSweep {

  /** Whether the order in which it combines floats counts. */
  boolean ordered();

  /** Emits what stands before all rows. */
  void prologue(List<Tensor> tensors);

  /**
   * Emits the sweep.
   *
   * @param reduced what reductions give for the row, by their numbers: those of earlier sweeps have
   *     given it, this one's do
   */
  void emit(List<Tensor> tensors, List<RowTensor> tensorRows, List<Local> reduced);
}
