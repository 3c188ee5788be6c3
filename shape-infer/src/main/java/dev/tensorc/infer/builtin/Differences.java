package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code diff}: further elements before and after, then the differences, n times. */
final class Differences {

  /** How often differences are taken at most: each time is steps of the program. */
  private static final int MAX_TIMES = 64;

  private final BuiltinContext cx;

  Differences(BuiltinContext cx) {
    this.cx = cx;
  }

  Typed call(Value x, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Integer> axis =
        args.get(2).isEmpty()
            ? Optional.of(cx.axes.last(Builtin.DIFF, x, span))
            : cx.axes.one(args.get(2).get(), x);
    Optional<Integer> times = times(args.get(1));
    if (axis.isEmpty() || times.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Optional<Value> extended = extended(x, axis.get(), args.get(3), args.get(4), span);
    if (times.get() > 0 && extended.isPresent() && refuses(extended.get().dtype())) {
      return cx.fail(ofBools(x, args.getFirst().orElseThrow().span()));
    }
    Typed differences = extended.<Typed>map(Typed.Strong::new).orElse(Typed.UNKNOWN);
    int fromEnd = x.rank() - axis.get();
    for (int i = 0; i < times.get() && differences instanceof Typed.Strong(Value v); i++) {
      int along = v.rank() - fromEnd;
      Arg later = new Arg(new Typed.Strong(shortened(v, along, Dims.ONE, span)), span);
      Arg earlier = new Arg(new Typed.Strong(shortened(v, along, Dims.ZERO, span)), span);
      differences = cx.elementwise.apply(Builtin.SUBTRACT, List.of(later, earlier), span);
    }
    return differences;
  }

  private boolean refuses(DType dtype) {
    return dtype == DType.BOOL && cx.frame.discipline().arithmeticOfBools().isEmpty();
  }

  private static Diagnostic ofBools(Value x, Span place) {
    return ErrorId.BOOL_ARITHMETIC
        .at(place, "`diff` takes numbers, but `" + x.name() + "` is bool")
        .found(x.type())
        .expected("a numeric dtype")
        .hint("where neighbours differ is `a[1:] != a[:-1]`".replace("a[", x.name() + "["));
  }

  private Optional<Integer> times(Optional<Ast.Expr> written) {
    if (written.isEmpty()) {
      return Optional.of(1);
    }
    Typed typed = cx.infer(written.get());
    if (typed instanceof Typed.Const c && c.value() instanceof Long n && n >= 0 && n <= MAX_TIMES) {
      return Optional.of((int) (long) n);
    }
    if (!typed.isUnknown()) {
      cx.report(
          ErrorId.NEEDS_CONSTANT
              .at(written.get().span(), "`n` of `diff` is known when compiling")
              .found(typed instanceof Typed.Const c ? c.value().toString() : typed.type())
              .expected("0 to " + MAX_TIMES));
    }
    return Optional.empty();
  }

  /** The elements with those of other arrays before and after them along the axis. */
  private Optional<Value> extended(
      Value x, int axis, Optional<Ast.Expr> before, Optional<Ast.Expr> after, Span span) {
    if (before.isEmpty() && after.isEmpty()) {
      return Optional.of(x);
    }
    Optional<Arg> first = before.map(cx::arg);
    Optional<Arg> last = after.map(cx::arg);
    var args = new ArrayList<Arg>();
    first.ifPresent(args::add);
    args.add(new Arg(new Typed.Strong(x), span));
    last.ifPresent(args::add);
    if (args.stream().anyMatch(a -> a.typed().isUnknown())) {
      return Optional.empty();
    }
    DType dtype = DTypeRules.common(args.stream().map(Arg::typed).toList(), cx.frame.discipline());
    var parts = new ArrayList<Value>();
    for (Arg arg : args) {
      Optional<Value> part = cx.weak.as(arg.typed(), dtype, arg.span());
      if (part.isEmpty() || cx.nesting.plain("`diff`", part.get(), arg.span()).isEmpty()) {
        return Optional.empty();
      }
      parts.add(part.get().isScalar() ? one(part.get(), x, axis, span) : part.get());
    }
    String hint = "the parts before and after have the array's size on every other axis";
    int more = parts.getFirst().rank() - x.rank();
    return cx.concatenation.along("`diff`", parts, axis + more, hint, span);
  }

  /** A number as one more element of each row along the axis. */
  private Value one(Value number, Value x, int axis, Span span) {
    var shape = new ArrayList<>(cx.emit.resolve(x.shape()));
    shape.set(axis, Dims.ONE);
    return cx.fills.filled(number, shape, x.axes().unmarked(), number.name(), span);
  }

  /** One element less along an axis, from there on. */
  private Value shortened(Value x, int axis, Dim start, Span span) {
    var dims = new ArrayList<>(cx.emit.resolve(x.shape()));
    Dim less = Dims.add(dims.get(axis), -1);
    dims.set(axis, cx.scalarDims.notNegative(less) ? less : Dims.clamp(less));
    var walks = new ArrayList<ViewAxis>();
    for (int a = 0; a < x.rank(); a++) {
      walks.add(a == axis ? ViewAxis.along(a, start, 1) : ViewAxis.whole(a));
    }
    return cx.fills.view(x, dims, x.axes().unmarked(), walks, x.name(), span);
  }
}
