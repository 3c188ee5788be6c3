package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Written;
import dev.tensorc.codegen.plan.KernelBuilder.Draft;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Leaves out the axes of a kernel that have one point in every call: an operand that follows none
 * of its neighbours' axes but such a one would seem to stretch, and axes around it do not merge.
 *
 * @param kept the axes that stay, in order
 */
record UnitAxes(Facts facts, List<Integer> kept) {

  /** The draft without them; the same one where it has none, or where its code counts axes. */
  static Draft without(Draft draft, Facts facts) {
    Kernel k = draft.kernel();
    List<Dim> extents = draft.target().extents();
    boolean countsAxes =
        k.contraction().isPresent()
            || ExprNodes.of(k.roots()).stream().anyMatch(Expr.AxisIndex.class::isInstance);
    if (countsAxes || extents.size() != k.rank()) {
      return draft;
    }
    List<Integer> kept =
        IntStream.range(0, k.rank()).filter(axis -> isKept(k, extents, axis)).boxed().toList();
    return kept.size() == k.rank() ? draft : new UnitAxes(facts, kept).draft(draft);
  }

  /** Of the parallel and of the reduced axes at least the last is kept. */
  private static boolean isKept(Kernel k, List<Dim> extents, int axis) {
    int begin = axis < k.parallel() ? 0 : k.parallel();
    int end = axis < k.parallel() ? k.parallel() : k.rank();
    boolean others = IntStream.range(begin, end).anyMatch(a -> !Dims.isConst(extents.get(a), 1));
    return !Dims.isConst(extents.get(axis), 1) || (!others && axis == end - 1);
  }

  private Draft draft(Draft draft) {
    Kernel k = draft.kernel();
    int parallel = (int) kept.stream().filter(axis -> axis < k.parallel()).count();
    List<Input> inputs =
        k.inputs().stream()
            .map(in -> new Input(in.dtype(), kept.stream().map(in.axes()::get).toList()))
            .toList();
    LoopIr.Target target = draft.target();
    return new Draft(
        new Kernel(
            parallel,
            kept.size() - parallel,
            k.rounds(),
            inputs,
            k.scalars(),
            k.reductions(),
            k.results(),
            k.span(),
            k.tuning()),
        new LoopIr.Target(
            target.written().stream().map(this::written).toList(),
            kept.stream().map(target.extents()::get).toList(),
            target.span()),
        draft.inputs().stream().map(a -> new Argument(a.base(), access(a.access()))).toList(),
        draft.scalars(),
        draft.origin());
  }

  private Written written(Written w) {
    Access before = w.region().orElseGet(() -> Access.identity(w.value().rank()));
    return new Written(w.value(), Optional.of(access(before)), w.made());
  }

  private Access access(Access before) {
    return new Access(
        before.axes().stream().map(paths -> paths.stream().map(this::path).toList()).toList());
  }

  private AxisPath path(AxisPath path) {
    return path.axis() < 0
        ? path
        : Accesses.simplify(new AxisPath(kept.indexOf(path.axis()), path.layers()), facts);
  }
}
