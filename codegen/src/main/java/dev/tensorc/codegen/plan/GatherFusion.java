package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.plan.Consumers.Need;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Whether a gather is computed inside its consumer. A place that is not on its axis ends the run,
 * so the kernel must look at all places, in their order, and no other step that may end the run
 * stands between the two.
 *
 * <p>Before: {@code t = kernel0(x, p)}, {@code y = kernel1(t)} for {@code take(x, p) * 2}. After:
 * {@code y = kernel0(x, p)}, whose vector code checks the places before it stores an element.
 *
 * <p>Deliberately missed: a second gather of one kernel, since its first wrong place must not be
 * reported before a later one of the first; consumers that reduce, choose between elements or
 * compute functions, for which vector code with computed places is missing or long.
 */
final class GatherFusion {

  /** Operations that read all their operands, and keep them whatever the others are. */
  private static final Set<Builtin> STRICT =
      Set.of(Builtin.ADD, Builtin.SUBTRACT, Builtin.MULTIPLY, Builtin.DIVIDE, Builtin.NEGATIVE);

  private final TensorIr.Block block;
  private final StepOrder order;
  private final FusionRules rules;
  private final Consumers consumers;
  private final Definitions definitions;
  private final Facts facts;

  /**
   * @param rules those that hold for all values
   */
  GatherFusion(TensorIr.Block block, StepOrder order, FusionRules rules) {
    this.block = block;
    this.order = order;
    this.rules = rules;
    this.consumers = rules.consumers();
    this.definitions = rules.definitions();
    this.facts = rules.facts();
  }

  /** The kernel that computes the gather for itself. */
  Optional<Need> consumer(TensorIr.Gather g) {
    Value v = g.result();
    if (g.guard().isPresent() || rules.obstacle(v).isPresent()) {
      return Optional.empty();
    }
    Need need = consumers.first(v);
    return hasLanes(g) && readsAll(v, need) && mayMove(v, need.group())
        ? Optional.of(need)
        : Optional.empty();
  }

  /** Whether the lanes of vectors along the last axis are elements, or rows, of the source. */
  private boolean hasLanes(TensorIr.Gather g) {
    int most = rules.options().tuning().elements().nests().maxStep();
    int last = g.result().rank() - 1;
    boolean isLong = !(g.result().shape().get(last) instanceof Dim.Const n && n.value() <= most);
    boolean followsLast = g.source().axes().contains(last);
    return isLong
        && g.places().stream()
            .allMatch(
                p -> p.index().axes().contains(last) != followsLast && isPlain(p.index().value()));
  }

  /** Whether the kernel reads each element once, in order, and does nothing that needs more. */
  private boolean readsAll(Value v, Need need) {
    Group group = need.group();
    return group.folds().isEmpty()
        && !group.loopsOverMergedAxes()
        && (v.dtype() == DType.F32 || v.dtype() == DType.F64)
        && facts.same(v.shape(), group.axes())
        && Accesses.isSameWalk(need.access(), Access.identity(v.rank()), v.shape(), facts)
        && group.members().stream().allMatch(m -> isStrict(m, v.dtype()))
        && group.inputs().stream().allMatch(in -> isAlong(in.access()) && isPlain(in.base()));
  }

  private boolean isStrict(Value member, DType type) {
    return switch (definitions.of(member)) {
      case TensorIr.Map m -> STRICT.contains(m.builtin()) && member.dtype() == type;
      case TensorIr.View view ->
          isAlong(Accesses.ofView(view, Access.identity(member.rank()), facts));
      case null, default -> false;
    };
  }

  /**
   * Whether the axes of a value follow those of its consumer in their order, none in steps or from
   * a later index on, and it is known which of them do.
   */
  private static boolean isAlong(Access access) {
    List<AxisPath> paths = access.paths().stream().filter(p -> p.axis() >= 0).toList();
    return paths.stream().allMatch(p -> p.layers().isEmpty())
        && IntStream.range(1, paths.size())
            .allMatch(k -> paths.get(k - 1).axis() < paths.get(k).axis());
  }

  /**
   * Whether the value is stored, or made of such values by operations that are the same in each
   * lane: no index, no reduction, no function.
   */
  private boolean isPlain(Value v) {
    if (v.isScalar()) {
      return true;
    }
    Access all = Access.identity(v.rank());
    return switch (definitions.of(v)) {
      case TensorIr.Map m when !definitions.mayThrow(m) ->
          m.builtin().sequence().isEmpty()
              && m.operands().stream()
                  .allMatch(
                      o ->
                          isAlong(Accesses.ofOperand(o, v.shape(), all, facts))
                              && isPlain(o.value()));
      case TensorIr.View view ->
          isAlong(Accesses.ofView(view, all, facts)) && isPlain(view.operand());
      case TensorIr.Iota _, TensorIr.Fold _ -> false;
      case null, default -> true;
    };
  }

  private boolean mayMove(Value v, Group group) {
    return order.barrier(v) == order.barrier(group.leader())
        && block.steps().subList(order.place(v) + 1, group.place()).stream()
            .allMatch(s -> s instanceof TensorIr.Instr i && !definitions.mayEnd(i));
  }
}
