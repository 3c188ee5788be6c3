package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Load;
import dev.tensorc.codegen.loop.Exprs;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Origin;
import dev.tensorc.codegen.loop.LoopIr.Output;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.codegen.loop.LoopIr.Written;
import dev.tensorc.codegen.plan.KernelBuilder;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of {@code f(x: f32[n]) -> f32[n]}, a right program whose kernel copies a vector. */
final class SmallProgram {

  static final Span SPAN = new Span(new SourceText("t.tc", "fn f()"), 0, 2, 1, 1);
  static final Dim.Sym N = new Dim.Sym(0, "n", true);

  static final Value X = value(0, "x", DType.F32, N);
  static final Value Y = value(1, "y", DType.F32, N);

  /** A vector in a buffer of its own. */
  static final Value Z = value(2, "z", DType.F32, N);

  static final Input ROW = new Input(DType.F32, List.of(AxisUse.FULL));
  static final Expr ELEMENT = new Load(0, DType.F32);
  static final Kernel COPY = kernel(1, 0, List.of(ROW), List.of(), new Result(ELEMENT, false));

  private SmallProgram() {}

  static Value value(int id, String name, DType dtype, Dim... shape) {
    return new Value(id, dtype, List.of(shape), name, SPAN);
  }

  static Kernel kernel(
      int parallel,
      int reduced,
      List<Input> inputs,
      List<Reduction> reductions,
      Result... results) {
    return new Kernel(
        parallel,
        reduced,
        false,
        inputs,
        List.of(DType.I64),
        reductions,
        List.of(results),
        SPAN,
        Tuning.DEFAULT);
  }

  /** The kernel is called for a vector like another. */
  static Launch launch(Value to, Value from) {
    return launch(
        new Target(List.of(new Written(to, Optional.empty(), true)), List.of(N), SPAN),
        new Argument(from, Access.identity(1)));
  }

  static Launch launch(Target target, Argument... inputs) {
    return new Launch(
        target,
        new Call(0, List.of(inputs), List.of(new Expr.Const(DType.I64, 1L))),
        new Origin(List.of(), List.of()));
  }

  static Stmt call(Launch launch) {
    return new Cluster(launch.target().made(), List.of(new Version(List.of(), List.of(launch))));
  }

  /** The plan {@code y = kernel0(x)} with other statements before it. */
  static Plan plan(Stmt... before) {
    var body = new ArrayList<>(List.of(before));
    body.add(call(launch(Y, X)));
    return plan(body, List.of(Y));
  }

  static Plan plan(List<Stmt> body, List<Value> results) {
    var f =
        new TensorIr.Function(
            "f",
            List.of(),
            "",
            List.of(new TensorIr.Param("x", "f32[n]", X, SPAN)),
            List.of(new TensorIr.DimBinding(N, 0, 0)),
            List.of(),
            Facts.NONE,
            new TensorIr.Block(List.of(), List.of(Y)),
            List.of(new TensorIr.Result("", "f32[n]", DType.F32, List.of(N))),
            SPAN);
    return new Plan(
        f,
        List.of(DType.F32, DType.I64),
        Map.of(Y, new Output(Y), Z, new LoopIr.Buffer(0)),
        body,
        results);
  }

  /** Its kernels are {@link #COPY} and the one of statements that copy. */
  static Program program(Plan plan) {
    Kernel ofCopies = KernelBuilder.copy(new Exprs(), Tuning.DEFAULT, X);
    return new Program(List.of(plan), List.of(COPY, ofCopies), Tuning.DEFAULT);
  }

  static void verify(Plan plan) {
    LoopIrVerifier.verify(program(plan), "fuse");
  }
}
