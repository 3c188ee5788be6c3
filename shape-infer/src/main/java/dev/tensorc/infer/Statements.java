package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Statements that return nothing, and the blocks that hold them. */
final class Statements {

  private final Context cx;

  Statements(Context cx) {
    this.cx = cx;
  }

  /** Statements whose names end with them. */
  void block(Ast.Block block) {
    var scope = cx.frame.open();
    block.statements().forEach(this::run);
    close(scope);
  }

  /** Ends the names of a block; those that nothing used are told. */
  void close(Frame.Scope scope) {
    cx.frame
        .locals()
        .forEach(
            (name, local) -> {
              if (scope.locals().get(name) != local) {
                warnUnused(name, local);
              }
            });
    cx.frame.close(scope);
  }

  private void warnUnused(String name, Frame.Local local) {
    boolean warned =
        switch (local.role) {
          case LET, VARIABLE -> !local.used && !name.startsWith("_");
          case PARAMETER, INDEX -> false;
        };
    if (warned) {
      String never = local.assigned ? "` is assigned but never used" : "` is never used";
      cx.diagnostics.report(
          ErrorId.UNUSED_VALUE
              .warningAt(local.span, "`" + name + never)
              .hint("remove it, or begin its name with `_` to keep its checks"));
    }
  }

  void run(Ast.Stmt s) {
    switch (s) {
      case Ast.Let l -> cx.assignments.define(l);
      case Ast.Assign a -> cx.assignments.assign(a);
      case Ast.If i -> choose(i);
      case Ast.For f -> cx.loops.counted(f);
      case Ast.While w -> cx.loops.repeated(w);
      case Ast.Return r -> cx.report(Unsupported.earlyReturn(r.span()));
      case Ast.IndexLet i -> cx.indexNotation.let(i);
    }
  }

  /** What a region made of the variables of the blocks around it. */
  private record Arm(Emitter.Region region, Map<Frame.Local, Typed> variables) {}

  private void choose(Ast.If s) {
    Optional<Value> condition = cx.conditionals.condition(s.condition());
    Map<Frame.Local, Typed> before = cx.frame.variables();
    Arm then = arm(Optional.of(s.then()), before);
    Arm otherwise = arm(s.otherwise(), before);
    var changed = new LinkedHashMap<Frame.Local, List<Value>>();
    for (Frame.Local x : before.keySet()) {
      List<Typed> ends = List.of(then.variables().get(x), otherwise.variables().get(x));
      if (ends.stream().anyMatch(Typed::isUnknown)) {
        x.typed = Typed.UNKNOWN;
      } else if (ends.stream().anyMatch(t -> !t.equals(before.get(x)))) {
        changed.put(x, ends.stream().map(t -> ((Typed.Strong) t).value()).toList());
      }
    }
    if (condition.isPresent()) {
      join(s, condition.get(), then, otherwise, changed);
    }
  }

  private Arm arm(Optional<Ast.Block> block, Map<Frame.Local, Typed> before) {
    Emitter.Region region = cx.emit.open();
    block.ifPresent(this::block);
    cx.emit.close();
    var after = cx.frame.variables();
    before.forEach((x, typed) -> x.typed = typed);
    return new Arm(region, after);
  }

  private void join(
      Ast.If s, Value condition, Arm then, Arm otherwise, Map<Frame.Local, List<Value>> changed) {
    var meetings = new ArrayList<Merges.Meeting>();
    changed.forEach(
        (x, ends) -> {
          Frame.Variable variable = x.variable.orElseThrow();
          Value a = cx.merges.leaving(then.region(), ends.get(0), variable.shape());
          Value b = cx.merges.leaving(otherwise.region(), ends.get(1), variable.shape());
          var meeting = cx.merges.meet(a, b, variable.name(), s.span());
          meetings.add(meeting);
          x.typed = new Typed.Strong(meeting.result());
        });
    cx.merges.branch(condition, then.region(), otherwise.region(), meetings, s.span());
  }
}
