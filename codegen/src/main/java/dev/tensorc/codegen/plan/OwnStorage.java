package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.LiveRanges;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values that should lie in storage that holds nothing else: values that an update may
 * overwrite, and carried values that an inner loop or a branch has made. Where control flow meets,
 * the values that such a value comes from should have storage of their own too.
 */
final class OwnStorage {

  private final Map<Value, List<Value>> sources = new HashMap<>();
  private final Set<Value> wanted = new HashSet<>();

  private OwnStorage() {}

  static Set<Value> in(List<Stmt> body) {
    var search = new OwnStorage();
    var seeds = new ArrayList<Value>();
    body.forEach(s -> search.visit(s, seeds));
    Deque<Value> open = new ArrayDeque<>(seeds);
    while (!open.isEmpty()) {
      Value v = open.pop();
      if (search.wanted.add(v)) {
        open.addAll(search.sources.getOrDefault(v, List.of()));
      }
    }
    return search.wanted;
  }

  private void visit(Stmt s, List<Value> seeds) {
    switch (s) {
      case LoopIr.Reuse r -> seeds.add(r.target());
      case LoopIr.Branch b -> {
        for (LoopIr.Arm arm : List.of(b.then(), b.otherwise())) {
          arm.body().forEach(t -> visit(t, seeds));
          for (int i = 0; i < b.values().size(); i++) {
            source(b.values().get(i), arm.yields().get(i));
          }
        }
      }
      case LoopIr.Loop l -> {
        LiveRanges.inside(l).forEach(t -> visit(t, seeds));
        l.carried().stream()
            .map(LoopIr.Carried::next)
            .filter(v -> !v.isScalar() && sources.containsKey(v))
            .forEach(seeds::add);
        for (LoopIr.Carried c : l.carried()) {
          if (c instanceof LoopIr.CarriedTensor t) {
            source(t.value(), t.initial());
            source(t.value(), t.next());
            source(t.result(), t.value());
          }
        }
      }
      case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Literal _ -> {}
      case LoopIr.Allocate _, LoopIr.Reshape _, LoopIr.Ordered _ -> {}
      case LoopIr.Alias _, LoopIr.Cluster _, LoopIr.Copy _ -> {}
      case LoopIr.Store _, LoopIr.Scatter _ -> {}
    }
  }

  private void source(Value v, Value from) {
    sources.computeIfAbsent(v, _ -> new ArrayList<>()).add(from);
  }
}
