package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.Affine;
import dev.tensorc.infer.index.IndexAnalysis;
import dev.tensorc.infer.index.IndexExtents;
import dev.tensorc.infer.index.IndexScope;
import dev.tensorc.infer.index.IndexScope.Subscripted;
import dev.tensorc.infer.index.IndexScope.Walked;
import dev.tensorc.infer.index.PointIndex;
import dev.tensorc.infer.index.Scatters;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Mentions;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Updates by index notation: {@code y[i] = (x[i - 1] + x[i + 1]) / 2 for i in 1:n-1} leaves the
 * other elements of {@code y} as they are. All subscripts are checked before anything is written.
 */
final class IndexUpdates {

  private final StatementContext cx;

  IndexUpdates(StatementContext cx) {
    this.cx = cx;
  }

  /** Whether an assignment is one: it has ranges, or a subscript that is a name of its own. */
  boolean is(Ast.Assign a) {
    return !a.ranges().isEmpty() || a.subscripts().stream().anyMatch(s -> !names(s).isEmpty());
  }

  /**
   * The names that are subscripts and stand for nothing else: {@code j} of {@code y[j]}, {@code i}
   * of {@code y[p[i] + 1]}.
   */
  private List<Ast.Name> names(Ast.SubscriptList subscripts) {
    var names = new LinkedHashMap<String, Ast.Name>();
    for (Ast.Subscript s : subscripts.items()) {
      if (s instanceof Ast.At(Ast.Expr index, Span _)) {
        if (index instanceof Ast.Ref ref) {
          name(ref, names);
        } else {
          namesInside(index, false, names);
        }
      }
    }
    return List.copyOf(names.values());
  }

  /**
   * @param subscript whether the expression stands in the brackets of another array
   */
  private void namesInside(Ast.Expr e, boolean subscript, Map<String, Ast.Name> names) {
    switch (e) {
      case Ast.Ref ref -> {
        if (subscript) {
          name(ref, names);
        }
      }
      case Ast.Unary u -> namesInside(u.operand(), subscript, names);
      case Ast.Binary b -> {
        namesInside(b.left(), subscript, names);
        namesInside(b.right(), subscript, names);
      }
      case Ast.Call c -> c.args().forEach(arg -> namesInside(arg.value(), subscript, names));
      case Ast.Index i ->
          i.subscripts().items().stream()
              .filter(Ast.At.class::isInstance)
              .forEach(s -> namesInside(((Ast.At) s).index(), true, names));
      case Ast.Conditional c -> {
        namesInside(c.condition(), subscript, names);
        namesInside(c.then(), subscript, names);
        namesInside(c.otherwise(), subscript, names);
      }
      case Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _, Ast.StringLit _ -> {}
      case Ast.IndexReduce r -> {
        var inside = new LinkedHashMap<String, Ast.Name>();
        namesInside(r.value(), subscript, inside);
        r.indices().forEach(index -> inside.remove(index.text()));
        inside.forEach(names::putIfAbsent);
      }
      case Ast.ArrayLit _, Ast.TupleLit _, Ast.Attribute _ -> {}
    }
  }

  private void name(Ast.Ref ref, Map<String, Ast.Name> names) {
    String name = ref.name();
    if (!Names.taken(name) && !Names.reserved(name) && cx.names.earlier(name).isEmpty()) {
      names.putIfAbsent(name, new Ast.Name(name, ref.span()));
    }
  }

  /**
   * The variable once the update is made; empty, and reported, where it cannot be.
   *
   * @param x a variable of a known type
   */
  Optional<Value> of(Ast.Assign a, Frame.Local x, Frame.Variable variable) {
    Value whole = ((Typed.Strong) x.typed).value();
    if (a.subscripts().size() != 1 || !a.dims().isEmpty()) {
      cx.report(
          ErrorId.INDEX_TARGET
              .at(a.target().span(), "an update by indices has one list of subscripts, and no dims")
              .hint("write `" + a.target().text() + "[i, j] = ...`"));
      return Optional.empty();
    }
    Ast.SubscriptList subscripts = a.subscripts().getFirst();
    IndexScope scope = cx.points.begin();
    var analysis = new IndexAnalysis(cx, scope);
    List<PointIndex> indices = analysis.open(indices(a, subscripts), a.ranges());
    Span place = a.target().span().to(subscripts.span());
    Optional<Subscripted> target =
        analysis.subscripts(new Typed.Strong(plain(whole)), subscripts, place);
    if (target.filter(t -> !t.isWalked()).isPresent()) {
      return scattered(a, x, variable, target.get(), indices, scope, analysis);
    }
    Ast.Expr value = value(a, subscripts, place);
    analysis.collect(value);
    if (target.isEmpty() || !analysis.isGood() || !once(a, indices, target.get())) {
      return Optional.empty();
    }
    if (!IndexExtents.solve(cx, scope)) {
      return Optional.empty();
    }
    Typed elements = cx.points.elements(scope, () -> cx.infer(value));
    String text = Names.ofSource(a.value().span());
    return elements.isUnknown()
        ? Optional.empty()
        : cx.weak
            .assigned(elements, variable, text, a.value().span(), x.span)
            .map(written -> update(whole, target.get(), indices, written, variable, a.span()));
  }

  private Optional<Value> scattered(
      Ast.Assign a,
      Frame.Local x,
      Frame.Variable variable,
      Subscripted target,
      List<PointIndex> indices,
      IndexScope scope,
      IndexAnalysis analysis) {
    Optional<Scatters.Written> written = cx.scatters.written(a, target.span());
    if (written.isEmpty()) {
      return Optional.empty();
    }
    analysis.collect(written.get().value());
    return analysis.isGood() && IndexExtents.solve(cx, scope)
        ? cx.scatters.update(a, x, variable, target, written.get(), indices, scope)
        : Optional.empty();
  }

  /** A target does not stretch, whatever the marks of its axes. */
  private static Value plain(Value v) {
    return v.isUnranked() || v.axes().isNested()
        ? v
        : new Value(v.id(), v.dtype(), v.shape(), Axes.plain(v.rank()), v.name(), v.span());
  }

  /** The indices on the left, in their order, then those that have a range only. */
  private List<Ast.Name> indices(Ast.Assign a, Ast.SubscriptList subscripts) {
    var ranged = new LinkedHashMap<String, Ast.Name>();
    a.ranges().forEach(r -> ranged.putIfAbsent(r.index().text(), r.index()));
    var names = new LinkedHashMap<String, Ast.Name>();
    for (Ast.Subscript s : subscripts.items()) {
      ranged.forEach(
          (name, at) -> {
            if (Mentions.in(s, name::equals)) {
              names.putIfAbsent(name, at);
            }
          });
      names(new Ast.SubscriptList(List.of(s), s.span()))
          .forEach(n -> names.putIfAbsent(n.text(), n));
    }
    ranged.forEach(names::putIfAbsent);
    return List.copyOf(names.values());
  }

  /** {@code y[i] += e} writes {@code y[i] + e}. */
  private static Ast.Expr value(Ast.Assign a, Ast.SubscriptList subscripts, Span place) {
    if (a.op().isEmpty()) {
      return a.value();
    }
    var target =
        new Ast.Index(new Ast.Ref(a.target().text(), a.target().span()), subscripts, place);
    return new Ast.Binary(a.op().get(), target, a.value(), Optional.empty(), a.span(), a.span());
  }

  /** Whether each index walks one axis of the target alone; reported where not. */
  private boolean once(Ast.Assign a, List<PointIndex> indices, Subscripted target) {
    for (Walked w : target.axes()) {
      if (w.subscript().factors().size() > 1) {
        cx.report(
            wrong(w.span(), "`" + Names.ofSource(w.span()) + "` has two indices")
                .because("places that several indices lead to would be written several times"));
        return false;
      }
    }
    for (PointIndex index : indices) {
      List<Walked> uses =
          target.axes().stream().filter(w -> w.subscript().factors().containsKey(index)).toList();
      if (uses.size() != 1) {
        cx.report(
            uses.isEmpty()
                ? wrong(index.span, "the index `" + index.name + "` is not on the left")
                    .because("one element would be written again and again")
                : diagonal(a, index, uses, target));
        return false;
      }
    }
    return true;
  }

  /** {@code y[i, i] = e}: the elements of a diagonal are those where two indices are equal. */
  private Diagnostic diagonal(
      Ast.Assign a, PointIndex index, List<Walked> uses, Subscripted target) {
    Diagnostic d =
        wrong(uses.getLast().span(), "the index `" + index.name + "` stands twice on the left");
    boolean bare = target.axes().stream().allMatch(w -> w.subscript().isBare());
    if (target.axes().size() != 2 || uses.size() != 2 || !bare) {
      return d;
    }
    String y = a.target().text();
    String i = index.name;
    String j = i.equals("j") ? "k" : "j";
    String element = "%s[%s, %s]".formatted(y, i, j);
    String written = Names.ofSource(a.value().span());
    String value = a.op().map(op -> element + " " + op.symbol() + " " + operand(a)).orElse(written);
    List<String> sizes =
        target.axes().stream()
            .map(w -> ShapeText.dim(cx.emit.resolve(w.target().shape().get(w.axis()))))
            .toList();
    return sizes.contains("?")
        ? d
        : d.hint(
            "on a diagonal two indices are equal: `%1$s = where(%2$s == %3$s, %4$s, %1$s) for %2$s in 0:%5$s, %3$s in 0:%6$s`"
                .formatted(element, i, j, value, sizes.getFirst(), sizes.getLast()));
  }

  private static String operand(Ast.Assign a) {
    String text = Names.ofSource(a.value().span());
    return a.value() instanceof Ast.Binary || a.value() instanceof Ast.Conditional
        ? "(" + text + ")"
        : text;
  }

  private static Diagnostic wrong(Span span, String title) {
    return ErrorId.INDEX_TARGET
        .at(span, title)
        .hint(
            "on the left each index subscripts one axis: `y[i, j] = ...`; see also `sum[k](...)`");
  }

  private Value update(
      Value whole,
      Subscripted target,
      List<PointIndex> indices,
      Value written,
      Frame.Variable variable,
      Span span) {
    var region = new ArrayList<ViewAxis>();
    for (Walked w : target.axes()) {
      Affine subscript = w.subscript().stepped();
      var walks = new ArrayList<Walk>();
      subscript
          .factors()
          .forEach((index, factor) -> walks.add(new Walk(indices.indexOf(index), factor)));
      region.add(new ViewAxis(walks, cx.emit.resolve(subscript.start())));
    }
    List<Dim> extents = indices.stream().map(i -> cx.emit.resolve(i.extent())).toList();
    Value result =
        cx.emit.fresh(
            whole.dtype(), cx.emit.resolve(whole.shape()), whole.axes(), variable.name(), span);
    Operand value = Operand.whole(written);
    return cx.emit.add(new TensorIr.Update(result, whole, region, extents, value));
  }
}
