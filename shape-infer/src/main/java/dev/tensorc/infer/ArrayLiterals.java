package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Array literals of scalars: {@code [1, 2]}, {@code [1, 2; 3, 4]}, {@code [[1, 2], [3, 4]]}. */
final class ArrayLiterals {

  private final Context cx;

  ArrayLiterals(Context cx) {
    this.cx = cx;
  }

  Typed infer(Ast.ArrayLit literal, Optional<DType> expected) {
    Optional<List<Dim>> shape = shape(literal);
    if (shape.isEmpty()) {
      return Typed.UNKNOWN;
    }
    var elements = new ArrayList<Elementwise.Arg>();
    collect(literal, elements);
    for (Elementwise.Arg e : elements) {
      if (e.typed().isUnknown()) {
        return Typed.UNKNOWN;
      }
      if (e.typed().rank() > 0) {
        return cx.fail(
            Unsupported.expression(
                e.span(),
                "an array such as `" + e.typed().name() + "` inside an array literal is",
                ""));
      }
    }
    DType dtype = dtype(elements, expected);
    var values = new ArrayList<Value>();
    for (Elementwise.Arg e : elements) {
      var value = cx.weak.as(e.typed(), dtype, e.span());
      if (value.isEmpty()) {
        return Typed.UNKNOWN;
      }
      values.add(value.get());
    }
    Value result =
        cx.emit.fresh(dtype, shape.get(), Names.ofSource(literal.span()), literal.span());
    return new Typed.Strong(cx.emit.add(new TensorIr.Literal(result, values)));
  }

  private static DType dtype(List<Elementwise.Arg> elements, Optional<DType> expected) {
    var typed = elements.stream().map(Elementwise.Arg::typed).toList();
    boolean weak = typed.stream().allMatch(Typed::isWeak);
    boolean ints = typed.stream().allMatch(t -> t.dtype().isInt());
    if (weak && expected.filter(d -> d.isFloat() || (d.isInt() && ints)).isPresent()) {
      return expected.get();
    }
    return typed.isEmpty() ? expected.orElse(DType.F64) : DTypeRules.common(typed);
  }

  private void collect(Ast.ArrayLit literal, List<Elementwise.Arg> elements) {
    for (List<Ast.Expr> row : literal.rows()) {
      for (Ast.Expr e : row) {
        if (e instanceof Ast.ArrayLit inner) {
          collect(inner, elements);
        } else {
          elements.add(cx.expressions.arg(e));
        }
      }
    }
  }

  /** The shape of the literal's text; empty, and reported, where rows differ. */
  private Optional<List<Dim>> shape(Ast.ArrayLit literal) {
    var rows = new ArrayList<List<Dim>>();
    for (List<Ast.Expr> row : literal.rows()) {
      Optional<List<Dim>> shape = rowShape(row);
      if (shape.isEmpty()) {
        return Optional.empty();
      }
      if (!rows.isEmpty() && !rows.getFirst().equals(shape.get())) {
        Span place = row.isEmpty() ? literal.span() : row.getFirst().span();
        cx.report(ragged(place, shape.get(), rows.getFirst()));
        return Optional.empty();
      }
      rows.add(shape.get());
    }
    if (!literal.semicolons()) {
      return Optional.of(rows.isEmpty() ? List.of(Dims.ZERO) : rows.getFirst());
    }
    var shape = new ArrayList<Dim>(List.of(Dims.of(rows.size())));
    shape.addAll(rows.getFirst());
    return Optional.of(shape);
  }

  private Optional<List<Dim>> rowShape(List<Ast.Expr> row) {
    List<Dim> item = null;
    for (Ast.Expr e : row) {
      List<Dim> shape = List.of();
      if (e instanceof Ast.ArrayLit inner) {
        var nested = shape(inner);
        if (nested.isEmpty()) {
          return Optional.empty();
        }
        shape = nested.get();
      }
      if (item != null && !item.equals(shape)) {
        cx.report(ragged(e.span(), shape, item));
        return Optional.empty();
      }
      item = shape;
    }
    var shape = new ArrayList<Dim>(List.of(Dims.of(row.size())));
    shape.addAll(item == null ? List.of() : item);
    return Optional.of(shape);
  }

  private static Diagnostic ragged(Span place, List<Dim> shape, List<Dim> before) {
    return ErrorId.RAGGED
        .at(
            place,
            "the array literal is ragged: here " + text(shape) + ", before it " + text(before))
        .hint("give every row as many elements");
  }

  private static String text(List<Dim> shape) {
    return switch (shape.size()) {
      case 0 -> "a scalar";
      case 1 -> "a row of " + shape.getFirst();
      default -> "rows of shape " + shape;
    };
  }
}
