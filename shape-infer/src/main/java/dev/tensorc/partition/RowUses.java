package dev.tensorc.partition;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Value;
import java.util.stream.Stream;

/** Whether an instruction, or one in its blocks, reads or gives values that have rows. */
record RowUses(RowAxes rows) {

  boolean of(TensorIr.Instr instr) {
    return Stream.concat(instr.uses().stream(), instr.results().stream()).anyMatch(this::hasRows)
        || instr.blocks().stream().anyMatch(this::of);
  }

  private boolean of(Block block) {
    return block.steps().stream().anyMatch(s -> s instanceof TensorIr.Instr i && of(i));
  }

  private boolean hasRows(Value v) {
    return rows.axis(v) != RowAxes.NONE || !rows.obstacle(v).isEmpty();
  }
}
