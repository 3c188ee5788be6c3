package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ranks;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code einsum("ij,jk->ik", a, b)}: in index notation {@code let c[i, k] = sum[j](a[i, j] * b[j,
 * k])}, by the same steps. Two factors are a contraction; of more, two after two are contracted as
 * long as that adds up a letter, and the others are multiplied from the left and then added up. Of
 * one, axes are added up or put in another order.
 */
final class Einsum {

  private final BuiltinContext cx;

  Einsum(BuiltinContext cx) {
    this.cx = cx;
  }

  Typed call(Builtin b, Ast.Expr subscripts, Ast.Expr operands, Span span) {
    if (!(subscripts instanceof Ast.StringLit text)) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(subscripts.span(), "the subscripts of `einsum` are a text")
              .hint("write `einsum(\"ij,jk->ik\", a, b)`"));
    }
    EinsumLabels labels;
    try {
      labels = EinsumLabels.of(text.value());
    } catch (EinsumLabels.Malformed e) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(text.span(), "the subscripts of `einsum`: " + e.getMessage())
              .hint("a letter for each axis of each operand, then the result's: `\"ij,jk->ik\"`"));
    }
    Optional<List<Value>> values = values(b, labels, operands, text);
    return values.flatMap(v -> summed(labels, v, text, span)).orElse(Typed.UNKNOWN);
  }

  /** The text to write where operands are missing; or else the way to tell letters apart. */
  private static String advice(int operands, List<Ast.Expr> written, Ast.StringLit text) {
    if (written.size() > operands) {
      return "a comma stands between the letters of two operands";
    }
    var arrays = new ArrayList<String>();
    written.forEach(e -> arrays.add(Names.ofSource(e.span())));
    arrays.addAll(Collections.nCopies(operands - written.size(), "..."));
    String all = String.join(", ", arrays);
    return "pass an array for each group of letters: `einsum(%s, %s)`"
        .formatted(Names.ofSource(text.span()), all);
  }

  /** The operands as ranked arrays of numbers, as many as have labels. */
  private Optional<List<Value>> values(
      Builtin b, EinsumLabels labels, Ast.Expr operands, Ast.StringLit text) {
    List<Ast.Expr> written = ((Ast.ArrayLit) operands).rows().getFirst();
    if (written.size() != labels.operands().size()) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(
                  text.span(),
                  "the subscripts of `einsum` are those of %d operand%s, but the call passes %d"
                      .formatted(
                          labels.operands().size(),
                          labels.operands().size() == 1 ? "" : "s",
                          written.size()))
              .hint(advice(labels.operands().size(), written, text)));
      return Optional.empty();
    }
    List<Arg> args = written.stream().map(cx::arg).toList();
    var values = new ArrayList<Value>();
    for (int i = 0; i < args.size(); i++) {
      Arg arg = args.get(i);
      if (arg.typed().isUnknown()) {
        return Optional.empty();
      }
      var refused = DTypeRules.refuse(b, arg, false, args, cx.frame.discipline());
      if (refused.isPresent()) {
        cx.report(refused.get());
        return Optional.empty();
      }
      Value x = cx.weak.alone(arg.typed(), arg.span());
      List<Character> own = labels.operands().get(i);
      Optional<Value> fitting =
          cx.nesting.plain("`einsum`", x, arg.span()).flatMap(v -> fitting(own, v, arg.span()));
      if (fitting.isEmpty()) {
        return Optional.empty();
      }
      values.add(fitting.get());
    }
    return Optional.of(values);
  }

  /** The operand with as many axes as labels, which of an unranked one is checked. */
  private Optional<Value> fitting(List<Character> own, Value x, Span span) {
    boolean open = own.contains(EinsumLabels.REST);
    int named = own.size() - (open ? 1 : 0);
    String names = "its subscripts name " + Ranks.axes(named);
    if (x.isUnranked() && !open && named <= x.rank()) {
      return Optional.of(cx.ranks.ranked(x, named, names, span));
    }
    if (x.isUnranked() && open && own.getFirst() != EinsumLabels.REST) {
      cx.report(cx.needsRank(x, "letters before `...` count axes from the first one", span));
      return Optional.empty();
    }
    if (x.rank() == named || (open && x.rank() > named)) {
      cx.ranks.atLeast(x, named, names, span);
      return Optional.of(x);
    }
    cx.report(
        ErrorId.RANK
            .at(
                span,
                "`%s` has rank %d, but its subscripts name %s"
                    .formatted(x.name(), x.rank(), Ranks.axes(named)))
            .found(cx.shown(x))
            .hint("each axis has a letter; `...` stands for those that have none"));
    return Optional.empty();
  }

  /** An operand without repeated labels, its axes at their places in the common space. */
  private record Placed(Value value, List<Character> labels, int rest) {
    int axis(char label) {
      int at = labels.indexOf(label);
      boolean behind = labels.contains(EinsumLabels.REST) && at > labels.indexOf(EinsumLabels.REST);
      return behind ? at - 1 + rest : at;
    }
  }

  private Optional<Typed> summed(
      EinsumLabels labels, List<Value> values, Ast.StringLit text, Span span) {
    var placed = new ArrayList<Placed>();
    for (int i = 0; i < values.size(); i++) {
      Optional<Placed> one = withoutRepeats(values.get(i), labels.operands().get(i), span);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      placed.add(one.get());
    }
    int rest = placed.stream().mapToInt(Placed::rest).max().orElse(0);
    Optional<Value> unranked = values.stream().filter(Value::isUnranked).findFirst();
    if (unranked.isPresent() && labels.output().indexOf(EinsumLabels.REST) > 0) {
      String why = "letters before `...` count axes of the result from the first one";
      cx.report(cx.needsRank(unranked.get(), why, text.span()));
      return Optional.empty();
    }
    if (rest > 0 && !labels.output().contains(EinsumLabels.REST)) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(text.span(), "the result of `einsum` lacks the axes that `...` stands for")
              .hint("write `...` in the result, too, or add up over the axes with `sum`"));
      return Optional.empty();
    }
    if (!meet(placed, span) || !broadcast(placed, rest, span)) {
      return Optional.empty();
    }
    return Optional.of(product(inPairs(placed, labels, rest, span), labels.output(), rest, span));
  }

  /**
   * Contracts two operands after the other, as long as a letter has its end with them: {@code
   * "ij,jk,kl->il"} is two products of matrices. Products of f16 and bf16 are rounded once.
   */
  private List<Placed> inPairs(List<Placed> placed, EinsumLabels labels, int rest, Span span) {
    var left = new ArrayList<>(placed);
    boolean mayContract =
        left.stream()
            .map(Placed::value)
            .noneMatch(v -> v.isUnranked() || v.dtype().computation() != v.dtype());
    Optional<List<Placed>> two = mayContract ? pair(left, labels) : Optional.empty();
    while (two.isPresent()) {
      List<Character> kept = kept(two.get(), left, labels);
      Value product = ((Typed.Strong) product(two.get(), kept, rest, span)).value();
      int axes = kept.contains(EinsumLabels.REST) ? rest : 0;
      left.set(left.indexOf(two.get().getFirst()), new Placed(product, kept, axes));
      left.remove(two.get().getLast());
      two = pair(left, labels);
    }
    return left;
  }

  /** The first two of more operands with a letter that neither another nor the result has. */
  private static Optional<List<Placed>> pair(List<Placed> all, EinsumLabels labels) {
    for (int i = 0; i < all.size() && all.size() > 2; i++) {
      for (int j = i + 1; j < all.size(); j++) {
        List<Placed> two = List.of(all.get(i), all.get(j));
        if (!kept(two, all, labels).containsAll(letters(two))) {
          return Optional.of(two);
        }
      }
    }
    return Optional.empty();
  }

  /** The letters of two operands that the result or another operand has, the result's first. */
  private static List<Character> kept(List<Placed> two, List<Placed> all, EinsumLabels labels) {
    List<Placed> others = new ArrayList<>(all);
    two.forEach(others::remove); // an equal one is another
    List<Character> own = letters(two);
    return Stream.concat(labels.output().stream(), letters(others).stream())
        .distinct()
        .filter(own::contains)
        .toList();
  }

  private static List<Character> letters(List<Placed> some) {
    return some.stream().flatMap(p -> p.labels().stream()).distinct().toList();
  }

  /** The sum of the products over all letters but some. */
  private Typed product(List<Placed> factors, List<Character> output, int rest, Span span) {
    var space = new ArrayList<Character>();
    for (char label : output) {
      int times = label == EinsumLabels.REST ? rest : 1;
      IntStream.range(0, times).forEach(_ -> space.add(label));
    }
    int rank = space.size();
    letters(factors).stream()
        .filter(label -> label != EinsumLabels.REST && !output.contains(label))
        .forEach(space::add);
    var operands =
        factors.stream().map(p -> new Operand(p.value(), places(p, space, rest))).toList();
    return cx.products.of(operands, rank, rest, span);
  }

  /** Axes of one operand with one label are walked together: a diagonal. */
  private Optional<Placed> withoutRepeats(Value x, List<Character> own, Span span) {
    int rest = own.contains(EinsumLabels.REST) ? x.rank() - own.size() + 1 : 0;
    var kept = new ArrayList<Character>();
    var first = new ArrayList<Integer>();
    var walks = new ArrayList<ViewAxis>();
    int next = 0;
    for (char label : own) {
      if (label == EinsumLabels.REST) {
        kept.add(label);
        for (int i = 0; i < rest; i++) {
          first.add(walks.size());
          walks.add(ViewAxis.whole(next++));
        }
      } else if (kept.contains(label)) {
        int with = new Placed(x, kept, rest).axis(label);
        if (!cx.contractions.meet(x, first.get(with), x, walks.size(), span)) {
          return Optional.empty();
        }
        walks.add(ViewAxis.whole(with));
      } else {
        kept.add(label);
        first.add(walks.size());
        walks.add(ViewAxis.whole(next++));
      }
    }
    if (next == x.rank()) {
      return Optional.of(new Placed(x, kept, rest));
    }
    List<Dim> shape = first.stream().map(a -> cx.emit.resolve(x.shape().get(a))).toList();
    List<Stretch> stretch = first.stream().map(a -> x.axes().stretch().get(a)).toList();
    Value view = cx.fills.view(x, shape, x.axes().changed(stretch), walks, x.name(), span);
    return Optional.of(new Placed(view, kept, rest));
  }

  /** Axes of one label have one size. */
  private boolean meet(List<Placed> placed, Span span) {
    for (int i = 1; i < placed.size(); i++) {
      Placed later = placed.get(i);
      for (char label : later.labels()) {
        Optional<Placed> earlier =
            placed.subList(0, i).stream().filter(p -> p.labels().contains(label)).findFirst();
        if (label != EinsumLabels.REST
            && earlier.isPresent()
            && !cx.contractions.meet(
                earlier.get().value(),
                earlier.get().axis(label),
                later.value(),
                later.axis(label),
                span)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Broadcasts the axes that {@code ...} stands for, lined up at the right. */
  private boolean broadcast(List<Placed> placed, int rest, Span span) {
    if (rest == 0 || placed.size() == 1) {
      return true;
    }
    var places = new ArrayList<List<Integer>>();
    int apart = rest;
    for (Placed p : placed) {
      var own = new ArrayList<Integer>();
      int begin = p.labels().indexOf(EinsumLabels.REST);
      for (int axis = 0; axis < p.value().rank(); axis++) {
        boolean shared = begin >= 0 && axis >= begin && axis < begin + p.rest();
        own.add(shared ? rest - p.rest() + axis - begin : apart++);
      }
      places.add(own);
    }
    List<Value> values = placed.stream().map(Placed::value).toList();
    return cx.broadcasting.join(Builtin.MULTIPLY, values, places, apart, span).isPresent();
  }

  /** For each axis of an operand its place in the space. */
  private static List<Integer> places(Placed p, List<Character> space, int rest) {
    var places = new ArrayList<Integer>();
    for (char label : p.labels()) {
      int at = space.indexOf(label);
      if (label == EinsumLabels.REST) {
        for (int i = 0; i < p.rest(); i++) {
          places.add(at + rest - p.rest() + i);
        }
      } else {
        places.add(at);
      }
    }
    return places;
  }
}
