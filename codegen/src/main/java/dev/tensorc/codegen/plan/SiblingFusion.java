package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.plan.Consumers.Need;
import dev.tensorc.codegen.step.Cost;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.codegen.step.UpdateChains;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.codegen.tuning.FusionTuning;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a value that is stored anyway may be a further root of a kernel that stands later: both
 * go over the same space, and it reads the same or uses the value.
 */
final class SiblingFusion {

  private final StepOrder order;
  private final Consumers consumers;
  private final Definitions definitions;
  private final UpdateChains chains;
  private final Cost cost;
  private final Facts facts;
  private final boolean fuses;
  private final FusionTuning tuning;
  private final Budgets.Kernels budgets;

  SiblingFusion(
      StepOrder order,
      Consumers consumers,
      Definitions definitions,
      UpdateChains chains,
      Cost cost,
      Facts facts,
      PlanOptions options) {
    this.order = order;
    this.consumers = consumers;
    this.definitions = definitions;
    this.chains = chains;
    this.cost = cost;
    this.facts = facts;
    this.fuses = options.fusion();
    this.tuning = options.tuning().fusion();
    this.budgets = options.tuning().budgets().kernels();
  }

  /**
   * The kernel of a later part of the update's target, over the same space.
   *
   * @param stored the kernels that store values
   */
  Optional<Group> kernelOfParts(TensorIr.Update u, Map<Value, Group> stored) {
    if (!fuses || definitions.isCopiedBy(u) || u.extents().isEmpty()) {
      return Optional.empty();
    }
    Value v = u.result();
    return chains
        .onlyUpdate(v)
        .map(TensorIr.Update::result)
        .filter(next -> order.barrier(next) == order.barrier(v) + 1)
        .map(stored::get)
        .filter(g -> takesPart(g, u));
  }

  private boolean takesPart(Group g, TensorIr.Update u) {
    Value v = u.result();
    return g.folds().isEmpty()
        && !v.isUnranked()
        && g.roots().size() < tuning.maxParts()
        && g.hasRoomForInputs(budgets)
        && g.operations() + cost.own(u.value().value()) <= budgets.operations()
        && facts.same(u.extents(), g.axes())
        && g.roots().stream().allMatch(r -> isApart(u, r));
  }

  private boolean isApart(TensorIr.Update u, Value root) {
    return definitions.of(root) instanceof TensorIr.Update other && chains.areApart(u, other);
  }

  /**
   * The kernel that may store the value beside others.
   *
   * @param groups from the end of the block
   */
  Optional<Group> kernelFor(TensorIr.Pure instr, List<Group> groups) {
    if (!fuses || isForcedEarly(instr.result())) {
      return Optional.empty();
    }
    return groups.reversed().stream()
        .limit(tuning.maxKernelsAsked())
        .filter(g -> canJoin(instr, g))
        .findFirst();
  }

  private boolean isForcedEarly(Value v) {
    return consumers.forcedAt(v) <= order.place(v)
        || consumers.isTemporary(v)
        || consumers.isAhead(v)
        || consumers.isReread(v);
  }

  private boolean canJoin(TensorIr.Pure instr, Group g) {
    Value v = instr.result();
    if (v.isScalar()
        || v.isUnranked()
        || g.loopsOverMergedAxes()
        || !g.reducesOnlyRows()
        || g.leader().isScalar()
        || !takesRoots(definitions.of(g.leader()))
        || (instr instanceof TensorIr.Fold && definitions.gathers(g.members()))
        || g.roots().size() >= tuning.maxResults()
        || g.roots().stream().anyMatch(r -> r.dtype().bytes() != v.dtype().bytes())
        || order.barrier(v) < order.barrier(g.leader())
        || !g.hasRoomForInputs(budgets)
        || g.operations() + cost.own(v) > budgets.operations()
        || consumers.forcedAt(v) <= g.place()) {
      return false;
    }
    for (Need n : consumers.of(v)) {
      boolean here = n.group() == g;
      if (here ? !isPointForPoint(instr, n, g) : n.group().place() <= g.place()) {
        return false;
      }
    }
    return hasItsSpace(instr, g) && readsTheSame(instr, g);
  }

  /** Whether a kernel with that step for its last root may store other values beside it. */
  private boolean takesRoots(TensorIr.@Nullable Instr leader) {
    return switch (leader) {
      case TensorIr.Map m -> !definitions.mayThrow(m);
      case TensorIr.Reduce _ -> true;
      case null, default -> false;
    };
  }

  private boolean hasItsSpace(TensorIr.Pure instr, Group g) {
    Value v = instr.result();
    if (instr instanceof TensorIr.Fold fold) {
      Optional<Group.Form> form = g.form(fold, facts);
      int outer =
          form.equals(Optional.of(Group.Form.ROWS))
              ? g.parallel() - fold.reduced().size()
              : g.parallel();
      return form.isPresent() && form.get() != Group.Form.EPILOGUE && v.rank() == outer;
    }
    return facts.same(v.shape(), g.axes())
        || facts.same(v.shape(), g.axes().subList(0, g.parallel()));
  }

  private boolean readsTheSame(TensorIr.Pure instr, Group g) {
    if (consumers.of(instr.result()).stream().anyMatch(n -> n.group() == g)) {
      return true;
    }
    return switch (instr) {
      case TensorIr.Map m -> {
        Access all = Access.identity(m.result().rank());
        yield m.operands().stream()
            .anyMatch(
                o ->
                    g.inputs()
                        .contains(
                            new Argument(
                                o.value(), Accesses.ofOperand(o, m.result().shape(), all, facts))));
      }
      case TensorIr.Reduce r ->
          g.inputs().contains(new Argument(r.operand(), Access.identity(r.operand().rank())));
      default -> false;
    };
  }

  private boolean isPointForPoint(TensorIr.Pure instr, Need n, Group g) {
    Value v = instr.result();
    if (instr instanceof TensorIr.Fold fold) {
      return g.form(fold, facts)
          .filter(form -> Accesses.isSameWalk(n.access(), g.result(fold, form), v.shape(), facts))
          .isPresent();
    }
    return Accesses.isSameWalk(n.access(), Access.identity(v.rank()), v.shape(), facts);
  }
}
