package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of each value of a function, and the effects of the blocks inside a block: found
 * in one walk, since blocks nest deeply.
 */
public final class Definitions {

  private final Map<Value, TensorIr.Instr> instrs = new HashMap<>();
  private final Set<Value> parameters = new HashSet<>();
  private final Map<Value, TensorIr.Block> blocks = new HashMap<>();
  private final Set<Value> usedInside = new HashSet<>();
  private final Map<TensorIr.Instr, Boolean> mayEnd = new IdentityHashMap<>();

  private final TensorIr.Block whole;

  public Definitions(TensorIr.Function f) {
    f.params().forEach(p -> parameters.add(p.value()));
    this.whole = f.body();
    visit(whole);
  }

  /** Whether the block is the function's own block, which returns its values. */
  public boolean isWhole(TensorIr.Block block) {
    return block == whole;
  }

  private boolean visit(TensorIr.Block block) {
    boolean mayEnd = false;
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Check _ -> mayEnd = true;
        case TensorIr.Bind b -> use(b.scalar(), block);
        case TensorIr.Instr i -> mayEnd |= visit(i, block);
      }
    }
    block.yields().forEach(v -> use(v, block));
    return mayEnd;
  }

  private boolean visit(TensorIr.Instr instr, TensorIr.Block block) {
    for (Value v : instr.results()) {
      instrs.put(v, instr);
      blocks.put(v, block);
    }
    instr.uses().forEach(v -> use(v, block));
    boolean ends = mayThrow(instr) || instr instanceof TensorIr.While;
    for (TensorIr.Block inside : instr.blocks()) {
      ends |= visit(inside);
    }
    mayEnd.put(instr, ends);
    return ends;
  }

  private void use(Value v, TensorIr.Block in) {
    if (blocks.get(v) != in) { // defined further out, or a parameter
      usedInside.add(v);
    }
  }

  /** The definition of the value; null for those that parameters and loops hand in. */
  public TensorIr.@Nullable Instr of(Value v) {
    return instrs.get(v);
  }

  /** Whether the update writes to a copy: its target is a parameter. */
  public boolean isCopiedBy(TensorIr.Update update) {
    return parameters.contains(update.target());
  }

  public boolean isConstant(Value v) {
    return instrs.get(v) instanceof TensorIr.Constant;
  }

  /** Whether a block uses the value that another one has defined. */
  public boolean isUsedInside(Value v) {
    return usedInside.contains(v);
  }

  /** Whether one of the values is elements at computed places. */
  public boolean gathers(Collection<Value> values) {
    return values.stream().anyMatch(v -> of(v) instanceof TensorIr.Gather);
  }

  /** Whether a division by zero, a negative exponent or count, an index off its axis ends it. */
  public boolean mayThrow(TensorIr.Instr instr) {
    return instr instanceof TensorIr.Gather
        || instr instanceof TensorIr.Scatter
        || (instr instanceof TensorIr.Map m
            && isPartial(m)
            && !takes(m.builtin(), m.operands().getLast().value()));
  }

  /** Whether there are operands that the operation does not take. */
  static boolean isPartial(TensorIr.Map m) {
    return m.result().dtype().isInt() && m.builtin().throwsOfIntegers();
  }

  /** Whether the operand is a constant that divides, or is no negative exponent or count. */
  private boolean takes(Builtin b, Value last) {
    if (!(instrs.get(last) instanceof TensorIr.Constant c)) {
      return false;
    }
    long number = ((Number) c.value()).longValue();
    return switch (b) {
      case FLOOR_DIVIDE, REMAINDER, FMOD -> number != 0;
      default -> number >= 0 || last.dtype().isUnsigned();
    };
  }

  /** Whether a value is computed in lanes of that dtype from stored values. */
  public boolean fitsLanes(Value v, DType lane) {
    if (v.isScalar()) {
      return true;
    }
    if (v.dtype().isShortFloat() || v.dtype().bytes() > lane.bytes()) {
      return false;
    }
    return switch (of(v)) {
      case TensorIr.Map m when !mayThrow(m) ->
          m.operands().stream().allMatch(o -> fitsLanes(o.value(), lane));
      case TensorIr.View view -> fitsLanes(view.operand(), lane);
      case TensorIr.Iota _ -> false;
      case null, default -> v.dtype() != DType.BOOL;
    };
  }

  /** Whether the step, or one inside it, may throw, or go on for ever. */
  public boolean mayEnd(TensorIr.Instr instr) {
    return mayEnd.getOrDefault(instr, false);
  }
}
