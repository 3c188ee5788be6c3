package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Values that cannot be computed by the kernel that writes them in place: {@code x[1:] = x[:-1] *
 * 2} would read elements that it has written already.
 */
final class WriteHazards {

  private final Definitions definitions;
  private final Facts facts;

  /** The kernel that stores each stored value. */
  private final Map<Value, Group> stored;

  /** The value whose storage each view shows, or each update writes. */
  private final Map<Value, Value> shown = new HashMap<>();

  private WriteHazards(Definitions definitions, Facts facts, Map<Value, Group> stored) {
    this.definitions = definitions;
    this.facts = facts;
    this.stored = stored;
  }

  /**
   * The values that updates of a block write and compute from other elements of their targets.
   *
   * @param stored the kernel that stores each stored value
   */
  static Set<Value> of(
      TensorIr.Block block, Definitions definitions, Facts facts, Map<Value, Group> stored) {
    return new WriteHazards(definitions, facts, stored).of(block);
  }

  private Set<Value> of(TensorIr.Block block) {
    var hazards = new HashSet<Value>();
    for (TensorIr.Step step : block.steps()) {
      if (step instanceof TensorIr.View v) {
        shown.put(v.result(), shown(v.operand()));
      } else if (step instanceof TensorIr.Update u) {
        boolean copied = definitions.isCopiedBy(u);
        shown.put(u.result(), copied ? u.result() : shown(u.target()));
        if (!copied && readsOtherElements(u)) {
          hazards.add(u.value().value());
        }
      }
    }
    return hazards;
  }

  private Value shown(Value v) {
    return shown.getOrDefault(v, v);
  }

  private boolean readsOtherElements(TensorIr.Update u) {
    Value target = shown(u.result());
    Access region = Accesses.ofRegion(u, facts);
    Group group = stored.get(u.result());
    return group != null
        && group.inputs().stream()
            .anyMatch(
                a ->
                    shown(a.base()).equals(target)
                        && !Accesses.simplify(a.access(), facts).equals(region));
  }
}
