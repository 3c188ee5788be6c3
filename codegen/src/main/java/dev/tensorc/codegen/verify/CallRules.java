package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.codegen.loop.LoopIr.Written;
import dev.tensorc.frontend.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules of the places where kernels are called. */
final class CallRules {

  private final List<Kernel> kernels;

  /** The kernels that have been verified: at their first call. */
  private final Set<Integer> verified = new HashSet<>();

  CallRules(List<Kernel> kernels) {
    this.kernels = kernels;
  }

  private Kernel kernel(int number, Verified at) {
    at.require(number >= 0 && number < kernels.size(), "no kernel of %s", kernels.size());
    Kernel k = kernels.get(number);
    if (verified.add(number)) {
      KernelRules.verify(k, at);
    }
    return k;
  }

  /** The kernels that no plan calls: they have no statement by which messages could name them. */
  void others(String pass) {
    for (int i = 0; i < kernels.size(); i++) {
      Span span = kernels.get(i).span();
      kernel(i, new Verified(pass, "no plan, kernel" + i, () -> "made for line " + span.line()));
    }
  }

  /**
   * @param outside the values defined before the cluster; those that it makes are added
   */
  void cluster(Cluster c, Defined outside, Verified at) {
    at.require(!c.versions().isEmpty(), "a cluster without a version");
    at.require(c.fallback().guard().isEmpty(), "the fallback has a guard");
    for (Version v : c.versions().subList(0, c.versions().size() - 1)) {
      at.require(!v.guard().isEmpty(), "a version has no guard");
    }
    for (Version v : c.versions()) {
      at.require(
          v.made().containsAll(c.made()), "a version makes %s, not all of %s", v.made(), c.made());
      Defined inside = outside.inner();
      v.guard().forEach(e -> inside.know(List.of(e.left(), e.right()), at));
      v.launches().forEach(l -> launch(l, inside, at));
    }
    c.made().forEach(v -> outside.define(v, at));
  }

  private void launch(Launch l, Defined scope, Verified statement) {
    Verified at = statement.part("kernel" + l.call().kernel());
    Kernel k = kernel(l.call().kernel(), at);
    int axes = l.target().extents().size();
    at.require(axes >= k.rank(), "%s extents for %s axes", axes, k.rank());
    scope.know(l.target().extents(), at);
    inputs(k, l.call(), axes, scope, at);
    scalars(k, l.call(), scope, at);
    results(k, l.target(), scope, at);
  }

  private static void inputs(Kernel k, Call call, int axes, Defined scope, Verified at) {
    int count = k.inputs().size();
    at.require(call.inputs().size() == count, "%s inputs, of %s", call.inputs().size(), count);
    for (int i = 0; i < count; i++) {
      Argument given = call.inputs().get(i);
      scope.use(given.base(), at);
      at.requireType(k.inputs().get(i).dtype(), given.base(), "input " + i);
      scope.access(given.access(), given.base(), axes, at);
      if (axes == k.rank()) {
        follows(k, i, given, at);
      }
    }
  }

  /** An input may follow an axis that does not walk the tensor, by stride 0, but not less. */
  private static void follows(Kernel k, int input, Argument given, Verified at) {
    for (AxisPath path : given.access().paths()) {
      at.require(
          path.axis() < 0 || k.follows(input, path.axis()),
          "input %s does not follow axis %s, which walks its tensor",
          input,
          path.axis());
    }
  }

  private static void scalars(Kernel k, Call call, Defined scope, Verified at) {
    int count = k.scalars().size();
    at.require(call.scalars().size() == count, "%s scalars, of %s", call.scalars().size(), count);
    for (int i = 0; i < count; i++) {
      scope.scalar(call.scalars().get(i), k.scalars().get(i), at.part("scalar " + i));
    }
  }

  private static void results(Kernel k, Target target, Defined scope, Verified at) {
    int count = k.results().size();
    at.require(
        target.written().size() == count, "%s results, of %s", target.written().size(), count);
    for (int i = 0; i < count; i++) {
      Written w = target.written().get(i);
      at.requireType(k.results().get(i).value().type(), w.value(), "result " + i);
      w.region().ifPresent(r -> scope.access(r, w.value(), target.extents().size(), at));
      at.require(w.made() || w.region().isPresent(), "%s is written nowhere", w.value());
      if (w.made()) {
        scope.define(w.value(), at);
      } else {
        scope.use(w.value(), at);
      }
    }
  }

  /** A copy by the kernel that does no more. */
  void copy(LoopIr.Copy c, Defined scope, Verified statement) {
    Verified at = statement.part("kernel" + c.kernel());
    Kernel k = kernel(c.kernel(), at);
    at.require(
        k.inputs().size() == 1 && k.results().size() == 1 && k.scalars().isEmpty(),
        "it does not copy one tensor");
    at.requireType(k.inputs().getFirst().dtype(), c.from(), "the copied tensor");
    at.requireType(k.results().getFirst().value().type(), c.value(), "the copy");
    c.parts().forEach(part -> scope.region(part, c.value(), at));
  }
}
