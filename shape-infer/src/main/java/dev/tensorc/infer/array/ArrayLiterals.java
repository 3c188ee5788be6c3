package dev.tensorc.infer.array;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Array literals: {@code [1, 2]}, {@code [1, 2; 3, 4]}, {@code [[1, 2], [3, 4]]}, and arrays in
 * brackets, which are stacked: {@code [a, b]}.
 */
public final class ArrayLiterals {

  private final ArrayContext cx;

  ArrayLiterals(ArrayContext cx) {
    this.cx = cx;
  }

  /** The parts of a literal, inferred in the order of its text. */
  private sealed interface Part {}

  private record Element(Arg arg) implements Part {}

  private record Rows(Ast.ArrayLit literal, List<List<Part>> rows) implements Part {}

  public Typed infer(Ast.ArrayLit literal, Optional<DType> expected) {
    var elements = new ArrayList<Arg>();
    Rows rows = rows(literal, elements);
    if (elements.stream().anyMatch(e -> e.typed().isUnknown())) {
      return Typed.UNKNOWN;
    }
    Optional<Arg> text = elements.stream().filter(e -> DTypeRules.isText(e.typed())).findFirst();
    if (text.isPresent()) {
      return cx.fail(
          ErrorId.TEXT
              .at(text.get().span(), "an array literal takes no text")
              .found(text.get().typed().type())
              .hint("write one text: `\"+-+\"` has three units"));
    }
    DType dtype = dtype(elements, expected);
    if (elements.stream().anyMatch(e -> e.typed().rank() > 0)) {
      return arrays(rows, dtype).<Typed>map(Typed.Strong::new).orElse(Typed.UNKNOWN);
    }
    Optional<List<Dim>> shape = shape(literal);
    if (shape.isEmpty()) {
      return Typed.UNKNOWN;
    }
    var values = new ArrayList<Value>();
    for (Arg e : elements) {
      var value = cx.weak.as(e.typed(), dtype, e.span());
      if (value.isEmpty()) {
        return Typed.UNKNOWN;
      }
      values.add(value.get());
    }
    String name = Names.ofSource(literal.span());
    Axes axes = Axes.plain(shape.get().size());
    if (nests()) {
      axes = new Axes(axes.stretch(), levels(literal));
    }
    Value result = cx.emit.fresh(dtype, shape.get(), axes, name, literal.span());
    return new Typed.Strong(cx.emit.add(new TensorIr.Literal(result, values)));
  }

  /** A text: one unit is a scalar, as in TML, all else has one axis. */
  public Typed text(Ast.StringLit s) {
    if (!nests()) {
      return cx.fail(
          ErrorId.TEXT
              .at(s.span(), "text is a value in tml alone")
              .hint("begin the file with `broadcasting tml`, or pass numbers"));
    }
    String name = Names.ofSource(s.span());
    var units = new ArrayList<Value>();
    for (char unit : s.value().toCharArray()) {
      Value element = cx.emit.fresh(DType.U16, List.of(), Axes.plain(0).asText(), name, s.span());
      units.add(cx.emit.add(new TensorIr.Constant(element, (int) unit)));
    }
    if (units.size() == 1) {
      return new Typed.Strong(units.getFirst());
    }
    var shape = List.of(Dims.of(units.size()));
    Value result = cx.emit.fresh(DType.U16, shape, Axes.plain(1).asText(), name, s.span());
    return new Typed.Strong(cx.emit.add(new TensorIr.Literal(result, units)));
  }

  /** In tml a list of lists is a tensor of tensors, elsewhere it has one axis more. */
  private boolean nests() {
    return cx.frame.discipline().name() == DisciplineName.TML;
  }

  private Rows rows(Ast.ArrayLit literal, List<Arg> elements) {
    var rows = new ArrayList<List<Part>>();
    for (List<Ast.Expr> row : literal.rows()) {
      var parts = new ArrayList<Part>();
      for (Ast.Expr e : row) {
        if (e instanceof Ast.ArrayLit inner) {
          parts.add(rows(inner, elements));
        } else {
          elements.add(cx.arg(e));
          parts.add(new Element(elements.getLast()));
        }
      }
      rows.add(parts);
    }
    return new Rows(literal, rows);
  }

  /** How many axes each level has: that of the literal, then those of its elements. */
  private static List<Integer> levels(Ast.ArrayLit literal) {
    var levels = new ArrayList<>(List.of(literal.semicolons() ? 2 : 1));
    boolean lists =
        !literal.rows().isEmpty()
            && !literal.rows().getFirst().isEmpty()
            && literal.rows().getFirst().getFirst() instanceof Ast.ArrayLit;
    if (lists) {
      levels.addAll(levels((Ast.ArrayLit) literal.rows().getFirst().getFirst()));
    }
    return levels;
  }

  /** Arrays of one shape, one after the other along new leading axes. */
  private Optional<Value> arrays(Rows rows, DType dtype) {
    Span span = rows.literal().span();
    var stacked = new ArrayList<Value>();
    Axes inner = null;
    for (List<Part> row : rows.rows()) {
      var values = new ArrayList<Value>();
      for (Part part : row) {
        Optional<Value> value =
            switch (part) {
              case Element e -> cx.weak.as(e.arg().typed(), dtype, e.arg().span());
              case Rows r -> arrays(r, dtype);
            };
        value.ifPresent(values::add);
      }
      if (values.size() < row.size() || values.isEmpty()) {
        return Optional.empty();
      }
      inner = values.getFirst().axes();
      for (Value v : values) {
        if (v.isUnranked()) {
          cx.report(
              cx.needsRank(v, "an array literal has one axis more than its elements", v.span()));
          return Optional.empty();
        }
        if (!v.axes().levels().equals(inner.levels())) {
          cx.report(
              ErrorId.NESTING
                  .at(v.span(), "the elements of an array literal are of one type")
                  .found(v.type())
                  .expected(values.getFirst().type()));
          return Optional.empty();
        }
      }
      Optional<Value> along = cx.concatenation.stacked(values, span);
      if (along.isEmpty()) {
        return Optional.empty();
      }
      stacked.add(along.get());
    }
    Optional<Value> all =
        rows.literal().semicolons()
            ? cx.concatenation.stacked(stacked, span)
            : Optional.of(stacked.getFirst());
    Axes element = inner;
    return nests() && element != null && !element.stretch().isEmpty()
        ? all.map(v -> nested(v, element))
        : all;
  }

  private Value nested(Value v, Axes element) {
    var levels = new ArrayList<>(List.of(v.rank() - element.stretch().size()));
    levels.addAll(element.levels());
    return cx.emit.withAxes(v, new Axes(v.axes().stretch(), levels));
  }

  private DType dtype(List<Arg> elements, Optional<DType> expected) {
    var typed = elements.stream().map(Arg::typed).toList();
    boolean weak = typed.stream().allMatch(Typed::isWeak);
    boolean ints = typed.stream().allMatch(t -> t.dtype().isInt());
    if (weak && expected.filter(d -> d.isFloat() || (d.isInt() && ints)).isPresent()) {
      return expected.get();
    }
    return typed.isEmpty()
        ? expected.orElse(DType.F64)
        : DTypeRules.common(typed, cx.frame.discipline());
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
