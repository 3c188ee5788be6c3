package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.ArraySubscripts;
import dev.tensorc.infer.index.Indexing.Part;
import dev.tensorc.infer.join.BroadcastDims;
import dev.tensorc.infer.join.Elementwise;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Operators;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * In-place updates: {@code x += e}, {@code x[1:] = e}, {@code x[0, :] *= e}. The target keeps its
 * shape and dtype; the written value is broadcast in one direction, as the discipline says.
 */
final class Updates {

  private final StatementContext cx;

  Updates(StatementContext cx) {
    this.cx = cx;
  }

  /** The part of a variable that is written, and its name. */
  private record Target(Value whole, Part part, Value region) {}

  /**
   * The variable once the update is made; empty, and reported, where it cannot be.
   *
   * @param variable the variable {@code x}, which has a known type
   */
  Optional<Value> of(Ast.Assign a, Frame.Local x, Frame.Variable variable) {
    return a.subscripts().isEmpty()
        ? combined(a, x, x.typed, variable.name(), variable)
        : partial(a, x, variable);
  }

  private Optional<Value> partial(Ast.Assign a, Frame.Local x, Frame.Variable variable) {
    List<ArraySubscripts.Found> arrays =
        a.subscripts().stream().flatMap(s -> cx.arraySubscripts.in(s).stream()).toList();
    if (!arrays.isEmpty()) {
      a.subscripts().forEach(cx.arraySubscripts::forget);
      return cx.arrayUpdates.of(a, x, variable, arrays);
    }
    Optional<Target> found = target(a, x);
    if (found.isEmpty()) {
      cx.infer(a.value(), Optional.of(variable.dtype()));
      return Optional.empty();
    }
    Target t = found.get();
    Optional<Value> value =
        a.op().isPresent()
            ? combined(a, x, new Typed.Strong(read(t)), t.region().name(), variable)
            : plain(a, x, variable);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Optional<Operand> written =
        a.op().isPresent()
            ? Optional.of(Operand.whole(value.get()))
            : cx.broadcasting
                .into(
                    Optional.empty(),
                    t.region().name(),
                    t.region(),
                    value.get(),
                    Optional.empty(),
                    a.span())
                .map(j -> j.operands().getLast())
                .map(o -> new Operand(o.value(), o.axes()));
    return written.map(w -> update(t, w, variable, a.span()));
  }

  private Value update(Target t, Operand written, Frame.Variable variable, Span span) {
    Value whole = t.whole();
    if (whole.isScalar()) {
      return written.value();
    }
    Value result =
        cx.emit.fresh(
            whole.dtype(), cx.emit.resolve(whole.shape()), whole.axes(), variable.name(), span);
    return cx.emit.add(
        new TensorIr.Update(result, whole, t.part().axes, t.region().shape(), written));
  }

  /** The elements that an update such as {@code x[1:] += e} writes, before it does. */
  private Value read(Target t) {
    return t.whole().isScalar()
        ? t.whole()
        : cx.emit.add(new TensorIr.View(t.region(), t.whole(), t.part().axes));
  }

  // ---------------------------------------------------------------- the written value

  Optional<Value> plain(Ast.Assign a, Frame.Local x, Frame.Variable variable) {
    Typed typed = cx.infer(a.value(), Optional.of(variable.dtype()));
    Span span = a.value().span();
    return typed.isUnknown()
        ? Optional.empty()
        : cx.weak.assigned(typed, variable, Names.ofSource(span), span, x.span);
  }

  /** The target with the value, combined by the operator. */
  private Optional<Value> combined(
      Ast.Assign a, Frame.Local x, Typed target, String name, Frame.Variable variable) {
    return combined(a, cx.infer(a.value()), x, target, name, variable);
  }

  /**
   * As {@link #combined(Ast.Assign, Frame.Local, Typed, String, Frame.Variable)}.
   *
   * @param given the value
   */
  Optional<Value> combined(
      Ast.Assign a,
      Typed given,
      Frame.Local x,
      Typed target,
      String name,
      Frame.Variable variable) {
    Ast.BinaryOp op = a.op().orElseThrow();
    var value = new Arg(given, a.value().span());
    Builtin builtin = Operators.builtin(op).orElseThrow();
    Optional<BroadcastDims> dims = Optional.empty();
    if (!a.dims().isEmpty()) {
      dims = BroadcastDims.of(a.dims(), a.span(), cx);
      if (dims.isEmpty()) {
        return Optional.empty();
      }
    }
    Typed typed =
        cx.elementwise.update(
            builtin,
            new Elementwise.Target(name, new Arg(target, a.target().span())),
            value,
            dims,
            a.span());
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    String text = name + " " + op.symbol() + " " + Names.ofSource(a.value().span());
    return cx.weak.assigned(typed, variable, text, a.span(), x.span);
  }

  // ---------------------------------------------------------------- the target

  private Optional<Target> target(Ast.Assign a, Frame.Local x) {
    Value whole = ((Typed.Strong) x.typed).value();
    Optional<Target> target = Optional.empty();
    for (Ast.SubscriptList subscripts : a.subscripts()) {
      Span span = a.target().span().to(subscripts.span());
      Value region = target.map(Target::region).orElse(whole);
      if (region.isScalar() && cx.indexing.indicesBroadcast()) {
        if (!cx.indexing.indexed(subscripts.items())) {
          return Optional.empty();
        }
        target = target.or(() -> Optional.of(new Target(whole, new Part(), whole)));
        continue;
      }
      Optional<Part> part = cx.indexing.part(new Typed.Strong(region), subscripts, span);
      if (part.isEmpty() || !chooses(subscripts)) {
        return Optional.empty();
      }
      target = Optional.of(target(whole, target, part.get(), span));
    }
    return target;
  }

  private Target target(Value whole, Optional<Target> outer, Part part, Span span) {
    var all = new Part();
    all.dims.addAll(part.dims);
    all.stretch.addAll(part.stretch);
    all.inner.addAll(part.inner);
    if (outer.isEmpty()) {
      all.axes.addAll(part.axes);
    } else {
      outer.get().part().axes.forEach(axis -> all.axes.add(through(axis, part.axes)));
    }
    return new Target(
        whole,
        all,
        cx.emit.fresh(whole.dtype(), part.dims, part.marks(), Names.ofSource(span), span));
  }

  /** The axis, whose own walk follows an axis of a region, as the part of that region does. */
  private static ViewAxis through(ViewAxis axis, List<ViewAxis> part) {
    if (axis.walks().isEmpty()) {
      return axis;
    }
    Walk walk = axis.walks().getFirst();
    ViewAxis inner = part.get(walk.axis());
    Dim start = Dims.add(axis.start(), Dims.mul(Dims.of(walk.step()), inner.start()));
    var walks = new ArrayList<Walk>();
    inner.walks().forEach(w -> walks.add(new Walk(w.axis(), walk.step() * w.step())));
    return new ViewAxis(walks, start);
  }

  /** Whether the subscripts only choose elements; reports where they add an axis. */
  private boolean chooses(Ast.SubscriptList subscripts) {
    for (Ast.Subscript s : subscripts.items()) {
      if (s instanceof Ast.NewAxis) {
        cx.report(
            ErrorId.SUBSCRIPTS
                .at(s.span(), "`newaxis` adds an axis, but a target only chooses elements")
                .hint("give the value the axes of the target: the value is lined up at the right"));
        return false;
      }
    }
    return true;
  }
}
