package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Merges;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Emitter;
import dev.tensorc.infer.statement.Conditionals.Arm;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The values of a function's {@code return}s, each checked against the declared types. */
final class Results {

  /**
   * One result, of its declared type.
   *
   * @param sizes as declared; empty for {@code ?} and where nothing is declared
   */
  record Returned(Typed typed, List<Optional<Dim>> sizes, Span span) {

    /** The sizes that the other one has as well: others are those of an arm. */
    List<Optional<Dim>> sizesAs(Returned other) {
      return IntStream.range(0, sizes.size())
          .mapToObj(axis -> sizes.get(axis).filter(d -> other.has(axis, d)))
          .toList();
    }

    private boolean has(int axis, Dim size) {
      return axis < sizes.size() && sizes.get(axis).equals(Optional.of(size));
    }

    /** As it leaves a region. */
    Arm leaving(Emitter.Region region, Merges merges) {
      Typed left =
          typed instanceof Typed.Strong(Value value) && !sizes.isEmpty()
              ? new Typed.Strong(merges.leaving(region, value, sizes))
              : typed;
      return new Arm(region, left, span);
    }
  }

  private final StatementContext cx;
  private final Ast.Function f;
  private final List<Declared> declared;

  /** Names that stand alone in several results: those have one size, which the first one gives. */
  private final Set<String> shared = new HashSet<>();

  /**
   * @param declared empty where the function declares no result, or one that does not exist
   */
  Results(StatementContext cx, Ast.Function f, List<Declared> declared) {
    this.cx = cx;
    this.f = f;
    this.declared = declared;
    var once = new HashSet<String>();
    declared.stream()
        .flatMap(d -> d.dims().stream())
        .flatMap(dim -> cx.dims.alone(dim).stream())
        .filter(name -> !once.add(name.name()))
        .forEach(name -> shared.add(name.name()));
  }

  /** The name of the dim, if it stands in several results, and nothing else may have bound it. */
  Optional<String> shared(Ast.Dim dim) {
    return cx.dims.alone(dim).map(Ast.Ref::name).filter(shared::contains);
  }

  List<Declared> declared() {
    return declared;
  }

  /** The values of a {@code return}; empty, and reported, where something is wrong with it. */
  Optional<List<Returned>> of(Ast.Return r) {
    Optional<List<Typed>> typed = typed(r);
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    List<Typed> given = typed.get();
    if (!declared.isEmpty() && given.size() != declared.size()) {
      cx.report(wrongCount(r.span(), given.size(), declared.size()));
      return Optional.empty();
    }
    var results = new ArrayList<Returned>();
    for (int i = 0; i < given.size(); i++) {
      Span span = r.values().get(Math.min(i, r.values().size() - 1)).span();
      Returned result =
          declared.isEmpty()
              ? new Returned(given.get(i), List.of(), span)
              : result(i, given.get(i), span, declared.get(i));
      if (!result.typed().isUnknown()) {
        results.add(result);
      }
    }
    return results.size() == given.size() ? Optional.of(results) : Optional.empty();
  }

  /** The values behind {@code return}, or all results of the call that stands there. */
  private Optional<List<Typed>> typed(Ast.Return r) {
    if (r.values().size() == 1 && declared.size() != 1) {
      return cx.calls.several(r.values().getFirst());
    }
    var typed = new ArrayList<Typed>();
    for (int i = 0; i < r.values().size(); i++) {
      Optional<DType> expected =
          i < declared.size() ? Optional.of(declared.get(i).dtype()) : Optional.empty();
      typed.add(cx.infer(r.values().get(i), expected));
    }
    return Optional.of(typed);
  }

  private Returned result(int i, Typed typed, Span span, Declared type) {
    if (typed.isUnknown()) {
      return new Returned(typed, List.of(), span);
    }
    String subject = subject(i);
    Optional<Value> given = cx.weak.declared(typed, type.dtype(), "the " + subject, span);
    List<Dim> known = given.map(v -> cx.emit.resolve(v.shape())).orElse(List.of());
    Optional<Value> value = given.flatMap(v -> cx.ranks.ascribed(v, type, subject, span));
    value.ifPresent(v -> bindShared(v, type));
    boolean good =
        value.isPresent() && cx.ascriptions.check(value.get(), type, subject, false, span);
    if (!good) {
      return new Returned(Typed.UNKNOWN, List.of(), span);
    }
    cx.strictResults.confirm(given.orElseThrow(), known, type, subject, span);
    Declared fitted = cx.ascriptions.fitted(type, value.get());
    var sizes =
        fitted.dims().stream()
            .map(d -> d instanceof Ast.ExprDim x ? cx.dims.size(x) : Optional.<Dim>empty())
            .toList();
    var axes = cx.ascriptions.ascribed(value.get(), fitted.axes(), type, subject, span);
    return new Returned(
        axes.<Typed>map(
                a -> new Typed.Strong(handedOut() ? value.get() : cx.emit.withAxes(value.get(), a)))
            .orElse(Typed.UNKNOWN),
        sizes,
        span);
  }

  private void bindShared(Value value, Declared type) {
    List<Ast.Dim> dims = cx.ascriptions.fitted(type, value).dims();
    for (int axis = 0; axis < Math.min(value.rank(), dims.size()); axis++) {
      if (shared(dims.get(axis)).isPresent()) {
        cx.ascriptions.bindName(dims.get(axis), cx.emit.resolve(value.shape().get(axis)));
      }
    }
  }

  /** The name of a result in messages. */
  String subject(int i) {
    String name = f.results().get(i).name().map(n -> n.text() + " ").orElse("");
    return "result " + name + "of " + f.name().text();
  }

  /** Whether nothing broadcasts the results any more. */
  boolean handedOut() {
    return cx.frame.caller() == null;
  }

  Diagnostic wrongCount(Span span, int found, int expected) {
    return ErrorId.SEVERAL_RESULTS
        .at(span, "`" + f.name().text() + "` returns " + count(expected) + ", not " + found)
        .found(count(found))
        .expected(count(expected))
        .hint("several results are declared `-> (a: f32[n], b: f32)`: `return (a, b)`");
  }

  static String count(int count) {
    return count == 1 ? "1 result" : count + " results";
  }
}
