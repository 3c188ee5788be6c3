package dev.tensorc.codegen.plan;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the steps of a block stand, and which of them no other may be moved across. */
final class StepOrder {

  private final Map<Value, Integer> places = new HashMap<>();

  /** How many steps up to each one no other may be moved across. */
  private final List<Integer> barriers = new ArrayList<>();

  StepOrder(TensorIr.Block block) {
    int barrier = 0;
    for (int place = 0; place < block.steps().size(); place++) {
      TensorIr.Step step = block.steps().get(place);
      if (step instanceof TensorIr.Update
          || step instanceof TensorIr.Scatter
          || step instanceof TensorIr.Control) {
        barrier++;
      }
      barriers.add(barrier);
      if (step instanceof TensorIr.Instr i) {
        for (Value v : i.results()) {
          places.put(v, place);
        }
      }
    }
  }

  /** Whether the block computes the value. */
  boolean has(Value v) {
    return places.containsKey(v);
  }

  /** The number of the step that computes the value; 0 for one from outside the block. */
  int place(Value v) {
    return places.getOrDefault(v, 0);
  }

  /** How many steps up to that of the value no other may be moved across. */
  int barrier(Value v) {
    return barriers.get(place(v));
  }
}
