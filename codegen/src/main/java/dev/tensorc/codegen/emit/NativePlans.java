package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which plans have a form over native memory, and which kernels those call. */
final class NativePlans {

  private NativePlans() {}

  /** Those of any rank have none, nor those that read elements at computed places. */
  static boolean hasForm(Plan plan, List<Kernel> kernels) {
    boolean anyRank =
        Stream.concat(
                plan.function().params().stream().map(p -> p.value()), plan.results().stream())
            .anyMatch(v -> v.isUnranked());
    return !anyRank
        && calls(plan.body())
            .allMatch(
                c -> {
                  Kernel k = kernels.get(c.kernel());
                  return c.rank() == k.rank()
                      && !k.rounds()
                      && KernelCall.params(k, Memory.SEGMENTS).slots() <= JvmLimits.SLOTS
                      && !any(k, e -> e instanceof LoopIr.Gathered);
                });
  }

  /** Whether a kernel has vector loops over native memory, where truth values are not read yet. */
  static boolean hasLoops(Kernel k) {
    return Vectorizable.obstacle(k).isEmpty() && !Vectorizable.scalarTail(k);
  }

  /** The numbers of the kernels that some plans call. */
  static Set<Integer> kernels(List<Plan> plans) {
    var numbers = new TreeSet<Integer>();
    plans.forEach(p -> calls(p.body()).forEach(c -> numbers.add(c.kernel())));
    return numbers;
  }

  /**
   * @param rank the axes of the program, of which the kernel may loop over fewer
   */
  private record Call(int kernel, int rank) {}

  private static Stream<Call> calls(List<Stmt> body) {
    return body.stream().flatMap(NativePlans::calls);
  }

  private static Stream<Call> calls(Stmt s) {
    return switch (s) {
      case LoopIr.Cluster c ->
          c.versions().stream()
              .flatMap(v -> v.launches().stream())
              .map(l -> new Call(l.call().kernel(), l.target().extents().size()));
      case LoopIr.Copy c -> Stream.of(new Call(c.kernel(), c.value().rank()));
      case LoopIr.Branch b -> Stream.concat(calls(b.then().body()), calls(b.otherwise().body()));
      case LoopIr.Loop l ->
          Stream.concat(
              l.head() instanceof LoopIr.Asked asked ? calls(asked.steps()) : Stream.empty(),
              calls(l.body()));
      case LoopIr.Check _,
          LoopIr.Scalar _,
          LoopIr.Bind _,
          LoopIr.Literal _,
          LoopIr.Alias _,
          LoopIr.Reshape _,
          LoopIr.Reuse _,
          LoopIr.Store _ ->
          Stream.empty();
    };
  }

  /** Whether an expression of a kernel has some property. */
  static boolean any(Kernel k, Predicate<Expr> property) {
    return Vectorizable.nodes(k.roots()).stream().anyMatch(property);
  }
}
