package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.KernelBuilder.Draft;
import dev.tensorc.codegen.loop.LoopIr.Access;
import dev.tensorc.codegen.loop.LoopIr.Arm;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * From array steps to plans: what {@link Fusion} gives storage becomes a kernel call at its place,
 * scalars become plan locals, views become other walks over the same storage.
 */
public final class Planner {

  private final Exprs exprs = new Exprs();
  private final Kernels kernels = new Kernels(exprs);
  private final int versionBudget;

  private Planner(int versionBudget) {
    this.versionBudget = versionBudget;
  }

  /**
   * @param versionBudget versions of a kernel beside its fallback; 0 for the fallback alone
   */
  public static Program plan(TensorIr.Module module, int versionBudget) {
    var planner = new Planner(versionBudget);
    var plans = module.functions().stream().map(planner::function).toList();
    return new Program(plans, planner.kernels.all());
  }

  private Plan function(TensorIr.Function f) {
    var block = new BlockPlanner(f.facts(), Map.of(), f.body());
    List<Stmt> body = new ArrayList<>(block.statements());
    var results = new ArrayList<Value>();
    var seen = new HashSet<Value>();
    for (Value v : f.body().yields()) {
      results.add(block.isComputed(v) && seen.add(v) ? v : block.copy(v, body, results.size()));
    }
    return new Plan(f, body, results);
  }

  /** Plans the steps of one block; nested blocks see the definitions of their outer ones. */
  private final class BlockPlanner {

    private final Facts facts;
    private final Map<Value, TensorIr.Instr> definitions;
    private final TensorIr.Block block;
    private final Fusion fusion;
    private final List<Value> waiting = new ArrayList<>();
    private final Set<Dim> waitingOpens = new HashSet<>();

    BlockPlanner(Facts facts, Map<Value, TensorIr.Instr> outer, TensorIr.Block block) {
      this.facts = facts;
      this.block = block;
      this.definitions = new HashMap<>(outer);
      for (TensorIr.Step s : block.steps()) {
        if (s instanceof TensorIr.Instr i) {
          i.results().forEach(v -> definitions.put(v, i));
        }
      }
      this.fusion = Fusion.of(block, new HashSet<>(), facts);
    }

    /** Whether a kernel of this block writes the value, or it is a scalar. */
    boolean isComputed(Value v) {
      return v.isScalar() || fusion.isStored(v);
    }

    List<Stmt> statements() {
      var out = new ArrayList<Stmt>();
      for (TensorIr.Step step : block.steps()) {
        switch (step) {
          case TensorIr.Check c -> {
            flush(out);
            out.add(new LoopIr.Check(c));
          }
          case TensorIr.Instr i -> {
            if (i.results().stream().anyMatch(fusion::isLive)) {
              instr(i, out);
            }
          }
          case TensorIr.Bind _ -> throw new CompilerBug("plan", "late sizes are not lowered yet");
        }
      }
      flush(out);
      return out;
    }

    private void instr(TensorIr.Instr instr, List<Stmt> out) {
      switch (instr) {
        case TensorIr.If i -> {
          flush(out);
          Value v = i.results().getFirst();
          out.add(new LoopIr.Branch(v, scalar(i.condition()), arm(i.then()), arm(i.otherwise())));
        }
        case TensorIr.For _, TensorIr.While _ ->
            throw new CompilerBug("plan", "loops are not lowered yet");
        case TensorIr.Pure pure -> pure(pure, out);
      }
    }

    private void pure(TensorIr.Pure instr, List<Stmt> out) {
      Value v = instr.result();
      switch (instr) {
        case TensorIr.Constant c -> {
          if (block.yields().contains(v)) { // every other use holds the constant itself
            scalar(v, exprs.constant(v.dtype(), c.value()), out);
          }
        }
        case TensorIr.DimValue d -> scalar(v, exprs.add(new LoopIr.DimSize(d.dim())), out);
        case TensorIr.Map m -> {
          if (v.isScalar()) {
            if (fusion.mayThrow(m)) {
              flush(out);
            }
            List<Expr> args = m.operands().stream().map(o -> scalar(o.value())).toList();
            scalar(v, ElementwiseLowering.lower(exprs, m, args), out);
          } else if (fusion.isStored(v)) {
            compute(v, out);
          }
        }
        case TensorIr.Reduce _ -> {
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
            compute(v, out);
          } else if (fusion.isAlias(v)) {
            flush(out);
            out.add(alias(view));
          }
        }
        case TensorIr.Update _ -> throw new CompilerBug("plan", "updates are not lowered yet");
      }
    }

    /** A scalar that needs nothing of the waiting cluster may stand before it. */
    private void scalar(Value v, Expr e, List<Stmt> out) {
      if (waiting.stream().anyMatch(Value::isScalar)) {
        flush(out);
      }
      out.add(new LoopIr.Scalar(v, e));
    }

    private Arm arm(TensorIr.Block nested) {
      var planner = new BlockPlanner(facts, definitions, nested);
      return new Arm(planner.statements(), nested.yields().get(0));
    }

    private Expr scalar(Value v) {
      return definitions.get(v) instanceof TensorIr.Constant c
          ? exprs.constant(v.dtype(), c.value())
          : exprs.add(new LoopIr.PlanScalar(v));
    }

    private List<Draft> drafts(List<Value> roots, Facts under) {
      return roots.stream()
          .map(root -> KernelBuilder.build(definitions, fusion, exprs, under, root))
          .toList();
    }

    /** The root joins the waiting cluster where they share an ambiguous join, else begins one. */
    private void compute(Value root, List<Stmt> out) {
      Draft draft = drafts(List.of(root), facts).get(0);
      Set<Dim> opens = Versions.openSizes(draft);
      if (Collections.disjoint(opens, waitingOpens)) {
        flush(out);
      }
      waiting.add(root);
      waitingOpens.addAll(opens);
    }

    /** Ends the waiting cluster. */
    private void flush(List<Stmt> out) {
      if (waiting.isEmpty()) {
        return;
      }
      List<Value> roots = List.copyOf(waiting);
      waiting.clear();
      waitingOpens.clear();
      List<Draft> fallback = drafts(roots, facts);
      var targets = new ArrayList<LoopIr.Target>();
      for (int i = 0; i < roots.size(); i++) {
        Value root = roots.get(i);
        targets.add(new LoopIr.Target(root, fallback.get(i).extents(), root.span()));
      }
      out.add(
          new LoopIr.Cluster(
              targets,
              Versions.choose(facts, kernels, versionBudget, under -> drafts(roots, under))));
    }

    /** A view that is handed on as a value: the storage below all views, and the walk over it. */
    private LoopIr.Alias alias(TensorIr.View view) {
      Access access = Accesses.ofView(view, Access.identity(view.result().rank()), facts);
      Value base = view.operand();
      while (definitions.get(base) instanceof TensorIr.View inner && fusion.isLocal(base)) {
        access = Accesses.ofView(inner, access, facts);
        base = inner.operand();
      }
      return new LoopIr.Alias(view.result(), base, access);
    }

    /** Results never share memory with arguments: what no kernel wrote is copied. */
    Value copy(Value v, List<Stmt> body, int index) {
      var copy = new Value(-1 - index, v.dtype(), v.shape(), v.name(), v.span());
      var axes = IntStream.range(0, v.rank()).mapToObj(TensorIr.ViewAxis::whole).toList();
      definitions.put(copy, new TensorIr.View(copy, v, axes));
      compute(copy, body);
      flush(body);
      return copy;
    }
  }
}
