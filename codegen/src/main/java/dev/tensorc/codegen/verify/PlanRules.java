package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Arm;
import dev.tensorc.codegen.loop.LoopIr.Carried;
import dev.tensorc.codegen.loop.LoopIr.Exchange;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopPrinter;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Rules of the statements of one plan. */
record PlanRules(Plan plan, CallRules calls, String pass) {

  static void verify(Plan plan, CallRules calls, String pass) {
    var rules = new PlanRules(plan, calls, pass);
    var at = new Verified(pass, plan.function().name(), () -> LoopPrinter.signature(plan));
    var scope = new Defined();
    for (TensorIr.DimBinding b : plan.function().bindings()) {
      scope.bind(b.symbol(), at);
    }
    plan.function().params().forEach(p -> scope.define(p.value(), at));
    rules.homes(at);
    rules.block(plan.body(), scope);
    rules.results(scope, at);
  }

  // ---------------------------------------------------------------- the plan

  private void homes(Verified at) {
    for (Map.Entry<Value, LoopIr.Home> entry : plan.homes().entrySet()) {
      Value v = entry.getKey();
      switch (entry.getValue()) {
        case LoopIr.Buffer b -> {
          buffer(b.number(), at);
          at.requireType(plan.buffers().get(b.number()), v, v.toString());
        }
        case LoopIr.Output o -> {
          at.require(plan.results().contains(o.result()), "%s is in an output of no result", v);
          at.requireType(o.result().dtype(), v, v.toString());
        }
      }
    }
  }

  private void buffer(int number, Verified at) {
    int count = plan.buffers().size();
    at.require(number >= 0 && number < count, "buffer %s, of %s", number, count);
  }

  private void results(Defined scope, Verified at) {
    List<TensorIr.Result> declared = plan.function().results();
    int count = plan.results().size();
    at.require(new HashSet<>(plan.results()).size() == count, "a result stands twice");
    at.require(count == declared.size(), "%s results, of %s", count, declared.size());
    for (int i = 0; i < count; i++) {
      Value v = plan.results().get(i);
      scope.use(v, at);
      at.requireType(declared.get(i).dtype(), v, v.toString());
    }
  }

  // ---------------------------------------------------------------- statements

  private void block(List<Stmt> statements, Defined scope) {
    statements.forEach(s -> statement(s, scope));
  }

  private void statement(Stmt s, Defined scope) {
    CompilationInterruptedException.check();
    var at = new Verified(pass, plan.function().name(), () -> LoopPrinter.print(plan, s));
    switch (s) {
      case LoopIr.Check _ -> {}
      case LoopIr.Scalar x -> {
        scope.scalar(x.expr(), x.value().dtype(), at);
        scope.define(x.value(), at);
      }
      case LoopIr.Bind b -> {
        scope.scalar(b.size(), DType.I64, at);
        scope.bind(b.dim(), at);
      }
      case LoopIr.Literal l -> literal(l, scope, at);
      case LoopIr.Reshape r -> {
        alike(r.value(), r.from(), scope, at);
        r.otherwise().ifPresent(copy -> statement(copy, scope));
        scope.define(r.value(), at);
      }
      case LoopIr.Ordered o -> {
        o.step().operands().forEach(v -> scope.use(v, at));
        make(o.value(), scope, at);
      }
      case LoopIr.Scatter x -> {
        x.step().operands().forEach(v -> scope.use(v, at));
        scope.use(x.value(), at);
      }
      case LoopIr.Alias a -> {
        alike(a.value(), a.base(), scope, at);
        scope.access(a.access(), a.base(), a.value().rank(), at);
        scope.define(a.value(), at);
      }
      case LoopIr.Allocate a -> make(a.value(), scope, at);
      case LoopIr.Cluster c -> {
        calls.cluster(c, scope, at);
        c.launches().forEach(l -> l.target().made().forEach(v -> hasHome(v, at)));
      }
      case LoopIr.Copy c -> {
        same(c.value(), c.from(), scope, at);
        calls.copy(c, scope, at);
        make(c.value(), scope, at);
      }
      case LoopIr.Reuse r -> {
        same(r.value(), r.target(), scope, at);
        r.rewritten().ifPresent(region -> scope.region(region, r.value(), at));
        scope.define(r.value(), at);
      }
      case LoopIr.Store x -> {
        scope.use(x.value(), at);
        scope.access(x.place(), x.value(), 0, at);
        scope.scalar(x.element(), x.value().dtype(), at);
      }
      case LoopIr.Branch b -> branch(b, scope, at);
      case LoopIr.Loop l -> loop(l, scope, at);
    }
  }

  /** A tensor gets storage. */
  private void make(Value v, Defined scope, Verified at) {
    hasHome(v, at);
    scope.define(v, at);
  }

  private void hasHome(Value v, Verified at) {
    at.require(v.isScalar() || plan.homes().containsKey(v), "%s has no home", v);
  }

  private static void alike(Value v, Value from, Defined scope, Verified at) {
    scope.use(from, at);
    at.requireType(from.dtype(), v, v.toString());
  }

  private static void same(Value v, Value from, Defined scope, Verified at) {
    alike(v, from, scope, at);
    at.require(v.rank() == from.rank(), "%s has rank %s, not %s", v, v.rank(), from.rank());
  }

  private void literal(LoopIr.Literal l, Defined scope, Verified at) {
    Dim count = Dims.product(l.value().shape());
    at.require(
        Dims.isConst(count, l.elements().size()), "%s elements, of %s", l.elements().size(), count);
    l.elements().forEach(e -> scope.scalar(e, l.value().dtype(), at));
    make(l.value(), scope, at);
  }

  private void exchanges(List<Exchange> exchanges, Verified at) {
    var taken = new HashSet<Integer>();
    for (Exchange e : exchanges) {
      buffer(e.buffer(), at);
      buffer(e.from(), at);
      DType type = plan.buffers().get(e.buffer());
      DType from = plan.buffers().get(e.from());
      at.require(type == from, "a buffer of %s becomes one of %s", type.label(), from.label());
      at.require(taken.add(e.buffer()), "buffer %s becomes two others", e.buffer());
    }
  }

  // ---------------------------------------------------------------- branches and loops

  private void branch(LoopIr.Branch b, Defined scope, Verified at) {
    scope.scalar(b.condition(), DType.BOOL, at);
    for (Arm arm : List.of(b.then(), b.otherwise())) {
      int count = b.values().size();
      at.require(arm.yields().size() == count, "%s yields, of %s", arm.yields().size(), count);
      Defined inside = scope.inner();
      block(arm.body(), inside);
      for (int i = 0; i < count; i++) {
        same(b.values().get(i), arm.yields().get(i), inside, at);
      }
      exchanges(arm.exchanges(), at);
    }
    b.values().forEach(v -> scope.defineLate(v, at));
  }

  private void loop(LoopIr.Loop l, Defined scope, Verified at) {
    l.carried().forEach(c -> initial(c, scope, at));
    Defined inside = scope.inner();
    l.carried().forEach(c -> inside.defineLate(c.value(), at));
    switch (l.head()) {
      case LoopIr.Counted c -> {
        scope.scalar(c.from(), DType.I64, at);
        scope.scalar(c.to(), DType.I64, at);
        at.require(c.step() != 0, "a loop by step 0");
        at.requireType(DType.I64, c.index(), c.index().toString());
        inside.define(c.index(), at);
      }
      case LoopIr.Asked a -> asked(a.steps(), a.condition(), inside.inner(), at);
    }
    block(l.body(), inside);
    l.carried().forEach(c -> same(c.value(), c.next(), inside, at));
    exchanges(l.exchanges(), at);
    for (Carried c : l.carried()) {
      same(c.result(), c.value(), inside, at);
      scope.defineLate(c.result(), at);
    }
  }

  private void asked(List<Stmt> steps, Expr condition, Defined inside, Verified at) {
    block(steps, inside);
    inside.scalar(condition, DType.BOOL, at);
  }

  private static void initial(Carried c, Defined scope, Verified at) {
    switch (c) {
      case LoopIr.CarriedScalar s -> scope.scalar(s.initial(), s.value().dtype(), at);
      case LoopIr.CarriedTensor t -> same(t.value(), t.initial(), scope, at);
    }
  }
}
