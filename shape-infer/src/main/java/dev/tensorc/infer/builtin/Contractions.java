package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The functions that add up products of two factors: which axes meet, and the axes of the result.
 */
public final class Contractions implements BuiltinFamily {

  private record SizesKey(Dim a, Dim b) {}

  private final BuiltinContext cx;

  Contractions(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Span span = c.span();
    if (b == Builtin.EINSUM) {
      return new Einsum(cx).call(b, args.get(0).orElseThrow(), args.get(1).orElseThrow(), span);
    }
    Arg x = cx.arg(args.get(0).orElseThrow());
    Arg y = cx.arg(args.get(1).orElseThrow());
    return switch (b) {
      case MATMUL -> matmul("`matmul`", x, y, span);
      case VECDOT -> vecdot(x, y, args.get(2), span);
      case TENSORDOT -> tensordot(x, y, args.get(2), span);
      default -> throw new IllegalStateException(b + " is no contraction");
    };
  }

  /** The factors, of their own dtypes. */
  private record Factors(Value left, Value right) {}

  /** Both as arrays of numbers; empty, and reported, where one is none. */
  private Optional<Factors> factors(Builtin b, String what, Arg x, Arg y) {
    var values = new ArrayList<Value>();
    for (Arg arg : List.of(x, y)) {
      if (arg.typed().isUnknown()) {
        return Optional.empty();
      }
      var refused = DTypeRules.refuse(b, arg, false, List.of(x, y), cx.frame.discipline());
      if (refused.isPresent()) {
        cx.report(refused.get());
        return Optional.empty();
      }
      if (arg.typed().rank() == 0) {
        cx.report(
            ErrorId.CONTRACTION
                .at(
                    arg.span(),
                    what + " takes arrays, but `" + arg.typed().name() + "` is a scalar")
                .found(arg.typed().type())
                .hint("a scalar multiplies with `*`"));
        return Optional.empty();
      }
      Value factor = ((Typed.Strong) arg.typed()).value();
      (b == Builtin.TENSORDOT
              ? cx.ranks.plain(what, factor, arg.span())
              : cx.nesting.plain(what, factor, arg.span()))
          .ifPresent(values::add);
    }
    return values.size() == 2
        ? Optional.of(new Factors(values.getFirst(), values.getLast()))
        : Optional.empty();
  }

  /**
   * @param what the operation's name in messages
   */
  public Typed matmul(String what, Arg x, Arg y, Span span) {
    Optional<Factors> factors = factors(Builtin.MATMUL, what, x, y);
    if (factors.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value left = factors.get().left();
    Value right = factors.get().right();
    boolean lined = !right.isUnranked() && right.rank() <= 2;
    String text = "`%s` ".formatted(Names.ofSource(span));
    String matrices = text + "takes matrices where their ranks are found at run time";
    cx.ranks.atLeast(
        left, lined ? 1 : 2, lined ? text + "takes vectors or matrices" : matrices, span);
    cx.ranks.atLeast(right, 2, matrices, span);
    int batch = Math.max(0, Math.max(left.rank(), right.rank()) - 2);
    boolean rows = left.rank() > 1;
    boolean columns = right.rank() > 1;
    int rank = batch + (rows ? 1 : 0) + (columns ? 1 : 0);
    List<Integer> leftPlaces = batchPlaces(left.rank() - 2, batch);
    List<Integer> rightPlaces = batchPlaces(right.rank() - 2, batch);
    if (rows) {
      leftPlaces.add(batch);
    }
    leftPlaces.add(rank);
    rightPlaces.add(rank);
    if (columns) {
      rightPlaces.add(rank - 1);
    }
    int inner = columns ? right.rank() - 2 : 0;
    return joined(left, leftPlaces, right, rightPlaces, batch, span)
            && meet(left, left.rank() - 1, right, inner, span)
        ? product(left, leftPlaces, right, rightPlaces, rank, batch, span)
        : Typed.UNKNOWN;
  }

  private Typed product(
      Value left,
      List<Integer> leftPlaces,
      Value right,
      List<Integer> rightPlaces,
      int rank,
      int batch,
      Span span) {
    var factors = List.of(new Operand(left, leftPlaces), new Operand(right, rightPlaces));
    return cx.products.of(factors, rank, batch, span);
  }

  /** Axes that are broadcast are lined up at the right. */
  private static List<Integer> batchPlaces(int own, int batch) {
    return IntStream.range(batch - Math.max(own, 0), batch)
        .boxed()
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private Typed vecdot(Arg x, Arg y, Optional<Ast.Expr> written, Span span) {
    Optional<Factors> factors = factors(Builtin.VECDOT, "`vecdot`", x, y);
    if (factors.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value left = factors.get().left();
    Value right = factors.get().right();
    Optional<Integer> along = cx.axes.ofBoth(Builtin.VECDOT, written, left, right, span);
    if (along.isEmpty()) {
      return Typed.UNKNOWN;
    }
    int fromEnd = along.get();
    int rank = Math.max(left.rank(), right.rank()) - 1;
    List<Integer> leftPlaces = batchPlaces(left.rank() - 1, rank);
    List<Integer> rightPlaces = batchPlaces(right.rank() - 1, rank);
    leftPlaces.add(left.rank() - fromEnd, rank);
    rightPlaces.add(right.rank() - fromEnd, rank);
    return joined(left, leftPlaces, right, rightPlaces, rank, span)
            && meet(left, left.rank() - fromEnd, right, right.rank() - fromEnd, span)
        ? product(left, leftPlaces, right, rightPlaces, rank, rank, span)
        : Typed.UNKNOWN;
  }

  // ---------------------------------------------------------------- tensordot

  /** The axes of both factors whose products are added up, pair by pair. */
  private record Pairs(List<Integer> left, List<Integer> right) {}

  private Typed tensordot(Arg x, Arg y, Optional<Ast.Expr> written, Span span) {
    Optional<Factors> factors = factors(Builtin.TENSORDOT, "`tensordot`", x, y);
    if (factors.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value left = factors.get().left();
    Value right = factors.get().right();
    Optional<Pairs> pairs =
        written.isEmpty() ? counted(2, left, right, span) : pairs(written.get(), left, right);
    if (pairs.isEmpty()) {
      return Typed.UNKNOWN;
    }
    List<Integer> over = pairs.get().left();
    List<Integer> with = pairs.get().right();
    for (int i = 0; i < over.size(); i++) {
      if (!meet(left, over.get(i), right, with.get(i), span)) {
        return Typed.UNKNOWN;
      }
    }
    int leftFree = left.rank() - over.size();
    int rank = leftFree + right.rank() - with.size();
    return product(
        left,
        places(left.rank(), over, 0, rank),
        right,
        places(right.rank(), with, leftFree, rank),
        rank,
        0,
        span);
  }

  /** The other axes in order from {@code free} on, those that are added up behind the result's. */
  private static List<Integer> places(int rank, List<Integer> summed, int free, int resultRank) {
    var places = new ArrayList<Integer>();
    int next = free;
    for (int axis = 0; axis < rank; axis++) {
      places.add(summed.contains(axis) ? resultRank + summed.indexOf(axis) : next++);
    }
    return places;
  }

  private Optional<Pairs> pairs(Ast.Expr e, Value left, Value right) {
    if (e instanceof Ast.TupleLit t) {
      if (t.items().size() != 2) {
        cx.report(
            ErrorId.AXIS
                .at(e.span(), "`axes` names the axes of both factors")
                .hint("write `axes=((0, 1), (1, 0))`, or a number: `axes=2`"));
        return Optional.empty();
      }
      Optional<List<Integer>> over = cx.axes.list(t.items().getFirst(), new Typed.Strong(left));
      Optional<List<Integer>> with = cx.axes.list(t.items().getLast(), new Typed.Strong(right));
      if (over.isEmpty() || with.isEmpty()) {
        return Optional.empty();
      }
      if (over.get().size() != with.get().size()) {
        cx.report(
            ErrorId.AXIS.at(
                e.span(),
                "%d axes of `%s` are paired with %d of `%s`"
                    .formatted(over.get().size(), left.name(), with.get().size(), right.name())));
        return Optional.empty();
      }
      return Optional.of(new Pairs(over.get(), with.get()));
    }
    Typed typed = cx.infer(e);
    if (typed instanceof Typed.Const c && c.value() instanceof Long count) {
      return counted(count, left, right, e.span());
    }
    if (!typed.isUnknown()) {
      cx.report(
          ErrorId.NEEDS_CONSTANT
              .at(e.span(), "`axes` is a number known when compiling, or two lists of axes")
              .found(typed.type())
              .hint("write `axes=2`, or `axes=((0, 1), (1, 0))`"));
    }
    return Optional.empty();
  }

  private Optional<Pairs> counted(long count, Value left, Value right, Span span) {
    if (count < 0 || count > Math.min(left.rank(), right.rank())) {
      cx.report(
          ErrorId.AXIS
              .at(
                  span,
                  "`tensordot` over %d axes of `%s` and `%s`"
                      .formatted(count, left.name(), right.name()))
              .because(left.name() + ": " + cx.shown(left))
              .because(right.name() + ": " + cx.shown(right))
              .expected("0 to " + Math.min(left.rank(), right.rank())));
      return Optional.empty();
    }
    int n = (int) count;
    return Optional.of(
        new Pairs(
            IntStream.range(left.rank() - n, left.rank()).boxed().toList(),
            IntStream.range(0, n).boxed().toList()));
  }

  // ---------------------------------------------------------------- sizes

  /** The axes before {@code batch} are broadcast; false, and reported, where they cannot be. */
  private boolean joined(
      Value left,
      List<Integer> leftPlaces,
      Value right,
      List<Integer> rightPlaces,
      int batch,
      Span span) {
    int rank = batch + left.rank() + right.rank();
    return batch == 0
        || cx.broadcasting
            .join(
                Builtin.MULTIPLY,
                List.of(left, right),
                List.of(
                    apart(leftPlaces, batch, batch),
                    apart(rightPlaces, batch, batch + left.rank())),
                rank,
                span)
            .isPresent();
  }

  /** The axes that are not broadcast get places of their own, which nothing joins. */
  private static List<Integer> apart(List<Integer> places, int batch, int free) {
    var all = new ArrayList<Integer>();
    for (int axis = 0; axis < places.size(); axis++) {
      all.add(places.get(axis) < batch ? places.get(axis) : free + axis);
    }
    return all;
  }

  /** Two axes whose products are added up have one size; false, and reported, where they do not. */
  boolean meet(Value left, int leftAxis, Value right, int rightAxis, Span span) {
    Dim expected = cx.emit.resolve(left.shape().get(leftAxis));
    Dim actual = cx.emit.resolve(right.shape().get(rightAxis));
    if (actual.equals(expected)) {
      return true;
    }
    String text = Names.ofSource(span);
    if (Dims.sub(actual, expected) instanceof Dim.Const) {
      var d =
          ErrorId.CONTRACTION
              .at(span, "`" + text + "` adds up products along axes of different sizes")
              .because(line(left, leftAxis))
              .because(line(right, rightAxis))
              .because("a size of 1 does not stretch here");
      cx.report(
          cx.origin(cx.origin(d, left, span), right, span)
              .hint(advice(left, leftAxis, right, rightAxis)));
      return false;
    }
    Dim declared = right.shape().get(rightAxis);
    var check =
        new TensorIr.ExtentCheck(
            TensorIr.Meeting.CONTRACTION,
            text,
            right.name(),
            right.axisName(rightAxis),
            declared,
            left.name(),
            left.axisName(leftAxis),
            expected,
            span);
    cx.emit.checkOnce(new SizesKey(actual, expected), check, List.of(declared, expected));
    cx.emit.learn(declared, expected, span, "operation");
    return true;
  }

  private String line(Value v, int axis) {
    return "`%s` has size %s on axis %d: %s"
        .formatted(
            v.name(),
            ShapeText.dim(cx.emit.resolve(v.shape().get(axis))),
            v.axisName(axis),
            cx.shown(v));
  }

  private String advice(Value left, int leftAxis, Value right, int rightAxis) {
    if (left.rank() == 2 && right.rank() == 2) {
      return "the columns of the left meet the rows of the right; `.T` changes them for each other";
    }
    if (!(cx.emit.resolve(left.shape().get(leftAxis)) instanceof Dim.Const a)
        || !(cx.emit.resolve(right.shape().get(rightAxis)) instanceof Dim.Const b)) {
      return "cut the longer one with a slice, or name other axes";
    }
    String cut =
        a.value() > b.value()
            ? SubscriptText.on(left, leftAxis, ":" + b.value())
            : SubscriptText.on(right, rightAxis, ":" + a.value());
    return "if the first ones are meant, cut the longer one: `%s`".formatted(cut);
  }
}
