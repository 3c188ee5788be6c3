package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.loop.Stored.Why;
import dev.tensorc.codegen.plan.Consumers.Need;
import dev.tensorc.codegen.step.Cost;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.codegen.tuning.FusionTuning;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whether a value is computed inside the kernels that need it, and else why it is stored. */
record FusionRules(
    Consumers consumers, Definitions definitions, Cost cost, Facts facts, PlanOptions options) {

  /** Why the value is not computed inside the kernels that need it; empty where it is. */
  Optional<Stored> obstacle(Value v) {
    if (!options.fusion()) {
      return Optional.of(Stored.because(Why.UNFUSED));
    }
    if (v.isScalar() || consumers.of(v).isEmpty()) {
      return Optional.of(Stored.because(Why.NUMBER));
    }
    if (consumers.isForced(v)) {
      return Optional.of(consumers.reason(v));
    }
    if (consumers.isTemporary(v)) {
      return Optional.of(consumers.because(Why.OVERWRITTEN, v));
    }
    if (consumers.isAhead(v)) {
      return Optional.of(consumers.because(Why.LANES, v));
    }
    if (consumers.isReread(v) && !isLaidOut(v)) {
      return Optional.of(consumers.because(Why.REREAD, v));
    }
    if (consumers.of(v).stream().anyMatch(n -> !n.group().isKernel())) {
      return Optional.of(Stored.because(Why.VIEWED));
    }
    if (consumers.of(v).size() > 1 && !cost.isCheap(v, definitions)) {
      List<Span> at = consumers.of(v).stream().map(n -> n.group().at(v)).toList();
      boolean one = consumers.of(v).stream().map(Need::group).distinct().count() == 1;
      return Optional.of(new Stored(one ? Why.SHIFTED : Why.SHARED, at, cost.text(v)));
    }
    return consumers.of(v).stream().flatMap(n -> obstacle(v, n).stream()).findFirst();
  }

  /** Whether products of matrices compute their factor as they lay it out, for all that read it. */
  private boolean isLaidOut(Value v) {
    return !cost.isHigh(v)
        && consumers.of(v).stream()
            .map(n -> n.group().matrices())
            .allMatch(lane -> lane.isPresent() && definitions.fitsLanes(v, lane.get()));
  }

  private Optional<Stored> obstacle(Value v, Need n) {
    Group g = n.group();
    List<Span> at = List.of(g.at(v));
    if (!hasRoom(g, v) || !g.hasRoomForInputs(budgets())) {
      return Optional.of(new Stored(Why.FULL, at, g.fullness()));
    }
    return isHoisted(v, n)
        ? Optional.of(new Stored(Why.HOISTED, at, cost.text(v)))
        : Optional.empty();
  }

  private Budgets.Kernels budgets() {
    return options.tuning().budgets().kernels();
  }

  private boolean hasRoom(Group group, Value producer) {
    int size = group.operations() + cost.own(producer);
    int small = options.tuning().fusion().maxAdditionsBeyondCut();
    int most = budgets().operations();
    return size <= most || (size <= 2 * most && cost.whole(producer) <= small);
  }

  /**
   * Whether the kernel would compute the value again and again, and that costs more than reading
   * it: {@code exp(row)} for each row of a matrix. Reductions of its rows are computed once a row
   * anyway, and so are places that are the same along a row.
   */
  private boolean isHoisted(Value v, Need n) {
    Group g = n.group();
    return cost.isHigh(v)
        && !g.loopsOverMergedAxes()
        && n.access().paths().stream()
            .anyMatch(p -> p.axis() >= (v.dtype().isFloat() ? 0 : g.axes().size() - 1))
        && IntStream.range(0, g.axes().size())
            .anyMatch(
                axis ->
                    !facts.isOne(g.axes().get(axis))
                        && n.access().paths().stream().noneMatch(p -> p.axis() == axis))
        && !isOfRows(v, n.access(), g);
  }

  /** Whether the value is made of reductions that the kernel can do row by row. */
  private boolean isOfRows(Value v, Access access, Group g) {
    if (!cost.reduces(v) || consumers.isForced(v)) {
      return false;
    }
    return switch (definitions.of(v)) {
      case TensorIr.Fold fold ->
          g.form(fold, facts).filter(form -> sameWalk(access, g.result(fold, form), v)).isPresent();
      case TensorIr.Map m ->
          m.operands().stream()
              .filter(o -> cost.reduces(o.value()))
              .allMatch(
                  o -> isOfRows(o.value(), Accesses.ofOperand(o, v.shape(), access, facts), g));
      case TensorIr.View view -> isOfRows(view.operand(), Accesses.ofView(view, access, facts), g);
      case null, default -> false;
    };
  }

  /**
   * Whether the kernel computes an expensive function of the results of rows, of each by itself:
   * stored, they go in lanes. Where the rows are made of other reductions, a kernel of its own
   * would go over them once more.
   */
  private boolean leavesLanes(TensorIr.Fold fold, Group g) {
    FusionTuning tuning = options.tuning().fusion();
    return Group.endsRows(fold)
        && fold.uses().stream().noneMatch(cost::reduces)
        && !(Dims.product(fold.result().shape()) instanceof Dim.Const points
            && points.value() < tuning.minResultsInLanes())
        && g.members().stream().anyMatch(m -> cost.own(m) >= tuning.minFunctionOperations());
  }

  /** Why the only kernel that needs a reduction cannot do it on the way; empty where it can. */
  Optional<Stored> obstacle(TensorIr.Fold fold) {
    Value v = fold.result();
    Optional<Stored> obstacle = obstacle(v);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    Need need = consumers.first(v);
    Optional<Group.Form> form =
        writesParts(need.group()) ? Optional.empty() : need.group().form(fold, facts);
    if (form.isEmpty()) {
      return Optional.of(consumers.because(Group.obstacle(fold), v));
    }
    if (form.get() == Group.Form.EPILOGUE && leavesLanes(fold, need.group())) {
      return Optional.of(consumers.because(Why.FUNCTION, v));
    }
    if (form.get() == Group.Form.ROWS && !mayGoOverRows(need.group())) {
      return Optional.of(consumers.because(Why.ROWS_OF_UPDATE, v));
    }
    return sameWalk(need.access(), need.group().result(fold, form.get()), v)
        ? Optional.empty()
        : Optional.of(consumers.because(Why.OTHER_ROWS, v));
  }

  /**
   * Whether the kernel writes several parts of one array: rows that lie apart are reduced one by
   * one.
   */
  private boolean writesParts(Group g) {
    return g.roots().size() > 1 && definitions.of(g.leader()) instanceof TensorIr.Update;
  }

  /**
   * Updates write to memory that may hold their operands, so their rows cannot be gone over twice.
   */
  private boolean mayGoOverRows(Group g) {
    return g.roots().stream().allMatch(r -> definitions.of(r) instanceof TensorIr.Map);
  }

  private boolean sameWalk(Access a, Access b, Value v) {
    return Accesses.isSameWalk(a, b, v.shape(), facts);
  }

  /** Whether the kernel may do the work of its steps under more facts. */
  boolean isFree(Group g) {
    return !g.loopsOverMergedAxes()
        && !definitions.gathers(g.members())
        && g.roots().stream()
            .allMatch(
                v ->
                    definitions.of(v) instanceof TensorIr.Map m
                        ? !definitions.mayThrow(m)
                        : definitions.of(v) instanceof TensorIr.Fold);
  }
}
