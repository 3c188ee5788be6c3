package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.loop.Stored.Why;
import dev.tensorc.codegen.plan.Consumers.Need;
import dev.tensorc.codegen.step.Cost;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.codegen.step.UpdateChains;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Decides which values of a block get storage, and which kernel computes each value.
 *
 * <p>Before: {@code t = x - mean; u = t * scale; return u}. After: {@code u} is the root of one
 * kernel that computes {@code t} inside it.
 *
 * <p>Going backwards, a value is computed inside its consumer's loop when one kernel needs it, by
 * one index map, or when several need it and it costs less than reading it; {@link Cost} has the
 * exceptions. A reduction joins the kernel that uses it point for point (the division of a mean)
 * and the one that goes over its rows again (softmax). A value that has to be stored joins a later
 * kernel over the same space that reads the same, or the value itself, unless something in between
 * needs it. Views never get storage of their own: their index map is composed into their
 * consumers'. A materialized value is always stored.
 *
 * <p>Deliberately missed: reductions over outer axes with consumers that use their columns again,
 * kernels over merged axes, several reductions to scalars.
 *
 * <p>This class walks and changes the tables: {@link Consumers}, the consumers of a value, and the
 * kernels so far, a {@link Group} each. {@link FusionRules} and {@link SiblingFusion} read them and
 * answer: whether a value is computed inside its consumers, whether a stored one joins a kernel.
 *
 * <p>A version decides again for the kernels of its cluster ({@link #again}).
 */
final class Fusion {

  private final TensorIr.Block block;
  private final Facts facts;
  private final Definitions definitions;
  private final PlanOptions options;
  private final Cost cost;

  /** The kernel that stores each stored value. */
  private final Map<Value, Group> stored = new HashMap<>();

  /** In the order in which they were begun: from the end of the block. */
  private final List<Group> groups = new ArrayList<>();

  /** The updates that write one array part by part. */
  private final UpdateChains chains;

  private final StepOrder order;
  private final Consumers consumers;
  private final FusionRules rules;
  private final GatherFusion gathers;
  private final SiblingFusion siblings;

  private final Map<Value, List<Dim>> regions = new HashMap<>();
  private final Set<Value> live = new HashSet<>();
  private final Set<Value> aliases = new HashSet<>();

  /** Views of scalars and of indices: there is no storage that they could show. */
  private final Set<Value> splats = new HashSet<>();

  /** Why the values that the block yields are stored. */
  private final Function<Value, Stored> yielded;

  private Fusion(
      TensorIr.Block block,
      Definitions definitions,
      Facts facts,
      PlanOptions options,
      Set<Value> temporaries,
      Set<Value> ahead,
      Function<Value, Stored> yielded) {
    this.block = block;
    this.definitions = definitions;
    this.facts = facts;
    this.options = options;
    this.yielded = yielded;
    this.chains = new UpdateChains(block, definitions, facts);
    int operations = options.tuning().budgets().kernels().operations();
    this.cost = new Cost(2 * operations, options.tuning().fusion());
    this.order = new StepOrder(block);
    this.consumers = new Consumers(temporaries, ahead);
    this.rules = new FusionRules(consumers, definitions, cost, facts, options);
    this.gathers = new GatherFusion(block, order, rules);
    this.siblings = new SiblingFusion(order, consumers, definitions, chains, cost, facts, options);
  }

  static Fusion of(
      TensorIr.Block block, Definitions definitions, Facts facts, PlanOptions options) {
    Why yielded = definitions.isWhole(block) ? Why.RETURNED : Why.CARRIED;
    return of(block, definitions, facts, options, _ -> Stored.because(yielded));
  }

  private static Fusion of(
      TensorIr.Block block,
      Definitions definitions,
      Facts facts,
      PlanOptions options,
      Function<Value, Stored> yielded) {
    var temporaries = new HashSet<Value>();
    var ahead = new HashSet<Value>();
    while (true) {
      var fusion = new Fusion(block, definitions, facts, options, temporaries, ahead, yielded);
      fusion.run();
      if (!temporaries.addAll(fusion.hazards()) && !ahead.addAll(fusion.withoutLanes())) {
        return fusion;
      }
    }
  }

  /** Values that updates must not compute while they write, once kernels' operands are known. */
  private Set<Value> hazards() {
    Set<Value> hazards = WriteHazards.of(block, definitions, facts, stored);
    hazards.removeIf(v -> !isLocal(v));
    return hazards;
  }

  /** The values that kernels have no lanes for, now that it is known which of them reduce. */
  private Set<Value> withoutLanes() {
    var all = new HashSet<Value>();
    for (Group g : groups) {
      all.addAll(PrecomputedOperands.of(g, definitions, v -> consumers.in(g, v), facts));
    }
    return all;
  }

  // ---------------------------------------------------------------- the decisions

  Tuning tuning() {
    return options.tuning();
  }

  /** Whether a kernel writes this value to memory. */
  boolean isStored(Value v) {
    return stored.containsKey(v);
  }

  /** Whether the value is stored, but updates write all of it before anything reads it. */
  boolean isOverwritten(Value v) {
    return isStored(v) && chains.isOverwritten(v);
  }

  /** Why a kernel writes this value to memory. */
  Stored reason(Value v) {
    return consumers.reason(v);
  }

  /** Whether the kernel that stores the value stands at the value's step. */
  boolean leads(Value v) {
    return group(v).leader().equals(v);
  }

  /** The kernel that stores the value. */
  Group group(Value v) {
    return Objects.requireNonNull(stored.get(v), v.name());
  }

  /** Whether a result of the step is used, or it may end the run. */
  boolean isNeeded(TensorIr.Instr i) {
    return definitions.mayEnd(i)
        || i.results().stream().anyMatch(this::isLive)
        || (i instanceof TensorIr.Control && givesSizes(i));
  }

  /** Whether late dims get their sizes here: others may ask for them, used or not. */
  private static boolean givesSizes(TensorIr.Instr i) {
    return i.results().stream()
        .flatMap(v -> Stream.concat(v.shape().stream(), v.axes().ranks().stream()))
        .anyMatch(Dims::isLate);
  }

  private boolean isLive(Value v) {
    return live.contains(v) || consumers.needs(v);
  }

  /** Whether this view is handed on as a value, and so needs a geometry of its own. */
  boolean isAlias(Value v) {
    return aliases.contains(v);
  }

  /** Whether the block defines this value itself. */
  boolean isLocal(Value v) {
    return order.has(v);
  }

  /** The kernels, in the order in which they stand. */
  List<Group> groups() {
    return groups.stream().sorted(Comparator.comparingInt(Group::place)).toList();
  }

  /**
   * Fuses some kernels of the block again under more facts: they store the same for others, and
   * among themselves perhaps less. Empty where their steps have to stay as they are.
   */
  Optional<Fusion> again(List<Group> some, Facts under) {
    if (!options.fusion() || !some.stream().allMatch(rules::isFree)) {
      return Optional.empty();
    }
    var members = new HashSet<Value>();
    some.forEach(g -> members.addAll(g.members()));
    List<TensorIr.Step> steps =
        block.steps().stream()
            .filter(s -> s instanceof TensorIr.Pure p && members.contains(p.result()))
            .toList();
    List<Value> outside =
        some.stream()
            .flatMap(g -> g.roots().stream())
            .filter(
                v ->
                    v.isScalar() // which the plan may use
                        || consumers.isForced(v)
                        || consumers.of(v).stream().anyMatch(n -> !some.contains(n.group())))
            .toList();
    return Optional.of(
        of(new TensorIr.Block(steps, outside), definitions, under, options, this::reason));
  }

  // ---------------------------------------------------------------- the walk

  private void run() {
    for (int place = 0; place < block.steps().size(); place++) {
      switch (block.steps().get(place)) {
        case TensorIr.Instr i -> begin(i, place);
        case TensorIr.Bind b -> consumers.force(b.scalar(), place, Stored.because(Why.NUMBER));
        default -> {}
      }
    }
    block.yields().forEach(v -> consumers.force(v, Consumers.END, yielded.apply(v)));
    for (TensorIr.Step step : block.steps().reversed()) {
      CompilationInterruptedException.check();
      if (step instanceof TensorIr.Instr instr && isNeeded(instr)) {
        visit(instr);
      }
    }
  }

  private void begin(TensorIr.Instr i, int place) {
    cost.measure(i);
    switch (i) {
      case TensorIr.Update u -> regions.put(u.result(), u.extents());
      case TensorIr.View view -> {
        if (view.operand().isScalar()
            || splats.contains(view.operand())
            || definitions.of(view.operand()) instanceof TensorIr.Iota) {
          splats.add(view.result());
        }
      }
      case TensorIr.Control c ->
          c.uses().forEach(v -> consumers.force(v, place, Stored.because(Why.USED_INSIDE)));
      case TensorIr.Pure _ -> {}
    }
    i.results().stream()
        .filter(definitions::isUsedInside)
        .forEach(v -> consumers.force(v, place, Stored.because(Why.USED_INSIDE)));
  }

  private void visit(TensorIr.Instr instr) {
    live.addAll(instr.results());
    if (instr instanceof TensorIr.Pure pure) { // a value with other uses is forced
      visitPure(pure);
    }
  }

  private void visitPure(TensorIr.Pure instr) {
    Value v = instr.result();
    switch (instr) {
      case TensorIr.Constant _, TensorIr.DimValue _ -> {}
      case TensorIr.Literal l -> live.addAll(l.elements());
      case TensorIr.Iota _ -> {
        boolean merged =
            consumers.of(v).stream()
                .map(Need::group)
                .anyMatch(g -> !g.isKernel() || g.loopsOverMergedAxes());
        if (consumers.isAhead(v)) {
          store(v, consumers.because(Why.LANES, v));
        } else if (consumers.isForced(v) || consumers.isTemporary(v) || merged) {
          store(
              v,
              consumers.because(
                  Why.INDICES, v)); // an axis of a kernel over merged axes counts nothing
        } else {
          consumers.of(v).forEach(n -> computedInside(v, n));
        }
      }
      case TensorIr.Update u -> {
        force(u.target(), Why.UPDATED, v);
        Stored why = Stored.because(Why.UPDATE);
        consumers.explain(v, why);
        Optional<Group> later = siblings.kernelOfParts(u, stored);
        Need all = later.map(g -> join(u, g)).orElseGet(() -> store(v, why));
        TensorIr.Operand value = u.value();
        need(
            value.value(),
            all.group(),
            Accesses.ofOperand(value, u.extents(), all.access(), facts));
      }
      case TensorIr.Scatter s -> {
        force(s.target(), Why.UPDATED, v);
        s.operands().forEach(x -> force(x, Why.SCATTERED, v));
      }
      case TensorIr.View view -> view(view);
      case TensorIr.Map map -> map(map);
      case TensorIr.Reshape r -> force(r.operand(), Why.RESHAPED, v);
      case TensorIr.Ordered o -> o.operands().forEach(x -> force(x, Why.IN_ORDER, v));
      case TensorIr.Gather g -> {
        force(g.source().value(), Why.GATHERED, v);
        Optional<Need> inside = gathers.consumer(g).map(n -> computedInside(v, n));
        Need all = inside.orElseGet(() -> store(v, Stored.because(Why.GATHERS)));
        g.operands().forEach(o -> operand(o, v, all));
      }
      case TensorIr.Reduce reduce -> {
        Group group = fold(reduce).group();
        need(reduce.operand(), group, group.operand(reduce));
      }
      case TensorIr.Contract c -> {
        Group group = fold(c).group();
        factor(c, c.left(), c.rightFree(), group);
        factor(c, c.right(), c.leftFree(), group);
      }
    }
  }

  /** Stores a value that a step reads from memory, whose result is another. */
  private void force(Value v, Why why, Value result) {
    consumers.force(v, order.place(result), Stored.because(why, result.span()));
  }

  private void operand(TensorIr.Operand o, Value consumer, Need at) {
    live.add(o.value());
    need(o.value(), at.group(), Accesses.ofOperand(o, consumer.shape(), at.access(), facts));
  }

  private void view(TensorIr.View view) {
    Value v = view.result();
    // a kernel of its own where it is not in memory
    boolean computed = v.isScalar() || (consumers.isForced(v) && splats.contains(v));
    if (computed || consumers.isTemporary(v)) {
      Need all =
          store(
              v, v.isScalar() ? Stored.because(Why.NUMBER) : consumers.because(Why.OVERWRITTEN, v));
      need(view.operand(), all.group(), Accesses.ofView(view, all.access(), facts));
      return;
    }
    if (consumers.isForced(v)) {
      aliases.add(v);
      Access whole = Accesses.ofView(view, Access.identity(v.rank()), facts);
      need(view.operand(), Group.inMemory(order.place(v)), whole);
    }
    if (consumers.isReread(v)) {
      consumers.reread(view.operand());
    }
    for (Need n : consumers.of(v)) {
      computedInside(v, n);
      need(view.operand(), n.group(), Accesses.ofView(view, n.access(), facts));
    }
  }

  private void map(TensorIr.Map map) {
    Value v = map.result();
    if (v.isScalar()) {
      map.operands().forEach(o -> live.add(o.value()));
      return;
    }
    // fused, a step that may throw would lose elements that its consumer leaves out, and its place
    boolean stays = definitions.mayThrow(map) || map.builtin() == Builtin.MATERIALIZE;
    List<Need> at = new ArrayList<>();
    Optional<Stored> obstacle = rules.obstacle(v);
    if (stays) {
      at.add(store(v, Stored.because(definitions.mayThrow(map) ? Why.MAY_END : Why.MATERIALIZED)));
    } else if (obstacle.isPresent()) {
      at.add(storeOrJoin(map, obstacle.get()));
    } else {
      consumers.of(v).forEach(n -> at.add(computedInside(v, n)));
    }
    for (Need n : at) {
      n.group().add(cost.own(v));
      map.operands().forEach(o -> operand(o, v, n));
    }
  }

  /** The kernel that reduces: a consumer's or its own. */
  private Need fold(TensorIr.Fold fold) {
    Value v = fold.result();
    Optional<Stored> obstacle = rules.obstacle(fold);
    Need at;
    if (obstacle.isPresent()) {
      at = storeOrJoin(fold, obstacle.get());
    } else {
      at = computedInside(v, consumers.first(v));
      at.group().fuse(fold, at.group().form(fold, facts).orElseThrow());
    }
    at.group().add(options.tuning().fusion().reductionOperations());
    return at;
  }

  /**
   * @param otherFree the axes along which the factor is read again and again: it is not computed
   *     that often
   */
  private void factor(
      TensorIr.Contract c, TensorIr.Operand o, List<Integer> otherFree, Group group) {
    if (!otherFree.stream().allMatch(axis -> facts.isOne(c.result().shape().get(axis)))) {
      consumers.reread(o.value());
    }
    Access point = Access.identity(c.space().size());
    need(o.value(), group, Accesses.ofOperand(o, c.space(), point, facts));
  }

  // ---------------------------------------------------------------- needs

  private Need computedInside(Value v, Need need) {
    need.group().inputs().remove(new Argument(v, need.access()));
    need.group().members().add(v);
    return need;
  }

  private void need(Value v, Group group, Access access) {
    if (!v.isScalar()) {
      consumers.add(v, new Need(group, access));
      group.inputs().add(new Argument(v, access));
    } else {
      live.add(v);
      if (!definitions.isConstant(v)) {
        group.scalars().add(v);
      }
    }
  }

  /** The parallel axes of the value's kernel, if it has one of its own. */
  private List<Dim> space(Value v) {
    return regions.getOrDefault(v, v.shape());
  }

  // ---------------------------------------------------------------- storing

  private Need store(Value v, Stored why) {
    consumers.explain(v, why);
    Group group = Group.of(v, order.place(v), space(v));
    groups.add(group);
    stored.put(v, group);
    return new Need(group, Access.identity(space(v).size()));
  }

  /** The kernel of a value that is stored: a later one that it may join, or its own. */
  private Need storeOrJoin(TensorIr.Pure instr, Stored why) {
    Value v = instr.result();
    consumers.explain(v, why);
    Optional<Group> later = siblings.kernelFor(instr, groups);
    if (later.isPresent()) {
      return join(instr, later.get());
    }
    Need at = store(v, why);
    if (instr instanceof TensorIr.Fold fold) {
      at.group().begin(fold);
    }
    return at;
  }

  private Need join(TensorIr.Pure instr, Group g) {
    Value v = instr.result();
    if (instr instanceof TensorIr.Fold fold) {
      g.fuse(fold, g.form(fold, facts).orElseThrow());
    }
    consumers.of(v).stream().filter(n -> n.group() == g).forEach(n -> computedInside(v, n));
    g.join(v);
    stored.put(v, g);
    return new Need(g, Access.identity(space(v).size()));
  }
}
