package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Elements at places that other elements name: {@code take}. */
final class Gathers {

  private final Context cx;

  Gathers(Context cx) {
    this.cx = cx;
  }

  Optional<Typed> take(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    return cx.arrays
        .along(Builtin.TAKE, x, axis, span)
        .map(found -> new Typed.Strong(taken(x, indices, found, span)));
  }

  /** The elements at these places of an axis. */
  Value taken(Value x, Value indices, int axis, Span span) {
    var dims = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    var places = new ArrayList<Integer>();
    var own = new ArrayList<Integer>();
    for (int a = 0; a < x.rank(); a++) {
      if (a != axis) {
        own.add(dims.size());
        dims.add(cx.emit.resolve(x.shape().get(a)));
        stretch.add(x.axes().stretch().get(a));
        continue;
      }
      own.add(-1);
      for (int i = 0; i < indices.rank(); i++) {
        places.add(dims.size());
        dims.add(cx.emit.resolve(indices.shape().get(i)));
        stretch.add(indices.axes().stretch().get(i));
      }
    }
    return gathered(x, own, axis, new Operand(indices, places), dims, Axes.of(stretch), span);
  }

  Optional<Typed> takeAlong(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    Optional<Integer> along = axis.isEmpty() ? Optional.of(x.rank() - 1) : cx.arrays.axis(axis, x);
    if (along.isEmpty()
        || !cx.concatenation.sameShapes(
            Builtin.TAKE_ALONG_AXIS.label(),
            List.of(x, indices),
            along.get(),
            "indices have the array's size on every other axis; `take` has one list for all",
            span)) {
      return Optional.empty();
    }
    var own = new ArrayList<>(Indexing.axes(x.rank()));
    own.set(along.get(), -1);
    var dims = cx.emit.resolve(indices.shape());
    Operand places = Emitter.identity(indices);
    return Optional.of(
        new Typed.Strong(gathered(x, own, along.get(), places, dims, indices.axes(), span)));
  }

  private Value gathered(
      Value x, List<Integer> own, int axis, Operand places, List<Dim> dims, Axes axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Gather(result, new Operand(x, own), axis, places));
  }
}
