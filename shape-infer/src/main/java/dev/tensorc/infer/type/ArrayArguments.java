package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Arguments of functions that put elements at other places. */
public final class ArrayArguments {

  private final TypeContext cx;

  ArrayArguments(TypeContext cx) {
    this.cx = cx;
  }

  /** An argument with axes, which may be unranked; empty, and reported, where it is a scalar. */
  public Optional<Value> array(Builtin b, Ast.Expr e) {
    Arg arg = cx.arg(e);
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    Value x = cx.weak.alone(arg.typed(), arg.span());
    if (x.isScalar()) {
      cx.report(needsArray(b, arg));
      return Optional.empty();
    }
    return cx.nesting.plain("`" + b.label() + "`", x, arg.span());
  }

  /** An argument of known rank, which is not 0; empty, and reported, where it is none. */
  public Optional<Value> ranked(Builtin b, Ast.Expr e) {
    return array(b, e).flatMap(x -> cx.ranks.plain("`" + b.label() + "`", x, e.span()));
  }

  /** An argument of rank 2 or more; empty, and reported, where it is of less. */
  public Optional<Value> matrices(Builtin b, Arg arg) {
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    Value x = cx.weak.alone(arg.typed(), arg.span());
    Optional<Value> plain = cx.nesting.plain("`" + b.label() + "`", x, arg.span());
    cx.ranks.atLeast(x, 2, "`" + b.label() + "` takes matrices", arg.span());
    if (plain.isPresent() && x.rank() < 2) {
      String rank = x.isScalar() ? "is a scalar" : "has rank 1";
      cx.report(
          ErrorId.RANK
              .at(
                  arg.span(),
                  "`%s` takes matrices, but `%s` %s".formatted(b.label(), x.name(), rank))
              .found(cx.shown(x))
              .expected("rank 2 or more"));
      return Optional.empty();
    }
    return plain;
  }

  public static Diagnostic needsArray(Builtin b, Arg arg) {
    return ErrorId.RANK
        .at(
            arg.span(),
            "`" + b.label() + "` takes arrays, but `" + arg.typed().name() + "` is a scalar")
        .found(arg.typed().type())
        .hint("a scalar has no axis; `[x]` is an array of one element");
  }

  /** The arrays of a list or tuple, in their common dtype; empty, and reported, where none. */
  public Optional<List<Value>> arrays(Builtin b, Ast.Expr e) {
    List<Ast.Expr> items =
        switch (e) {
          case Ast.TupleLit tuple -> tuple.items();
          case Ast.ArrayLit list when !list.semicolons() && !list.rows().isEmpty() ->
              list.rows().getFirst();
          default -> List.of();
        };
    if (items.isEmpty()) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(e.span(), "`" + b.label() + "` takes a list of arrays in brackets")
              .hint("write `" + b.label() + "([a, b])`"));
      return Optional.empty();
    }
    List<Arg> args = items.stream().map(cx::arg).toList();
    if (args.isEmpty() || args.stream().anyMatch(a -> a.typed().isUnknown())) {
      return Optional.empty();
    }
    DType dtype = DTypeRules.common(args.stream().map(Arg::typed).toList(), cx.frame.discipline());
    var values = new ArrayList<Value>();
    for (Arg arg : args) {
      cx.weak
          .as(arg.typed(), dtype, arg.span())
          .flatMap(v -> cx.nesting.plain("`" + b.label() + "`", v, arg.span()))
          .ifPresent(values::add);
    }
    return values.size() == args.size() ? Optional.of(values) : Optional.empty();
  }

  public Optional<Value> indices(Builtin b, Arg arg) {
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    if (!arg.typed().dtype().isInt()) {
      cx.report(
          ErrorId.NEEDS_INTEGER
              .at(arg.span(), "the indices of `" + b.label() + "` are integers")
              .found(arg.typed().type())
              .hint("convert them: `astype(" + arg.typed().name() + ", i64)`"));
      return Optional.empty();
    }
    return cx.weak
        .as(arg.typed(), DType.I64, arg.span())
        .flatMap(v -> cx.nesting.plain("`" + b.label() + "`", v, arg.span()));
  }

  /** The axis, by default the first; empty, and reported, where the array has none such. */
  public Optional<Integer> axis(Builtin b, Value x, Optional<Ast.Expr> axis, Span span) {
    if (axis.isEmpty() && x.isUnranked()) {
      String why = "`%s` goes along the first axis unless `axis` says otherwise";
      cx.report(cx.needsRank(x, why.formatted(b.label()), span).hint(LAST_AXIS));
      return Optional.empty();
    }
    return axis.isEmpty() ? Optional.of(0) : cx.axes.one(axis.get(), x);
  }

  private static final String LAST_AXIS = "write `axis=-1` for the last one";

  /** The axis, which may be left out where there is one; empty, and reported, where not. */
  public Optional<Integer> along(Builtin b, Value x, Optional<Ast.Expr> axis, Span span) {
    if (axis.isEmpty() && x.isUnranked()) {
      String why = "`%s` of several axes says along which one".formatted(b.label());
      cx.report(cx.needsRank(x, why, span).hint(LAST_AXIS));
      return Optional.empty();
    }
    if (axis.isEmpty() && x.rank() > 1) {
      cx.report(
          ErrorId.AXIS
              .at(span, "`" + b.label() + "` of `" + x.name() + "` does not say along which axis")
              .found(cx.shown(x))
              .hint("write `axis=0`; only an array of rank 1 has just one"));
      return Optional.empty();
    }
    return axis(b, x, axis, span);
  }
}
