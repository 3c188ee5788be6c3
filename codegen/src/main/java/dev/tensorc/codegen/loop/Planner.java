package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Access;
import dev.tensorc.codegen.loop.LoopIr.Arm;
import dev.tensorc.codegen.loop.LoopIr.Compute;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

    BlockPlanner(Facts facts, Map<Value, TensorIr.Instr> outer, TensorIr.Block block) {
      this.facts = facts;
      this.block = block;
      this.definitions = new HashMap<>(outer);
      for (TensorIr.Step s : block.steps()) {
        if (s instanceof TensorIr.Instr i) {
          definitions.put(i.result(), i);
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
          case TensorIr.Check c -> out.add(new LoopIr.Check(c));
          case TensorIr.Instr i -> {
            if (fusion.isLive(i.result())) {
              instr(i, out);
            }
          }
        }
      }
      return out;
    }

    private void instr(TensorIr.Instr instr, List<Stmt> out) {
      Value v = instr.result();
      switch (instr) {
        case TensorIr.Constant c -> out.add(new LoopIr.Scalar(v, exprs.constant(v.dtype(), c.value())));
        case TensorIr.DimValue d -> out.add(new LoopIr.Scalar(v, exprs.add(new LoopIr.DimSize(d.dim()))));
        case TensorIr.Map m -> {
          if (v.isScalar()) {
            List<Expr> args = m.operands().stream().map(o -> scalar(o.value())).toList();
            out.add(new LoopIr.Scalar(v, ElementwiseLowering.lower(exprs, m, args)));
          } else if (fusion.isStored(v)) {
            out.add(compute(v));
          }
        }
        case TensorIr.Reduce _ -> {
          if (fusion.isStored(v)) {
            out.add(compute(v));
          }
        }
        case TensorIr.Literal l ->
            out.add(new LoopIr.Literal(v, l.elements().stream().map(this::scalar).toList()));
        case TensorIr.View view -> {
          if (fusion.isAlias(v)) {
            out.add(alias(view));
          }
        }
        case TensorIr.If i ->
            out.add(new LoopIr.Branch(v, scalar(i.condition()), arm(i.then()), arm(i.otherwise())));
      }
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

    private Compute compute(Value root) {
      var versions =
          Versions.choose(
              facts,
              kernels,
              versionBudget,
              f -> KernelBuilder.build(definitions, fusion, exprs, f, root));
      var draft = KernelBuilder.build(definitions, fusion, exprs, facts, root);
      return new Compute(root, draft.extents(), versions, root.span());
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
      var axes =
          IntStream.range(0, v.rank()).mapToObj(i -> new TensorIr.ViewAxis(i, Dims.ZERO, 1)).toList();
      definitions.put(copy, new TensorIr.View(copy, v, axes));
      body.add(compute(copy));
      return copy;
    }
  }
}
