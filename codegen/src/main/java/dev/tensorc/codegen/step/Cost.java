package dev.tensorc.codegen.step;

import dev.tensorc.codegen.loop.MathExprs;
import dev.tensorc.codegen.tuning.FusionTuning;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How many operations the values of a block take, in units of an addition. */
public final class Cost {

  private final int most;
  private final FusionTuning tuning;
  private final Map<Value, Integer> own = new HashMap<>();
  private final Map<Value, Integer> whole = new HashMap<>();
  private final Map<Value, Integer> time = new HashMap<>();
  private final Set<Value> reductions = new HashSet<>();

  /**
   * @param most the largest count
   */
  public Cost(int most, FusionTuning tuning) {
    this.most = most;
    this.tuning = tuning;
  }

  /** Takes in the next step of the block. */
  public void measure(TensorIr.Instr instr) {
    switch (instr) {
      case TensorIr.Map m -> {
        if (m.result().isScalar()) {
          return; // the plan computes it once
        }
        int size = operations(m);
        own.put(m.result(), size);
        int all = size;
        int slow = divides(m) ? tuning.slowAdditions() : size;
        for (TensorIr.Operand o : m.operands()) {
          all += whole(o.value());
          slow += time.getOrDefault(o.value(), 0);
          if (reduces(o.value())) {
            reductions.add(m.result());
          }
        }
        whole.put(m.result(), Math.min(all, most));
        time.put(m.result(), Math.min(slow, most));
      }
      case TensorIr.View v -> {
        whole.put(v.result(), whole(v.operand()));
        time.put(v.result(), time.getOrDefault(v.operand(), 0));
        if (reduces(v.operand())) {
          reductions.add(v.result());
        }
      }
      case TensorIr.Fold f -> {
        whole.put(f.result(), most);
        time.put(f.result(), most);
        reductions.add(f.result());
      }
      case TensorIr.Constant _,
          TensorIr.DimValue _,
          TensorIr.Literal _,
          TensorIr.Iota _,
          TensorIr.Update _,
          TensorIr.Scatter _,
          TensorIr.Gather _,
          TensorIr.Reshape _,
          TensorIr.Ordered _,
          TensorIr.Control _ -> {}
    }
  }

  /** A sequence's operations are small: no loads, no casts, no masks. */
  private static int operations(TensorIr.Map map) {
    DType type = map.operands().getLast().value().dtype();
    return type.isFloat()
        ? map.builtin().sequence().map(s -> MathExprs.operations(s, type) / 2).orElse(1)
        : 1;
  }

  private static final Set<Builtin> DIVISIONS =
      Set.of(Builtin.DIVIDE, Builtin.FLOOR_DIVIDE, Builtin.REMAINDER, Builtin.SQRT);

  private static boolean divides(TensorIr.Map m) {
    return DIVISIONS.contains(m.builtin());
  }

  /** The operations of the value's own step. */
  public int own(Value v) {
    return own.getOrDefault(v, 0);
  }

  /** The operations of the value and of all that it is computed from, shared ones each time. */
  public int whole(Value v) {
    return whole.getOrDefault(v, 0);
  }

  /** Whether the value is computed from a reduction. */
  public boolean reduces(Value v) {
    return reductions.contains(v);
  }

  /** Whether computing the value takes longer than reading it. */
  public boolean isHigh(Value v) {
    return time.getOrDefault(v, 0) >= tuning.minStoredAdditions();
  }

  /**
   * Whether several kernels had better compute the value each than read it: sooner where it is
   * wider than its operands. An operand with fewer elements, such as the mean of a row, is stored
   * instead where it is dear.
   */
  public boolean isCheap(Value v, Definitions definitions) {
    if (!(definitions.of(v) instanceof TensorIr.Map m) || divides(m)) {
      return false;
    }
    List<Value> large =
        m.operands().stream().map(TensorIr.Operand::value).filter(o -> isAsLarge(o, v)).toList();
    return large.size() <= 1
        && large.stream()
            .noneMatch(o -> reduces(o) || time.getOrDefault(o, 0) >= tuning.slowAdditions())
        && own(v) + large.stream().mapToInt(this::whole).sum()
            <= tuning.maxRepeatedAdditions() * widening(v, large);
  }

  /** How many times as wide it is as the widest of some operands, at least 1. */
  private static int widening(Value v, List<Value> operands) {
    return operands.stream()
        .mapToInt(o -> Math.max(1, v.dtype().bytes() / o.dtype().bytes()))
        .min()
        .orElse(1);
  }

  /** Why computing it again takes longer than reading it. */
  public String text(Value v) {
    int additions = Math.max(whole(v), time.getOrDefault(v, 0));
    return reduces(v)
        ? "the result of a reduction is not computed again"
        : additions <= tuning.maxRepeatedAdditions() && additions < tuning.slowAdditions()
            ? "reading it takes less than reading its operands"
            : "computing one takes as long as %d additions".formatted(additions);
  }

  /** Whether a value has all axes of another that have not size 1: reading it is no less. */
  static boolean isAsLarge(Value operand, Value result) {
    return longAxes(operand) >= longAxes(result);
  }

  private static long longAxes(Value v) {
    return v.shape().stream().filter(d -> !Dims.isConst(d, 1)).count();
  }
}
