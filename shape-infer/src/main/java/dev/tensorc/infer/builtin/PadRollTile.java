package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Arithmetic;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.AxisArguments;
import dev.tensorc.infer.type.Ranks;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Functions whose elements come from other places along an axis: {@code pad}, {@code roll}, {@code
 * repeat}, {@code tile}. Elements that lie in the array as in the result are copied; the places of
 * the others are computed of their index, then gathered.
 */
final class PadRollTile {

  private final BuiltinContext cx;

  PadRollTile(BuiltinContext cx) {
    this.cx = cx;
  }

  /** How many elements stand before and after an axis. */
  private record Width(Dim before, Dim after) {
    boolean isNone() {
      return Dims.isConst(before, 0) && Dims.isConst(after, 0);
    }
  }

  Typed call(Builtin b, Value x, List<Optional<Ast.Expr>> args, Span span) {
    return switch (b) {
      case PAD -> pad(b, x, args, span);
      case TILE -> tile(b, x, args.get(1).orElseThrow(), span);
      case ROLL -> roll(x, args.get(1).orElseThrow(), args.get(2), span);
      case REPEAT -> repeat(b, x, args.get(1).orElseThrow(), args.get(2), span);
      default -> throw new CompilerBug("infer", b + " computes no places");
    };
  }

  // ---------------------------------------------------------------- pad

  private Typed pad(Builtin b, Value x, List<Optional<Ast.Expr>> args, Span span) {
    Optional<List<Width>> widths = widths(b, x, args.get(1).orElseThrow());
    Optional<String> mode = cx.words.choice(b, "mode", args.get(2));
    if (widths.isEmpty() || mode.isEmpty()) {
      return Typed.UNKNOWN;
    }
    if (mode.get().equals("constant")) {
      return constant(x, widths.get(), args.get(3), span);
    }
    if (args.get(3).isPresent()) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(args.get(3).get().span(), "`pad` takes a value in the mode `\"constant\"` alone")
              .found("mode `\"" + mode.get() + "\"`")
              .hint("leave the value out"));
    }
    Value padded = x;
    for (int axis = 0; axis < x.rank(); axis++) {
      Width w = widths.get().get(axis);
      if (!w.isNone()) {
        padded = padded(padded, axis, w, mode.get(), span);
      }
    }
    return new Typed.Strong(padded);
  }

  /** {@code 1}, {@code (1, 2)} or {@code ((1, 1), (0, 0))}. */
  private Optional<List<Width>> widths(Builtin b, Value x, Ast.Expr e) {
    List<Ast.Expr> items = AxisArguments.listed(e);
    boolean pairs = items.stream().allMatch(Ast.TupleLit.class::isInstance);
    var widths = new ArrayList<Width>();
    if (x.isUnranked()) {
      return pairs && items.size() <= x.rank()
          ? ofLastAxes(b, x, items, e.span())
          : refused(cx.needsRank(x, "one pad width is for all axes", e.span()).hint(LAST_PAIRS));
    }
    if (!pairs) {
      Optional<Width> every = width(b, e);
      every.ifPresent(w -> widths.addAll(Collections.nCopies(x.rank(), w)));
      return every.map(_ -> widths);
    }
    if (items.size() != x.rank()) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(
                  e.span(),
                  "`pad` of `%s` takes %d pairs, not %d"
                      .formatted(x.name(), x.rank(), items.size()))
              .found(cx.shown(x))
              .hint("write a pair for each axis, as in `((1, 1), (0, 0))`"));
      return Optional.empty();
    }
    for (Ast.Expr item : items) {
      width(b, item).ifPresent(widths::add);
    }
    return widths.size() == items.size() ? Optional.of(widths) : Optional.empty();
  }

  private static final String LAST_PAIRS =
      "write a pair for each of the last axes, as in `((0, 0), (1, 1))`";

  private <T> Optional<T> refused(Diagnostic d) {
    cx.report(d);
    return Optional.empty();
  }

  /** The pairs for an unranked value: they are those of its last axes. */
  private Optional<List<Width>> ofLastAxes(Builtin b, Value x, List<Ast.Expr> items, Span span) {
    int pairs = items.size();
    String each = "`pad` has " + (pairs == 1 ? "1 pair" : pairs + " pairs");
    cx.ranks.atLeast(x, pairs, each + ", one for each of the last axes", span);
    Width none = new Width(Dims.ZERO, Dims.ZERO);
    var widths = new ArrayList<>(Collections.nCopies(x.rank() - pairs, none));
    for (Ast.Expr item : items) {
      width(b, item).ifPresent(widths::add);
    }
    return widths.size() == x.rank() ? Optional.of(widths) : Optional.empty();
  }

  private Optional<Width> width(Builtin b, Ast.Expr e) {
    List<Ast.Expr> ends = AxisArguments.listed(e);
    if (ends.isEmpty() || ends.size() > 2) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(e.span(), "a pad width is `(before, after)`, or one number for both")
              .found(Names.ofSource(e.span())));
      return Optional.empty();
    }
    Optional<Dim> before = cx.shapes.size(b, ends.getFirst());
    Optional<Dim> after = ends.size() == 1 ? before : cx.shapes.size(b, ends.getLast());
    return before.flatMap(first -> after.map(last -> new Width(first, last)));
  }

  private Typed constant(Value x, List<Width> widths, Optional<Ast.Expr> value, Span span) {
    Arg given =
        value
            .map(cx::arg)
            .orElseGet(() -> new Arg(new Typed.Strong(cx.fills.zero(x.dtype(), span)), span));
    if (given.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (given.typed().rank() > 0) {
      return cx.fail(
          ErrorId.NEEDS_SCALAR
              .at(given.span(), "the value of `pad` is a scalar")
              .found(given.typed().type()));
    }
    var shape = new ArrayList<Dim>();
    var starts = new ArrayList<Dim>();
    for (int axis = 0; axis < x.rank(); axis++) {
      Width w = widths.get(axis);
      starts.add(w.before());
      shape.add(Dims.add(Dims.add(w.before(), x.shape().get(axis)), w.after()));
    }
    String name = Names.ofSource(span);
    return cx.weak
        .as(given.typed(), x.dtype(), given.span())
        .map(v -> cx.fills.filled(v, cx.emit.resolve(shape), x.axes().unmarked(), name, span))
        .<Typed>map(all -> new Typed.Strong(cx.fills.written(all, x, starts, span)))
        .orElse(Typed.UNKNOWN);
  }

  /** The elements before and after are taken from the array, which lies unchanged in between. */
  private Value padded(Value x, int axis, Width w, String mode, Span span) {
    Arithmetic c = cx.arithmetic;
    var parts = new ArrayList<>(List.of(x));
    if (!Dims.isConst(w.before(), 0)) {
      Arg at = c.indices(List.of(w.before()), 0, span);
      Arg from = c.apply(Builtin.SUBTRACT, span, at, c.size(w.before(), span));
      parts.addFirst(border(x, axis, from, mode, span));
    }
    if (!Dims.isConst(w.after(), 0)) {
      Arg at = c.indices(List.of(w.after()), 0, span);
      Arg from = c.apply(Builtin.ADD, span, at, c.size(x.shape().get(axis), span));
      parts.addLast(border(x, axis, from, mode, span));
    }
    return cx.concatenation.joined(parts, axis, span);
  }

  /**
   * The elements that a mode puts at places outside of an axis.
   *
   * @param from the places, counted from the first element
   */
  private Value border(Value x, int axis, Arg from, String mode, Span span) {
    Arithmetic c = cx.arithmetic;
    Dim n = x.shape().get(axis);
    Arg size = c.size(n, span);
    Arg last = c.size(Dims.add(n, -1), span);
    Arg one = c.number(1, span);
    Arg place =
        switch (mode) {
          case "edge" ->
              c.apply(
                  Builtin.MINIMUM,
                  span,
                  c.apply(Builtin.MAXIMUM, span, from, c.number(0, span)),
                  last);
          case "wrap" -> modulo(from, size, span);
          default -> { // there and back again, without the ends twice
            Arg period = c.apply(Builtin.MULTIPLY, span, last, c.number(2, span));
            Arg step = modulo(from, c.apply(Builtin.MAXIMUM, span, period, one), span);
            Arg back = c.apply(Builtin.SUBTRACT, span, period, step);
            Arg there = c.apply(Builtin.LESS, span, step, size);
            yield c.apply(Builtin.WHERE, span, there, step, back);
          }
        };
    return gathered(x, axis, place, span);
  }

  // ---------------------------------------------------------------- roll, repeat, tile

  /** Along axes, each by its shift; without axes in row-major order. */
  private Typed roll(Value x, Ast.Expr shift, Optional<Ast.Expr> axis, Span span) {
    List<Ast.Expr> shifts = AxisArguments.listed(shift);
    Optional<List<Integer>> axes =
        axis.isEmpty() ? Optional.of(List.of(0)) : cx.axes.list(axis.get(), new Typed.Strong(x));
    if (axes.isEmpty()) {
      return Typed.UNKNOWN;
    }
    if (shifts.size() != 1 && shifts.size() != axes.get().size()) {
      return cx.fail(
          ErrorId.AXIS
              .at(
                  span,
                  "`roll` by %d numbers along %s"
                      .formatted(shifts.size(), Ranks.axes(axes.get().size())))
              .hint(
                  "write a number for each axis, `roll(x, (1, 2), axis=(0, 1))`, or one for all"));
    }
    Value rolled = axis.isEmpty() ? cx.reshapes.flat(x, span) : x;
    for (int i = 0; i < axes.get().size(); i++) {
      Optional<Dim> by = cx.indexing.integer(shifts.get(shifts.size() == 1 ? 0 : i), "shift");
      if (by.isEmpty()) {
        return Typed.UNKNOWN;
      }
      rolled = rolled(rolled, axes.get().get(i), by.get(), span);
    }
    return new Typed.Strong(
        rolled.rank() == x.rank() ? rolled : cx.reshapes.shapedAs(x, rolled, span));
  }

  private Typed repeat(
      Builtin b, Value x, Ast.Expr repeats, Optional<Ast.Expr> written, Span span) {
    if (!cx.dims.isOfDims(repeats)) {
      Typed times = cx.infer(repeats);
      if (times.rank() > 0) {
        return cx.fail(
            ErrorId.NEEDS_SCALAR
                .at(repeats.span(), "`repeat` takes one number for all elements")
                .found(times.type())
                .because("of many numbers the result's size would depend on the data")
                .hint("where the size is known, `take(x, indices)` repeats as indices say"));
      }
    }
    Value repeated = written.isEmpty() ? cx.reshapes.flat(x, span) : x;
    Optional<Integer> axis = cx.arrays.axis(b, repeated, written, span);
    Optional<Dim> times = cx.shapes.size(b, repeats);
    return axis.isEmpty() || times.isEmpty()
        ? Typed.UNKNOWN
        : new Typed.Strong(repeated(repeated, axis.get(), times.get(), span));
  }

  /**
   * The elements that go round are taken from the other end; the rest of the axis is a part of the
   * array.
   */
  private Value rolled(Value x, int axis, Dim shift, Span span) {
    Arithmetic c = cx.arithmetic;
    Dim n = cx.emit.resolve(x.shape().get(axis));
    if (!(shift instanceof Dim.Const by)) {
      Arg at = c.indices(List.of(n), 0, span);
      return turned(x, axis, c.apply(Builtin.SUBTRACT, span, at, c.size(shift, span)), span);
    }
    boolean back = by.value() < 0;
    Dim round = Dims.min(Dims.of(Math.abs(by.value())), n);
    Dim rest = Dims.sub(n, round);
    Value comes;
    if (comesOnce(by.value(), n)) {
      comes = part(x, axis, back ? Dims.ZERO : rest, round, span);
    } else {
      Arg at = c.indices(List.of(round), 0, span);
      Arg from = c.apply(Builtin.SUBTRACT, span, at, c.size(shift, span));
      comes =
          turned(x, axis, back ? c.apply(Builtin.ADD, span, from, c.size(rest, span)) : from, span);
    }
    Value stays = part(x, axis, back ? round : Dims.ZERO, rest, span);
    return cx.concatenation.joined(
        back ? List.of(stays, comes) : List.of(comes, stays), axis, span);
  }

  /** Whether a roll brings no element of an axis round more than once. */
  private static boolean comesOnce(long shift, Dim n) {
    return Math.abs(shift) <= 1 || (n instanceof Dim.Const size && Math.abs(shift) <= size.value());
  }

  /** The elements at places that are taken round the axis. */
  private Value turned(Value x, int axis, Arg places, Span span) {
    Arg size = cx.arithmetic.size(cx.emit.resolve(x.shape().get(axis)), span);
    return gathered(x, axis, modulo(places, size, span), span);
  }

  private Value part(Value x, int axis, Dim start, Dim size, Span span) {
    var dims = new ArrayList<>(cx.emit.resolve(x.shape()));
    dims.set(axis, size);
    var walks = new ArrayList<ViewAxis>();
    for (int a = 0; a < x.rank(); a++) {
      walks.add(ViewAxis.along(a, a == axis ? start : Dims.ZERO, 1));
    }
    return cx.fills.view(x, dims, x.axes().unmarked(), walks, Names.ofSource(span), span);
  }

  private Value repeated(Value x, int axis, Dim times, Span span) {
    if (!x.isUnranked()) {
      return cx.reshapes.repeated(x, axis, times, axis + 1, span);
    }
    Arithmetic c = cx.arithmetic;
    Dim n = x.shape().get(axis);
    Dim length = cx.emit.resolve(Dims.product(List.of(n, times)));
    Arg at = c.indices(List.of(length), 0, span);
    Arg by = c.apply(Builtin.MAXIMUM, span, c.size(times, span), c.number(1, span));
    return gathered(x, axis, c.apply(Builtin.FLOOR_DIVIDE, span, at, by), span);
  }

  /**
   * The standard's rule where the counts differ: numbers of 1, or axes of size 1, stand in front.
   */
  private Typed tile(Builtin b, Value x, Ast.Expr repetitions, Span span) {
    List<Ast.Expr> items = AxisArguments.listed(repetitions);
    Value tiled =
        x.isUnranked() ? cx.emit.withAxes(x, x.axes().ofRank(orMore(x, items.size()))) : x;
    while (tiled.rank() < items.size()) {
      tiled = cx.concatenation.slab(tiled, 0, span);
    }
    int first = tiled.rank() - items.size();
    Arithmetic c = cx.arithmetic;
    for (int i = 0; i < items.size(); i++) {
      Optional<Dim> times = cx.shapes.size(b, items.get(i));
      if (times.isEmpty()) {
        return Typed.UNKNOWN;
      }
      if (!Dims.isConst(times.get(), 1) && !tiled.isUnranked()) {
        tiled = cx.reshapes.repeated(tiled, first + i, times.get(), first + i, span);
      } else if (!Dims.isConst(times.get(), 1)) {
        Dim n = tiled.shape().get(first + i);
        Dim length = cx.emit.resolve(Dims.product(List.of(n, times.get())));
        Arg at = c.indices(List.of(length), 0, span);
        tiled = gathered(tiled, first + i, modulo(at, c.size(n, span), span), span);
      }
    }
    return new Typed.Strong(tiled);
  }

  /** The rank of an unranked value, or that one where it has less. */
  private static List<Dim> orMore(Value x, int rank) {
    return Stream.concat(x.axes().ranks().stream(), Stream.of(Dims.of(rank))).toList();
  }

  /** The remainder, which of an empty axis nothing asks for. */
  private Arg modulo(Arg place, Arg size, Span span) {
    Arithmetic c = cx.arithmetic;
    Arg divisor = c.apply(Builtin.MAXIMUM, span, size, c.number(1, span));
    return c.apply(Builtin.REMAINDER, span, place, divisor);
  }

  private Value gathered(Value x, int axis, Arg places, Span span) {
    Value indices = ((Typed.Strong) places.typed()).value();
    return cx.gathers.taken(x, indices, axis, span);
  }
}
