package dev.tensorc;

import dev.tensorc.codegen.loop.LoopIr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Plans whose clusters try their versions in another order, the fallback last. The first version
 * whose guard holds runs, so that over many orders each of those that may run does.
 */
final class VersionOrder {

  private final Random random;

  private VersionOrder(Random random) {
    this.random = random;
  }

  static LoopIr.Program shuffled(LoopIr.Program program, Random random) {
    var order = new VersionOrder(random);
    return new LoopIr.Program(
        program.plans().stream()
            .map(
                p ->
                    new LoopIr.Plan(
                        p.function(), p.buffers(), p.homes(), order.body(p.body()), p.results()))
            .toList(),
        program.kernels(),
        program.narrowed(),
        program.tuning(),
        program.weights());
  }

  private List<LoopIr.Stmt> body(List<LoopIr.Stmt> body) {
    return body.stream().map(this::statement).toList();
  }

  private LoopIr.Stmt statement(LoopIr.Stmt s) {
    return switch (s) {
      case LoopIr.Cluster c -> new LoopIr.Cluster(c.made(), versions(c.versions()));
      case LoopIr.Branch b ->
          new LoopIr.Branch(b.values(), b.condition(), arm(b.then()), arm(b.otherwise()));
      case LoopIr.Loop l ->
          new LoopIr.Loop(head(l.head()), l.carried(), body(l.body()), l.exchanges(), l.span());
      default -> s;
    };
  }

  private LoopIr.Arm arm(LoopIr.Arm arm) {
    return new LoopIr.Arm(body(arm.body()), arm.yields(), arm.exchanges());
  }

  private LoopIr.Head head(LoopIr.Head head) {
    return head instanceof LoopIr.Asked asked
        ? new LoopIr.Asked(body(asked.steps()), asked.condition())
        : head;
  }

  private List<LoopIr.Version> versions(List<LoopIr.Version> versions) {
    var shuffled = new ArrayList<>(versions);
    Collections.shuffle(shuffled.subList(0, versions.size() - 1), random);
    return shuffled;
  }
}
