package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Definitions;
import dev.tensorc.onnx.program.Expr;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Applies all rules to all definitions, and leaves out those that nothing takes any more. */
public final class Lifting {
  private static final List<Rule> RULES =
      List.of(new LayerNorm(), new Gelu(), Tidy::constantLast, Tidy::rootOfSize, Tidy::newAxes);

  private Lifting() {}

  public static Definitions lift(Definitions all) {
    var view = new View(all);
    List<Definition> lifted = new ArrayList<>();
    for (Definition each : all.definitions()) {
      Definition now = each;
      for (Rule rule : RULES) {
        Expr better = rule.rewrite(now, view);
        now = better == null ? now : now.with(better);
      }
      view.put(now);
      lifted.add(now);
    }
    return all.with(needed(lifted, all.outputs()));
  }

  private static List<Definition> needed(List<Definition> definitions, List<String> outputs) {
    Set<String> wanted = new HashSet<>(outputs);
    List<Definition> kept = new ArrayList<>();
    for (Definition each : definitions.reversed()) {
      if (each.results().stream().anyMatch(wanted::contains)) {
        each.value().values().forEach(wanted::add);
        kept.add(each);
      }
    }
    return kept.reversed();
  }
}
