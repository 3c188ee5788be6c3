package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.code.JvmLimits;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The plans that have a form over native memory, and the kernels that those plans call. */
public final class NativePlans {

  private NativePlans() {}

  /** Why the plan has no form over native memory; empty where it has one, unless it is too long. */
  public static Optional<String> obstacle(Plan plan, List<Kernel> kernels) {
    boolean anyRank =
        Stream.concat(
                plan.function().params().stream().map(p -> p.value()), plan.results().stream())
            .anyMatch(v -> v.isUnranked());
    if (anyRank) {
      return Optional.of("a value's rank is found at run time");
    }
    return calls(plan.body())
        .flatMap(c -> obstacle(c, kernels.get(c.kernel())).stream())
        .findFirst();
  }

  private static Optional<String> obstacle(Call c, Kernel k) {
    if (c.rank() != k.rank() || k.rounds()) {
      return Optional.of("kernel%d loops over merged axes".formatted(c.kernel()));
    }
    if (KernelCall.arguments(k, Memory.SEGMENTS).unpackedSlots() > JvmLimits.SLOTS) {
      return Optional.of("kernel%d has too many sizes and strides".formatted(c.kernel()));
    }
    return any(k, e -> e instanceof Expr.Gathered)
        ? Optional.of("kernel%d reads elements at computed places".formatted(c.kernel()))
        : Optional.empty();
  }

  /** Why a kernel has no vector loops over native memory; empty where it has, unless too long. */
  public static Optional<String> obstacle(Kernel k) {
    return Vectorizable.obstacle(k)
        .map(Obstacle::text)
        .or(
            () ->
                Vectorizable.usesBool(k)
                    ? Optional.of("truth values are not read there yet")
                    : Optional.empty());
  }

  /** The numbers of the kernels that some plans call. */
  public static Set<Integer> kernels(List<Plan> plans) {
    var numbers = new TreeSet<Integer>();
    plans.forEach(p -> calls(p.body()).forEach(c -> numbers.add(c.kernel())));
    return numbers;
  }

  /**
   * @param rank the axes of the program; the kernel may loop over fewer
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
      case LoopIr.Copy c -> Stream.of(call(c));
      case LoopIr.Reshape r -> r.otherwise().stream().map(NativePlans::call);
      case LoopIr.Branch b -> Stream.concat(calls(b.then().body()), calls(b.otherwise().body()));
      case LoopIr.Loop l ->
          Stream.concat(
              l.head() instanceof LoopIr.Asked asked ? calls(asked.steps()) : Stream.empty(),
              calls(l.body()));
      case LoopIr.Check _,
          LoopIr.Scalar _,
          LoopIr.Bind _,
          LoopIr.Literal _,
          LoopIr.Allocate _,
          LoopIr.Alias _,
          LoopIr.Ordered _,
          LoopIr.Reuse _,
          LoopIr.Store _,
          LoopIr.Scatter _ ->
          Stream.empty();
    };
  }

  private static Call call(LoopIr.Copy c) {
    return new Call(c.kernel(), c.value().rank());
  }

  /** Whether an expression of a kernel has some property. */
  public static boolean any(Kernel k, Predicate<Expr> property) {
    return ExprNodes.of(k.roots()).stream().anyMatch(property);
  }
}
