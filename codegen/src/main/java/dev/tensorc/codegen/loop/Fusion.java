package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Access;
import dev.tensorc.codegen.loop.LoopIr.AxisPath;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which values of a block get storage and which are computed inside their consumer's loop.
 *
 * <p>Before: {@code t = x - mean; u = t * scale; return u}. After: {@code u} is the root of one
 * kernel that computes {@code t} inside it.
 *
 * <p>Going backwards, a value is fused when exactly one kernel needs it, by exactly one index map;
 * several uses inside that kernel share the one computation. A reduction is fused into the
 * element-wise root that alone uses it point for point (the division of a mean). Views never get
 * storage of their own: their index map is composed into their consumers'. What the program
 * materializes is always stored.
 *
 * <p>Deliberately missed: recomputing a cheap producer in several consumers, siblings over one
 * space, and a reduction with a consumer that needs its row again (softmax).
 */
final class Fusion {

  /** Kernels larger than this are cut: a method must stay below the JIT's 8000 bytes. */
  private static final int MAX_OPERATIONS = 150;

  /** A producer of so few operations is not worth storage of its own where a kernel is cut. */
  private static final int SMALL = 4;

  private static final int MAX_INPUTS = 24;

  /** A method takes at most 255 slots: some are left for the largest single operation. */
  private static final int MAX_SLOTS = 180;

  /** One kernel needs the value, walked like that. */
  private record Need(Value root, Access access) {}

  private final Facts facts;
  private final Set<Value> stored = new HashSet<>();

  /** Values that something outside the block's kernels needs, as a whole. */
  private final Set<Value> forced = new HashSet<>();

  private final Map<Value, List<Dim>> regions = new HashMap<>();
  private final Set<Value> live = new HashSet<>();
  private final Set<Value> aliases = new HashSet<>();
  private final Map<Value, LinkedHashSet<Need>> needs = new HashMap<>();
  private final Map<Value, TensorIr.Fold> folds = new HashMap<>();
  private final Map<Value, Integer> operations = new HashMap<>();
  private final Map<Value, Integer> weights = new HashMap<>();
  private final Map<Value, Integer> cone = new HashMap<>();

  /** What each root reads, as far as it is known to be read and not computed on the way. */
  private final Map<Value, Set<LoopIr.Argument>> inputs = new HashMap<>();

  private final Map<Value, Set<Value>> scalars = new HashMap<>();
  private final Set<Value> local = new HashSet<>();

  /** What a contraction reads once for each element of its other factor. */
  private final Set<Value> reread = new HashSet<>();

  /** Views of scalars and of indices: there is no storage that they could show. */
  private final Set<Value> splats = new HashSet<>();

  /** Values that are stored before an update writes what they are computed from. */
  private final Set<Value> temporaries;

  private final Definitions definitions;

  private Fusion(Definitions definitions, Facts facts, Set<Value> temporaries) {
    this.definitions = definitions;
    this.facts = facts;
    this.temporaries = temporaries;
  }

  static Fusion of(TensorIr.Block block, Definitions definitions, Facts facts) {
    var temporaries = new HashSet<Value>();
    while (true) {
      var fusion = new Fusion(definitions, facts, temporaries);
      fusion.run(block);
      if (!temporaries.addAll(fusion.endangered(block))) {
        return fusion;
      }
    }
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
        views.put(u.result(), views.getOrDefault(u.target(), u.target()));
        if (readsOtherElements(u, views) && local.contains(u.value().value())) {
          endangered.add(u.value().value());
        }
      }
    }
    return endangered;
  }

  private boolean readsOtherElements(TensorIr.Update u, Map<Value, Value> views) {
    Value target = views.getOrDefault(u.result(), u.target());
    Access region = Accesses.ofRegion(u, facts);
    return inputs.getOrDefault(u.result(), Set.of()).stream()
        .anyMatch(
            a ->
                views.getOrDefault(a.base(), a.base()).equals(target)
                    && !Accesses.simplify(a.access(), facts).equals(region));
  }

  /** Whether a kernel writes this value to memory. */
  boolean isStored(Value v) {
    return stored.contains(v);
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
    return live.contains(v) || forced.contains(v) || needs.containsKey(v);
  }

  /** The parallel axes of that root's kernel. */
  List<Dim> space(Value root) {
    return regions.getOrDefault(root, root.shape());
  }

  /** Whether this view is handed on as a value, and so needs a geometry of its own. */
  boolean isAlias(Value v) {
    return aliases.contains(v);
  }

  /** The reduction inside the kernel of that root, or null. */
  TensorIr.@Nullable Fold foldOf(Value root) {
    return folds.get(root);
  }

  private void run(TensorIr.Block block) {
    forced.addAll(block.yields());
    for (TensorIr.Step step : block.steps()) {
      if (step instanceof TensorIr.Instr i) {
        local.addAll(i.results());
        measure(i);
        switch (i) {
          case TensorIr.Update u -> regions.put(u.result(), u.extents());
          case TensorIr.View view -> {
            if (view.operand().isScalar()
                || splats.contains(view.operand())
                || definitions.of(view.operand()) instanceof TensorIr.Iota) {
              splats.add(view.result());
            }
          }
          case TensorIr.Control c -> forced.addAll(c.uses());
          case TensorIr.Pure _ -> {}
        }
        i.results().stream().filter(definitions::isUsedInside).forEach(forced::add);
      } else if (step instanceof TensorIr.Bind b) {
        forced.add(b.scalar());
      }
    }
    for (TensorIr.Step step : block.steps().reversed()) {
      if (step instanceof TensorIr.Instr instr && isNeeded(instr)) {
        visit(instr);
      }
    }
  }

  /** How many operations a value takes, counting shared ones each time. */
  private void measure(TensorIr.Instr instr) {
    int size =
        switch (instr) {
          case TensorIr.Map m -> {
            int sum = weight(m);
            weights.put(m.result(), sum);
            for (TensorIr.Operand o : m.operands()) {
              sum += cone.getOrDefault(o.value(), 0);
            }
            yield Math.min(sum, 2 * MAX_OPERATIONS);
          }
          case TensorIr.View v -> cone.getOrDefault(v.operand(), 0);
          case TensorIr.Fold _ -> MAX_OPERATIONS;
          case TensorIr.Gather _, TensorIr.Reshape _ -> 0;
          case TensorIr.Constant _,
              TensorIr.DimValue _,
              TensorIr.Literal _,
              TensorIr.Iota _,
              TensorIr.Update _,
              TensorIr.Control _ ->
              0;
        };
    instr.results().forEach(v -> cone.put(v, size));
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
        boolean merged = needsOf(v).stream().anyMatch(n -> loopsOverMergedAxes(n.root()));
        if (forced.contains(v) || temporaries.contains(v) || merged) {
          store(v); // an axis of a kernel over merged axes counts nothing
        } else {
          needsOf(v).forEach(n -> computedInside(v, n));
        }
      }
      case TensorIr.Update u -> {
        forced.add(u.target());
        Need all = store(v);
        TensorIr.Operand value = u.value();
        need(value.value(), v, Accesses.ofOperand(value, u.extents(), all.access(), facts));
      }
      case TensorIr.View view -> {
        // a kernel of its own where it is not in memory
        boolean computed = v.isScalar() || (forced.contains(v) && splats.contains(v));
        if (computed || temporaries.contains(v)) {
          Need all = store(v);
          need(view.operand(), v, Accesses.ofView(view, all.access(), facts));
          return;
        }
        if (forced.contains(v)) {
          aliases.add(v);
          need(view.operand(), v, Accesses.ofView(view, Access.identity(v.rank()), facts));
        }
        if (reread.contains(v)) {
          reread.add(view.operand());
        }
        for (Need n : needsOf(v)) {
          computedInside(v, n);
          need(view.operand(), n.root(), Accesses.ofView(view, n.access(), facts));
        }
      }
      case TensorIr.Map map -> {
        if (v.isScalar()) {
          map.operands().forEach(o -> live.add(o.value()));
        } else {
          boolean stays = mayThrow(map) || map.builtin() == Builtin.MATERIALIZE;
          boolean fuses = !stays && canFuse(v);
          Need only = fuses ? computedInside(v, onlyNeed(v)) : store(v);
          operations.merge(only.root(), weights.getOrDefault(v, 0), Integer::sum);
          for (TensorIr.Operand o : map.operands()) {
            live.add(o.value());
            need(o.value(), only.root(), Accesses.ofOperand(o, v.shape(), only.access(), facts));
          }
        }
      }
      case TensorIr.Reshape r -> forced.add(r.operand());
      case TensorIr.Gather g -> {
        forced.add(g.source().value()); // it is read at places that only the run knows
        Need all = store(v);
        need(g.source().value(), v, Accesses.ofOperand(g.source(), v.shape(), all.access(), facts));
        need(g.index().value(), v, Accesses.ofOperand(g.index(), v.shape(), all.access(), facts));
      }
      case TensorIr.Reduce reduce -> {
        Need only = canFuseFold(reduce) ? computedInside(v, onlyNeed(v)) : store(v);
        Value root = only.root();
        folds.put(root, reduce);
        operations.merge(root, 4, Integer::sum);
        need(reduce.operand(), root, operandAccess(reduce));
      }
      case TensorIr.Contract c -> {
        Need only = canFuseFold(c) ? computedInside(v, onlyNeed(v)) : store(v);
        folds.put(only.root(), c);
        operations.merge(only.root(), 4, Integer::sum);
        factor(c, c.left(), c.rightFree(), only.root());
        factor(c, c.right(), c.leftFree(), only.root());
      }
    }
  }

  /**
   * @param otherFree the axes along which the factor is read again and again: it is not computed
   *     that often
   */
  private void factor(
      TensorIr.Contract c, TensorIr.Operand o, List<Integer> otherFree, Value root) {
    if (!otherFree.stream().allMatch(axis -> facts.isOne(c.result().shape().get(axis)))) {
      reread.add(o.value());
    }
    Access point = Access.identity(c.space().size());
    need(o.value(), root, Accesses.ofOperand(o, c.space(), point, facts));
  }

  private Need onlyNeed(Value v) {
    return needsOf(v).iterator().next();
  }

  private Need computedInside(Value v, Need need) {
    inputs.getOrDefault(need.root(), new HashSet<>()).remove(new LoopIr.Argument(v, need.access()));
    return need;
  }

  private Set<Need> needsOf(Value v) {
    return needs.getOrDefault(v, new LinkedHashSet<>());
  }

  private void need(Value v, Value root, Access access) {
    if (!v.isScalar()) {
      needs.computeIfAbsent(v, _ -> new LinkedHashSet<>()).add(new Need(root, access));
      inputs.computeIfAbsent(root, _ -> new HashSet<>()).add(new LoopIr.Argument(v, access));
    } else {
      live.add(v);
      if (!definitions.isConstant(v)) {
        scalars.computeIfAbsent(root, _ -> new HashSet<>()).add(v);
      }
    }
  }

  private Need store(Value v) {
    stored.add(v);
    return new Need(v, Access.identity(space(v).size()));
  }

  private boolean canFuse(Value v) {
    if (forced.contains(v)
        || temporaries.contains(v)
        || reread.contains(v)
        || needsOf(v).size() != 1) {
      return false;
    }
    Value root = onlyNeed(v).root();
    return stored.contains(root)
        && hasRoom(root, v)
        && inputs.getOrDefault(root, Set.of()).size() < MAX_INPUTS
        && slots(root) < MAX_SLOTS;
  }

  private boolean hasRoom(Value root, Value producer) {
    int size = operations.getOrDefault(root, 0) + weights.getOrDefault(producer, 0);
    return size <= MAX_OPERATIONS
        || (size <= 2 * MAX_OPERATIONS && cone.getOrDefault(producer, 0) <= SMALL);
  }

  private boolean loopsOverMergedAxes(Value root) {
    return Collapsed.is(root, folds.get(root));
  }

  /** How many parameters the root's kernel will have, counting longs and doubles twice. */
  private int slots(Value root) {
    TensorIr.Fold fold = folds.get(root);
    int parallel = space(root).size();
    int reduced = fold == null ? 0 : fold.reduced().size();
    int rank =
        loopsOverMergedAxes(root)
            ? Collapsed.nest(parallel) + Collapsed.nest(reduced)
            : parallel + reduced;
    int tensors = 1 + inputs.getOrDefault(root, Set.of()).size();
    return rank + tensors * (rank + 2) + 2 * scalars.getOrDefault(root, Set.of()).size();
  }

  /** A reduction joins a root that walks it point for point and has no reduction yet. */
  private boolean canFuseFold(TensorIr.Fold fold) {
    Value v = fold.result();
    if (v.isScalar() || !canFuse(v)) {
      return false;
    }
    Need need = onlyNeed(v);
    List<Dim> space = space(need.root());
    return !folds.containsKey(need.root())
        && (fold instanceof TensorIr.Reduce || !need.root().isUnranked())
        && space.size() == v.rank()
        && need.access().equals(Access.identity(v.rank()))
        && IntStream.range(0, v.rank()).allMatch(i -> facts.same(v.shape().get(i), space.get(i)));
  }

  /** How a reduction's operand is walked by the axes of its kernel: parallel, then reduced. */
  static Access operandAccess(TensorIr.Reduce reduce) {
    var paths = new ArrayList<AxisPath>();
    int parallel = 0;
    int reduced = reduce.result().rank();
    for (int axis = 0; axis < reduce.operand().rank(); axis++) {
      if (reduce.axes().contains(axis)) {
        paths.add(new AxisPath(reduced++, List.of()));
        parallel += reduce.keepdims() ? 1 : 0;
      } else {
        paths.add(new AxisPath(parallel++, List.of()));
      }
    }
    return Access.of(paths);
  }

  /**
   * Whether a division by zero, a negative exponent or count, an index off its axis ends the run.
   * Such a step keeps its place and all of its elements: fused, it would lose those that its
   * consumer leaves out, and could come after a later one.
   */
  boolean mayThrow(TensorIr.Instr instr) {
    return definitions.mayThrow(instr);
  }

  /** A sequence's operations are small: no loads, no casts, no masks. */
  private static int weight(TensorIr.Map map) {
    DType type = map.operands().getLast().value().dtype();
    return type.isFloat()
        ? map.builtin().sequence().map(s -> MathExprs.operations(s, type) / 2).orElse(1)
        : 1;
  }

  /** Whether the block defines this value itself. */
  boolean isLocal(Value v) {
    return local.contains(v);
  }
}
