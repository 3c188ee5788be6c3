package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Exprs;
import dev.tensorc.codegen.loop.Kernels;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Arm;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.plan.KernelBuilder.Draft;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.CheckFacts;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * From array steps to plans: a value that {@link Fusion} stores becomes a kernel call at its place,
 * scalars become plan locals, views become other walks over the same storage.
 */
public final class Planner {

  private final Exprs exprs = new Exprs();
  private final Kernels kernels = new Kernels(exprs);
  private final PlanOptions options;
  private int made;

  private Planner(PlanOptions options) {
    this.options = options;
  }

  public static Program plan(TensorIr.Module module, PlanOptions options) {
    var planner = new Planner(options);
    var plans = module.functions().stream().map(planner::function).toList();
    return new Program(plans, planner.kernels.all(), Map.of(), options.tuning(), module.weights());
  }

  /** A value of the plan's own. */
  private Value like(Value v) {
    made++;
    return new Value(-made, v.dtype(), v.shape(), v.axes(), v.name(), v.span());
  }

  private Plan function(TensorIr.Function f) {
    made = 0;
    var block = new BlockPlanner(f.facts(), new Definitions(f), f.body());
    List<Stmt> body = new ArrayList<>(block.statements());
    var results = new ArrayList<Value>();
    for (Value v : f.body().yields()) {
      results.add(result(v, block, results, body));
    }
    return Storage.assign(
        new Plan(f, List.of(), Map.of(), body, results),
        v -> kernels.number(KernelBuilder.copy(exprs, options.tuning(), v)),
        this::like);
  }

  /**
   * Results never share memory, with arguments or each other: a result that no kernel wrote is
   * copied.
   */
  private Value result(Value v, BlockPlanner block, List<Value> before, List<Stmt> body) {
    if (block.isComputed(v) && !before.contains(v)) {
      return v;
    }
    Value copy = like(v);
    body.add(
        v.isScalar()
            ? new LoopIr.Scalar(copy, block.scalar(v))
            : block.copy(copy, v, "results share no storage"));
    return copy;
  }

  /** Plans the steps of one block. */
  private final class BlockPlanner {

    /** The facts that hold where the planner stands: each check that it passes adds to it. */
    private Facts facts;

    private final Definitions definitions;
    private final TensorIr.Block block;
    private final Fusion fusion;
    private final List<Value> waiting = new ArrayList<>();
    private final Set<Dim> waitingOpens = new HashSet<>();

    BlockPlanner(Facts facts, Definitions definitions, TensorIr.Block block) {
      this.facts = facts;
      this.block = block;
      this.definitions = definitions;
      this.fusion = Fusion.of(block, definitions, facts, options);
    }

    /** Whether this block writes the value to storage of its own, or it is a scalar local. */
    boolean isComputed(Value v) {
      return switch (definitions.of(v)) {
        case TensorIr.Constant _ -> false;
        case TensorIr.Ordered _, TensorIr.Scatter _ -> true;
        case null, default -> v.isScalar() || fusion.isStored(v);
      };
    }

    /** The values that the block yields: constants need a local there. */
    List<Value> yields(List<Stmt> out) {
      var yields = new ArrayList<Value>();
      for (Value v : block.yields()) {
        if (definitions.of(v) instanceof TensorIr.Constant) {
          Value local = like(v);
          out.add(new LoopIr.Scalar(local, scalar(v)));
          yields.add(local);
        } else {
          yields.add(v);
        }
      }
      return yields;
    }

    List<Stmt> statements() {
      var out = new ArrayList<Stmt>();
      for (TensorIr.Step step : block.steps()) {
        CompilationInterruptedException.check();
        switch (step) {
          case TensorIr.Check c -> {
            flush(out);
            out.add(new LoopIr.Check(c));
            for (Facts.Equation e : CheckFacts.of(c)) {
              facts = facts.with(e.left(), e.right());
            }
          }
          case TensorIr.Instr i -> {
            if (fusion.isNeeded(i)) {
              instr(i, out);
            }
          }
          case TensorIr.Bind b -> {
            flushScalars(out);
            out.add(new LoopIr.Bind(b.dim(), scalar(b.scalar())));
          }
        }
      }
      flush(out);
      return out;
    }

    private void instr(TensorIr.Instr instr, List<Stmt> out) {
      switch (instr) {
        case TensorIr.If i -> {
          flush(out);
          out.add(
              new LoopIr.Branch(
                  i.results(), scalar(i.condition()), arm(i.then()), arm(i.otherwise())));
        }
        case TensorIr.For f -> {
          flush(out);
          Expr from = scalar(f.from());
          Expr to = scalar(f.to());
          var head = new LoopIr.Counted(f.index(), from, to, f.step());
          out.add(loop(head, f.loop(), f.body(), f.span()));
        }
        case TensorIr.While w -> {
          flush(out);
          var condition = new BlockPlanner(facts, definitions, w.condition());
          List<Stmt> steps = condition.statements();
          Expr asked = condition.scalar(w.condition().yields().getFirst());
          out.add(loop(new LoopIr.Asked(steps, asked), w.loop(), w.body(), w.span()));
        }
        case TensorIr.Pure pure -> pure(pure, out);
      }
    }

    private LoopIr.Loop loop(LoopIr.Head head, TensorIr.Loop loop, TensorIr.Block body, Span span) {
      var planner = new BlockPlanner(facts, definitions, body);
      List<Stmt> steps = planner.statements();
      List<Value> nexts = planner.yields(steps);
      var carried = new ArrayList<LoopIr.Carried>();
      for (int i = 0; i < loop.carried().size(); i++) {
        Value initial = loop.initial().get(i);
        Value value = loop.carried().get(i);
        Value next = nexts.get(i);
        Value result = loop.results().get(i);
        carried.add(
            value.isScalar()
                ? new LoopIr.CarriedScalar(scalar(initial), value, next, result)
                : new LoopIr.CarriedTensor(initial, value, next, result, false));
      }
      return new LoopIr.Loop(head, carried, steps, List.of(), span);
    }

    private void pure(TensorIr.Pure instr, List<Stmt> out) {
      Value v = instr.result();
      switch (instr) {
        case TensorIr.Constant _ -> {} // every use holds the constant itself
        case TensorIr.DimValue d -> scalar(v, exprs.add(new Expr.DimSize(d.dim())), out);
        case TensorIr.Map m -> {
          if (v.isScalar()) {
            if (definitions.mayThrow(m)) {
              flush(out);
            }
            List<Expr> args = m.operands().stream().map(o -> scalar(o.value())).toList();
            scalar(v, ElementwiseLowering.lower(exprs, m, args), out);
          } else if (fusion.isStored(v)) {
            compute(v, out);
          }
        }
        case TensorIr.Fold _, TensorIr.Iota _, TensorIr.Gather _ -> {
          if (fusion.isStored(v)) {
            compute(v, out);
          }
        }
        case TensorIr.Literal l -> {
          flush(out);
          out.add(new LoopIr.Literal(v, l.elements().stream().map(this::scalar).toList()));
        }
        case TensorIr.View view -> {
          if (fusion.isStored(v)) {
            view(v, out);
          } else if (fusion.isAlias(v)) {
            flush(out);
            out.add(alias(view));
          }
        }
        case TensorIr.Reshape r -> {
          flush(out);
          LoopIr.Copy inOrder =
              copy(like(r.operand()), r.operand(), "a reshape reads them in order");
          out.add(new LoopIr.Reshape(v, r.operand(), Optional.of(inOrder)));
        }
        case TensorIr.Ordered o -> {
          flush(out);
          out.add(new LoopIr.Ordered(o, Stored.because(Stored.Why.ORDERED)));
        }
        case TensorIr.Update u -> update(u, out);
        case TensorIr.Scatter s -> {
          flush(out);
          out.add(new LoopIr.Reuse(v, s.target(), Optional.empty()));
          out.add(new LoopIr.Scatter(s));
        }
      }
    }

    /** A scalar that needs nothing of the waiting cluster may stand before it. */
    private void scalar(Value v, Expr e, List<Stmt> out) {
      flushScalars(out);
      out.add(new LoopIr.Scalar(v, e));
    }

    private void flushScalars(List<Stmt> out) {
      if (waiting.stream().anyMatch(Value::isScalar)) {
        flush(out);
      }
    }

    /** A view with a kernel of its own; one element of a stored array is read there. */
    private void view(Value v, List<Stmt> out) {
      if (fusion.isOverwritten(v)) {
        flush(out);
        out.add(new LoopIr.Allocate(v));
        return;
      }
      Draft draft = drafts(List.of(v), facts).getFirst();
      if (v.isScalar() && draft.kernel().results().getFirst().value() instanceof Expr.Load load) {
        flush(out);
        out.add(
            new LoopIr.Scalar(v, exprs.add(new Expr.Element(draft.inputs().get(load.input())))));
      } else {
        compute(v, out);
      }
    }

    /** The target's elements first, then those of the region; {@link Storage} may insert a copy. */
    private void update(TensorIr.Update u, List<Stmt> out) {
      flush(out);
      out.add(new LoopIr.Reuse(u.result(), u.target(), rewritten(u)));
      if (u.extents().isEmpty()) {
        Access place = Accesses.ofRegion(u, facts);
        out.add(new LoopIr.Store(u.result(), place, scalar(u.value().value())));
      } else {
        compute(u.result(), out);
      }
    }

    /** The written part of a target whose other readers all want the older value. */
    private Optional<LoopIr.Region> rewritten(TensorIr.Update u) {
      return definitions.isCopiedBy(u) && !u.extents().isEmpty()
          ? Optional.of(new LoopIr.Region(Accesses.ofRegion(u, facts), u.extents()))
          : Optional.empty();
    }

    private Arm arm(TensorIr.Block nested) {
      var planner = new BlockPlanner(facts, definitions, nested);
      List<Stmt> steps = planner.statements();
      return new Arm(steps, planner.yields(steps), List.of());
    }

    private Expr scalar(Value v) {
      return definitions.of(v) instanceof TensorIr.Constant c
          ? exprs.constant(v.dtype(), c.value())
          : exprs.add(new Expr.PlanScalar(v));
    }

    private List<Draft> drafts(List<Value> roots, Facts under) {
      return drafts(fusion, groups(roots), under);
    }

    private List<Group> groups(List<Value> roots) {
      return roots.stream().map(fusion::group).toList();
    }

    private List<Draft> drafts(Fusion by, List<Group> groups, Facts under) {
      return groups.stream()
          .map(group -> KernelBuilder.build(definitions, by, exprs, under, group))
          .toList();
    }

    /** The kernels of the roots as a version has them. */
    private List<Draft> version(List<Value> roots, Facts under) {
      return fusion
          .again(groups(roots), under)
          .map(again -> drafts(again, again.groups(), under))
          .orElseGet(() -> drafts(roots, under));
    }

    /**
     * The root joins the waiting cluster where they share an ambiguous join, or where a version
     * fuses them; else it begins one.
     */
    private void compute(Value root, List<Stmt> out) {
      if (!fusion.leads(root)) {
        return; // a later kernel stores it
      }
      Draft draft = drafts(List.of(root), facts).get(0);
      Set<Dim> opens = Versions.openSizes(draft);
      if (Collections.disjoint(opens, waitingOpens)
          && !mayFuse(draft, root, opens)
          && !follows(draft, opens)) {
        flush(out);
      }
      waiting.add(root);
      waitingOpens.addAll(opens);
    }

    /**
     * Whether the kernel reads waiting values, and none of them has versions: a later kernel may
     * fuse both.
     */
    private boolean follows(Draft draft, Set<Dim> opens) {
      return opens.isEmpty()
          && waitingOpens.isEmpty()
          && waiting.size() < options.tuning().fusion().maxWaiting()
          && readsWaiting(draft);
    }

    private boolean readsWaiting(Draft draft) {
      return draft.inputs().stream().anyMatch(a -> waiting.contains(a.base()));
    }

    /**
     * Whether the kernel reads waiting values, and is one kernel with it where nothing stretches.
     */
    private boolean mayFuse(Draft draft, Value root, Set<Dim> opens) {
      if (opens.isEmpty()
          || options.versionBudget() == 0
          || waiting.size() > options.tuning().fusion().maxWaiting()
          || !readsWaiting(draft)) {
        return false;
      }
      var roots = new ArrayList<>(waiting);
      roots.add(root);
      return Versions.allEqual(facts, kernels, drafts(roots, facts))
          .flatMap(equal -> fusion.again(groups(roots), equal))
          .filter(again -> again.groups().size() < roots.size())
          .isPresent();
    }

    /** Ends the waiting cluster. */
    private void flush(List<Stmt> out) {
      if (waiting.isEmpty()) {
        return;
      }
      List<Value> roots = List.copyOf(waiting);
      waiting.clear();
      waitingOpens.clear();
      List<LoopIr.Version> versions =
          Versions.choose(
              facts,
              kernels,
              options,
              under -> under == facts ? drafts(roots, under) : version(roots, under));
      if (versions.size() > 1) {
        out.add(new LoopIr.Cluster(made(versions), versions));
        return;
      }
      for (LoopIr.Launch l : versions.getFirst().launches()) {
        out.add(
            new LoopIr.Cluster(
                l.target().made(), List.of(new LoopIr.Version(List.of(), List.of(l)))));
      }
    }

    /** The values that every version stores. */
    private static List<Value> made(List<LoopIr.Version> versions) {
      var made = new ArrayList<>(versions.getLast().made());
      versions.forEach(v -> made.retainAll(v.made()));
      return made;
    }

    /** A view that is handed on as a value: the storage below it, and the walk over that. */
    private LoopIr.Alias alias(TensorIr.View view) {
      Access access = Accesses.ofView(view, Access.identity(view.result().rank()), facts);
      Value base = view.operand();
      while (definitions.of(base) instanceof TensorIr.View inner
          && fusion.isLocal(base)
          && !fusion.isStored(base)) {
        access = Accesses.ofView(inner, access, facts);
        base = inner.operand();
      }
      return new LoopIr.Alias(view.result(), base, access);
    }

    LoopIr.Copy copy(Value to, Value from, String why) {
      return new LoopIr.Copy(
          to, from, kernels.number(KernelBuilder.copy(exprs, options.tuning(), to)), why);
    }
  }
}
