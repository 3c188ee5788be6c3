package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.loop.Stored.Why;
import dev.tensorc.codegen.step.Cost;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.codegen.step.Joins;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Span;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
 * <p>The file is long because the three decisions ask and change the same tables while the walk
 * goes on: who needs a value, which values must be stored, which kernels there are. A {@link Group}
 * has the facts of one kernel.
 *
 * <p>A version decides again for the kernels of its cluster ({@link #again}).
 *
 * <p>More than 500 lines: storing and fusing depend on each other.
 */
final class Fusion {

  /** Where the yielded values are needed. */
  private static final int END = Integer.MAX_VALUE;

  /** One kernel needs the value, walked like that. */
  private record Need(Group group, Access access) {}

  private final TensorIr.Block block;
  private final Facts facts;
  private final Definitions definitions;
  private final PlanOptions options;
  private final Cost cost;

  /** The kernel that stores each stored value. */
  private final Map<Value, Group> stored = new HashMap<>();

  /** In the order in which they were begun: from the end of the block. */
  private final List<Group> groups = new ArrayList<>();

  /** Values that something outside the block's kernels needs, and the first step that does. */
  private final Map<Value, Integer> forced = new HashMap<>();

  private final Map<Value, Integer> places = new HashMap<>();

  /** Which updates write one array part by part. */
  private final Joins joins;

  /** How many steps up to each one no other may be moved across. */
  private final List<Integer> barriers = new ArrayList<>();

  private final Map<Value, List<Dim>> regions = new HashMap<>();
  private final Set<Value> live = new HashSet<>();
  private final Set<Value> aliases = new HashSet<>();
  private final Map<Value, LinkedHashSet<Need>> needs = new HashMap<>();

  /** What a contraction reads once for each element of its other factor. */
  private final Set<Value> reread = new HashSet<>();

  /** Views of scalars and of indices: there is no storage that they could show. */
  private final Set<Value> splats = new HashSet<>();

  /** Values that are stored before an update writes what they are computed from. */
  private final Set<Value> temporaries;

  /** Values that kernels which reduce have no lanes for. */
  private final Set<Value> ahead;

  /** Why values are forced, and then why they are stored. */
  private final Map<Value, Stored> reasons = new HashMap<>();

  /** Why what the block yields is stored. */
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
    this.temporaries = temporaries;
    this.ahead = ahead;
    this.yielded = yielded;
    this.joins = new Joins(block, definitions, facts);
    this.cost = new Cost(2 * budgets().operations(), options.tuning().fusion());
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
      if (!temporaries.addAll(fusion.endangered(block)) && !ahead.addAll(fusion.withoutLanes())) {
        return fusion;
      }
    }
  }

  /** What kernels have no lanes for, now that it is known which of them reduce. */
  private Set<Value> withoutLanes() {
    var all = new HashSet<Value>();
    for (Group g : groups) {
      Function<Value, List<Access>> accesses =
          v -> needsOf(v).stream().filter(n -> n.group() == g).map(Need::access).toList();
      all.addAll(PrecomputedOperands.of(g, definitions, accesses, facts));
    }
    return all;
  }

  /**
   * What updates write, where it is computed from other elements of their targets: {@code x[1:] =
   * x[:-1] * 2} would read what it has written already.
   */
  private Set<Value> endangered(TensorIr.Block block) {
    var views = new HashMap<Value, Value>();
    var endangered = new HashSet<Value>();
    for (TensorIr.Step step : block.steps()) {
      if (step instanceof TensorIr.View v) {
        views.put(v.result(), views.getOrDefault(v.operand(), v.operand()));
      } else if (step instanceof TensorIr.Update u) {
        boolean copied = definitions.isCopiedBy(u);
        views.put(u.result(), copied ? u.result() : views.getOrDefault(u.target(), u.target()));
        if (!copied && readsOtherElements(u, views) && isLocal(u.value().value())) {
          endangered.add(u.value().value());
        }
      }
    }
    return endangered;
  }

  private boolean readsOtherElements(TensorIr.Update u, Map<Value, Value> views) {
    Value target = views.getOrDefault(u.result(), u.target());
    Access region = Accesses.ofRegion(u, facts);
    Group group = stored.get(u.result());
    return group != null
        && group.inputs().stream()
            .anyMatch(
                a ->
                    views.getOrDefault(a.base(), a.base()).equals(target)
                        && !Accesses.simplify(a.access(), facts).equals(region));
  }

  // ---------------------------------------------------------------- the decisions

  Tuning tuning() {
    return options.tuning();
  }

  private Budgets.Kernels budgets() {
    return options.tuning().budgets().kernels();
  }

  /** Whether a kernel writes this value to memory. */
  boolean isStored(Value v) {
    return stored.containsKey(v);
  }

  /** Whether the value is stored, but updates write all of it before anything reads it. */
  boolean isOverwritten(Value v) {
    return isStored(v) && joins.isOverwritten(v);
  }

  /** Why it does. */
  Stored reason(Value v) {
    return java.util.Objects.requireNonNull(reasons.get(v), v.name());
  }

  /** Whether the kernel that stores the value stands at the value's step. */
  boolean leads(Value v) {
    return group(v).leader().equals(v);
  }

  /** The kernel that stores the value. */
  Group group(Value v) {
    return java.util.Objects.requireNonNull(stored.get(v), v.name());
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
    return live.contains(v) || forced.containsKey(v) || needs.containsKey(v);
  }

  /** Whether this view is handed on as a value, and so needs a geometry of its own. */
  boolean isAlias(Value v) {
    return aliases.contains(v);
  }

  /**
   * Whether a division by zero, a negative exponent or count, an index off its axis ends the run.
   * Such a step keeps its place and all of its elements: fused, it would lose those that its
   * consumer leaves out, and could come after a later one.
   */
  boolean mayThrow(TensorIr.Instr instr) {
    return definitions.mayThrow(instr);
  }

  /** Whether the block defines this value itself. */
  boolean isLocal(Value v) {
    return places.containsKey(v);
  }

  /** The kernels, in the order in which they stand. */
  List<Group> groups() {
    return groups.stream().sorted(Comparator.comparingInt(Group::place)).toList();
  }

  /**
   * What some kernels of the block become under more facts: they store the same for others, and
   * among themselves perhaps less. Empty where their steps have to stay as they are.
   */
  Optional<Fusion> again(List<Group> some, Facts under) {
    if (!options.fusion() || !some.stream().allMatch(this::isFree)) {
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
                        || forced.containsKey(v)
                        || needsOf(v).stream().anyMatch(n -> !some.contains(n.group())))
            .toList();
    return Optional.of(
        of(new TensorIr.Block(steps, outside), definitions, under, options, this::reason));
  }

  private boolean isFree(Group g) {
    return !g.loopsOverMergedAxes()
        && g.roots().stream()
            .allMatch(
                v ->
                    definitions.of(v) instanceof TensorIr.Map m
                        ? !mayThrow(m)
                        : definitions.of(v) instanceof TensorIr.Fold);
  }

  // ---------------------------------------------------------------- the walk

  private void run() {
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
        begin(i, place);
      } else if (step instanceof TensorIr.Bind b) {
        force(b.scalar(), place, Stored.because(Why.NUMBER));
      }
    }
    block.yields().forEach(v -> force(v, END, yielded.apply(v)));
    for (TensorIr.Step step : block.steps().reversed()) {
      CompilationInterruptedException.check();
      if (step instanceof TensorIr.Instr instr && isNeeded(instr)) {
        visit(instr);
      }
    }
  }

  private void begin(TensorIr.Instr i, int place) {
    i.results().forEach(v -> places.put(v, place));
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
          c.uses().forEach(v -> force(v, place, Stored.because(Why.USED_INSIDE)));
      case TensorIr.Pure _ -> {}
    }
    i.results().stream()
        .filter(definitions::isUsedInside)
        .forEach(v -> force(v, place, Stored.because(Why.USED_INSIDE)));
  }

  private void force(Value v, int place, Stored why) {
    forced.merge(v, place, Math::min);
    reasons.putIfAbsent(v, why);
  }

  private void visit(TensorIr.Instr instr) {
    live.addAll(instr.results());
    switch (instr) {
      case TensorIr.Control _ -> {} // what it uses is forced
      case TensorIr.Pure pure -> visitPure(pure);
    }
  }

  private void visitPure(TensorIr.Pure instr) {
    Value v = instr.result();
    switch (instr) {
      case TensorIr.Constant _, TensorIr.DimValue _ -> {}
      case TensorIr.Literal l -> live.addAll(l.elements());
      case TensorIr.Iota _ -> {
        boolean merged =
            needsOf(v).stream()
                .map(Need::group)
                .anyMatch(g -> !g.isKernel() || g.loopsOverMergedAxes());
        if (ahead.contains(v)) {
          store(v, because(Why.LANES, v));
        } else if (forced.containsKey(v) || temporaries.contains(v) || merged) {
          store(v, because(Why.INDICES, v)); // an axis of a kernel over merged axes counts nothing
        } else {
          needsOf(v).forEach(n -> computedInside(v, n));
        }
      }
      case TensorIr.Update u -> {
        force(u.target(), place(v), Stored.because(Why.UPDATED, v.span()));
        Need all =
            kernelOfParts(u)
                .map(
                    g -> {
                      reasons.putIfAbsent(v, Stored.because(Why.UPDATE));
                      return join(u, g);
                    })
                .orElseGet(() -> store(v, Stored.because(Why.UPDATE)));
        TensorIr.Operand value = u.value();
        need(
            value.value(),
            all.group(),
            Accesses.ofOperand(value, u.extents(), all.access(), facts));
      }
      case TensorIr.Scatter s -> {
        force(s.target(), place(v), Stored.because(Why.UPDATED, v.span()));
        s.operands().forEach(x -> force(x, place(v), Stored.because(Why.SCATTERED, v.span())));
      }
      case TensorIr.View view -> view(view);
      case TensorIr.Map map -> map(map);
      case TensorIr.Reshape r ->
          force(r.operand(), place(v), Stored.because(Why.RESHAPED, v.span()));
      case TensorIr.Ordered o ->
          o.operands().forEach(x -> force(x, place(v), Stored.because(Why.IN_ORDER, v.span())));
      case TensorIr.Gather g -> {
        force(g.source().value(), place(v), Stored.because(Why.GATHERED, v.span()));
        Need all = store(v, Stored.because(Why.GATHERS));
        g.operands().forEach(o -> operand(o, v, all));
      }
      case TensorIr.Reduce reduce -> reduce(reduce);
      case TensorIr.Contract c -> {
        Group group = fold(c).group();
        factor(c, c.left(), c.rightFree(), group);
        factor(c, c.right(), c.leftFree(), group);
      }
    }
  }

  private void operand(TensorIr.Operand o, Value consumer, Need at) {
    live.add(o.value());
    need(o.value(), at.group(), Accesses.ofOperand(o, consumer.shape(), at.access(), facts));
  }

  private void view(TensorIr.View view) {
    Value v = view.result();
    // a kernel of its own where it is not in memory
    boolean computed = v.isScalar() || (forced.containsKey(v) && splats.contains(v));
    if (computed || temporaries.contains(v)) {
      Need all = store(v, v.isScalar() ? Stored.because(Why.NUMBER) : because(Why.OVERWRITTEN, v));
      need(view.operand(), all.group(), Accesses.ofView(view, all.access(), facts));
      return;
    }
    if (forced.containsKey(v)) {
      aliases.add(v);
      Access whole = Accesses.ofView(view, Access.identity(v.rank()), facts);
      need(view.operand(), Group.inMemory(place(v)), whole);
    }
    if (reread.contains(v)) {
      reread.add(view.operand());
    }
    for (Need n : needsOf(v)) {
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
    boolean stays = mayThrow(map) || map.builtin() == Builtin.MATERIALIZE;
    List<Need> at = new ArrayList<>();
    Optional<Stored> obstacle = obstacle(v);
    if (stays) {
      at.add(store(v, Stored.because(mayThrow(map) ? Why.MAY_END : Why.MATERIALIZED)));
    } else if (obstacle.isPresent()) {
      at.add(storeOrJoin(map, obstacle.get()));
    } else {
      needsOf(v).forEach(n -> at.add(computedInside(v, n)));
    }
    for (Need n : at) {
      n.group().add(cost.own(v));
      map.operands().forEach(o -> operand(o, v, n));
    }
  }

  private void reduce(TensorIr.Reduce reduce) {
    Group group = fold(reduce).group();
    need(reduce.operand(), group, group.operand(reduce));
  }

  /** The kernel that reduces: a consumer's or its own. */
  private Need fold(TensorIr.Fold fold) {
    Value v = fold.result();
    Optional<Stored> obstacle = obstacle(fold);
    Need at;
    if (obstacle.isPresent()) {
      at = storeOrJoin(fold, obstacle.get());
    } else {
      at = computedInside(v, onlyNeed(v));
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
      reread.add(o.value());
    }
    Access point = Access.identity(c.space().size());
    need(o.value(), group, Accesses.ofOperand(o, c.space(), point, facts));
  }

  // ---------------------------------------------------------------- needs

  private int place(Value v) {
    return places.getOrDefault(v, 0);
  }

  private Need onlyNeed(Value v) {
    return needsOf(v).iterator().next();
  }

  private Need computedInside(Value v, Need need) {
    need.group().inputs().remove(new Argument(v, need.access()));
    need.group().members().add(v);
    return need;
  }

  private Set<Need> needsOf(Value v) {
    return needs.getOrDefault(v, new LinkedHashSet<>());
  }

  private void need(Value v, Group group, Access access) {
    if (!v.isScalar()) {
      needs.computeIfAbsent(v, _ -> new LinkedHashSet<>()).add(new Need(group, access));
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

  /**
   * @param why unless it is forced, which says more
   */
  private Need store(Value v, Stored why) {
    reasons.putIfAbsent(v, why);
    Group group = Group.of(v, place(v), space(v));
    groups.add(group);
    stored.put(v, group);
    return new Need(group, Access.identity(space(v).size()));
  }

  /** The kernel of a value that is stored: a later one that it may join, or its own. */
  private Need storeOrJoin(TensorIr.Pure instr, Stored why) {
    Value v = instr.result();
    reasons.putIfAbsent(v, why);
    int asked = Math.min(options.tuning().fusion().maxKernelsAsked(), groups.size());
    if (options.fusion() && !forcedEarly(v)) {
      for (Group g : groups.reversed().subList(0, asked)) {
        if (canJoin(instr, g)) {
          return join(instr, g);
        }
      }
    }
    Need at = store(v, why);
    if (instr instanceof TensorIr.Fold fold) {
      at.group().begin(fold);
    }
    return at;
  }

  /** The kernel of a later part of what the update writes, over the same space. */
  private Optional<Group> kernelOfParts(TensorIr.Update u) {
    Value v = u.result();
    return joins
        .onlyUpdate(v)
        .filter(_ -> options.fusion() && !definitions.isCopiedBy(u) && !u.extents().isEmpty())
        .filter(next -> barriers.get(place(next.result())) == barriers.get(place(v)) + 1)
        .map(next -> stored.get(next.result()))
        .filter(
            g ->
                g.folds().isEmpty()
                    && !v.isUnranked()
                    && g.roots().size() < options.tuning().fusion().maxParts()
                    && g.hasRoomForInputs(budgets())
                    && g.operations() + cost.own(u.value().value()) <= budgets().operations()
                    && facts.same(u.extents(), g.axes())
                    && g.roots().stream().allMatch(r -> isApart(u, r)));
  }

  private boolean isApart(TensorIr.Update u, Value root) {
    return definitions.of(root) instanceof TensorIr.Update other && joins.areApart(u, other);
  }

  private boolean forcedEarly(Value v) {
    return forced.getOrDefault(v, END) <= place(v)
        || temporaries.contains(v)
        || ahead.contains(v)
        || reread.contains(v);
  }

  /** Whether a stored value may be a further root of that kernel, which stands later. */
  private boolean canJoin(TensorIr.Pure instr, Group g) {
    Value v = instr.result();
    if (v.isScalar()
        || v.isUnranked()
        || g.loopsOverMergedAxes()
        || !g.reducesOnlyRows()
        || g.leader().isScalar()
        || !takesRoots(definitions.of(g.leader()))
        || g.roots().size() >= options.tuning().fusion().maxResults()
        || g.roots().stream().anyMatch(r -> r.dtype().bytes() != v.dtype().bytes())
        || barriers.get(place(v)) < barriers.get(g.place())
        || !g.hasRoomForInputs(budgets())
        || g.operations() + cost.own(v) > budgets().operations()
        || forced.getOrDefault(v, END) <= g.place()) {
      return false;
    }
    for (Need n : needsOf(v)) {
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
      case TensorIr.Map m -> !mayThrow(m);
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
    if (needsOf(instr.result()).stream().anyMatch(n -> n.group() == g)) {
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
          .filter(form -> sameWalk(n.access(), g.result(fold, form), v))
          .isPresent();
    }
    return sameWalk(n.access(), Access.identity(v.rank()), v);
  }

  private Need join(TensorIr.Pure instr, Group g) {
    Value v = instr.result();
    if (instr instanceof TensorIr.Fold fold) {
      g.fuse(fold, g.form(fold, facts).orElseThrow());
    }
    needsOf(v).stream().filter(n -> n.group() == g).forEach(n -> computedInside(v, n));
    g.join(v);
    stored.put(v, g);
    return new Need(g, Access.identity(space(v).size()));
  }

  // ---------------------------------------------------------------- fusing

  /** Why the value is not computed inside the kernels that need it; empty where it is. */
  private Optional<Stored> obstacle(Value v) {
    if (!options.fusion()) {
      return Optional.of(Stored.because(Why.UNFUSED));
    }
    if (v.isScalar() || needsOf(v).isEmpty()) {
      return Optional.of(Stored.because(Why.NUMBER));
    }
    if (forced.containsKey(v)) {
      return Optional.of(reason(v));
    }
    if (temporaries.contains(v)) {
      return Optional.of(because(Why.OVERWRITTEN, v));
    }
    if (ahead.contains(v)) {
      return Optional.of(because(Why.LANES, v));
    }
    if (reread.contains(v) && !isLaidOut(v)) {
      return Optional.of(because(Why.REREAD, v));
    }
    if (needsOf(v).stream().anyMatch(n -> !n.group().isKernel())) {
      return Optional.of(Stored.because(Why.VIEWED));
    }
    if (needsOf(v).size() > 1 && !cost.isCheap(v, definitions)) {
      List<Span> at = needsOf(v).stream().map(n -> n.group().at(v)).toList();
      boolean one = needsOf(v).stream().map(Need::group).distinct().count() == 1;
      return Optional.of(new Stored(one ? Why.SHIFTED : Why.SHARED, at, cost.text(v)));
    }
    return needsOf(v).stream().flatMap(n -> obstacle(v, n).stream()).findFirst();
  }

  /** Whether products of matrices compute their factor as they lay it out, for all that read it. */
  private boolean isLaidOut(Value v) {
    return !cost.isHigh(v)
        && needsOf(v).stream()
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

  /** A reason that names what needs the value. */
  private Stored because(Why why, Value v) {
    return Stored.because(
        why, needsOf(v).stream().findFirst().map(n -> n.group().at(v)).orElse(v.span()));
  }

  private boolean hasRoom(Group group, Value producer) {
    int size = group.operations() + cost.own(producer);
    int small = options.tuning().fusion().maxAdditionsBeyondCut();
    int most = budgets().operations();
    return size <= most || (size <= 2 * most && cost.whole(producer) <= small);
  }

  /**
   * Whether the kernel would compute the value again and again, and that costs more than reading
   * it: {@code exp(row)} for each row of a matrix. What a kernel reduces of its rows it computes
   * once for each of them anyway, and so it does places that are the same along a row.
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

  /** Whether it is made of reductions that the kernel can do row by row. */
  private boolean isOfRows(Value v, Access access, Group g) {
    if (!cost.reduces(v) || forced.containsKey(v)) {
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

  /** Why the only kernel that needs a reduction cannot do it on the way; empty where it can. */
  private Optional<Stored> obstacle(TensorIr.Fold fold) {
    Value v = fold.result();
    Optional<Stored> obstacle = obstacle(v);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    Need need = onlyNeed(v);
    Optional<Group.Form> form =
        writesParts(need.group()) ? Optional.empty() : need.group().form(fold, facts);
    if (form.isEmpty()) {
      return Optional.of(because(Group.obstacle(fold), v));
    }
    if (form.get() == Group.Form.ROWS && !mayGoOverRows(need.group())) {
      return Optional.of(because(Why.ROWS_OF_UPDATE, v));
    }
    return sameWalk(need.access(), need.group().result(fold, form.get()), v)
        ? Optional.empty()
        : Optional.of(because(Why.OTHER_ROWS, v));
  }

  /** Whether it writes several parts of one array: rows that lie apart are reduced one by one. */
  private boolean writesParts(Group g) {
    return g.roots().size() > 1 && definitions.of(g.leader()) instanceof TensorIr.Update;
  }

  /** Updates write where what they read may lie: their rows are no place to go over twice. */
  private boolean mayGoOverRows(Group g) {
    return g.roots().stream().allMatch(r -> definitions.of(r) instanceof TensorIr.Map);
  }

  /** Whether two walks over a value are one: where it has size 1 nothing walks it. */
  private boolean sameWalk(Access a, Access b, Value v) {
    return IntStream.range(0, v.rank())
        .allMatch(
            axis ->
                facts.isOne(v.shape().get(axis)) || a.axes().get(axis).equals(b.axes().get(axis)));
  }
}
