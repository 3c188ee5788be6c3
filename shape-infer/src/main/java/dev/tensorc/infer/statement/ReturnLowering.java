package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.WayOut;
import dev.tensorc.infer.statement.Results.Returned;
import dev.tensorc.infer.type.Ascriptions;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * The way out of a statement whose {@code return}s do not all end the function: a loop, or an
 * {@code if} whose arms may both go on. They become assignments to variables that loops and arms
 * carry like any other; statements after a {@code return} run only while there was none.
 *
 * <pre>{@code
 * for i in 0:n {                   var returned = false; var result = nothing; i = 0
 *   if x[i] < 0 { return i }       while not returned and i < n {
 *   s += x[i]                        if x[i] < 0 { result = i; returned = true }
 * }                                  if not returned { s += x[i] }
 * return -1                          i += 1
 *                                  }
 *                                  if returned then result else -1
 * }</pre>
 *
 * <p>Before the first {@code return} a result is an array without elements, so that carrying it
 * costs nothing; its sizes are late, and their declarations hold again after the statement since
 * each {@code return} has checked them.
 */
final class ReturnLowering implements WayOut {

  /** The name of the variables: no variable of a program has it. */
  static final String NAME = "return";

  private final StatementContext cx;
  private final Results results;
  private final Span span;
  private final Frame.Scope scope;
  private final Frame.Local returned;
  private final List<Declared> types;
  private final List<Frame.Local> values = new ArrayList<>();

  private ReturnLowering(StatementContext cx, Results results, Span span) {
    this.cx = cx;
    this.results = results;
    this.span = span;
    this.scope = cx.frame.open();
    Value no = truth(false);
    returned = bind(no, List.of(), "");
    types = results.declared().stream().map(this::known).toList();
    for (int i = 0; i < types.size(); i++) {
      Declared type = types.get(i);
      Value nothing = nothing(type);
      values.add(bind(nothing, sizes(nothing, type), Integer.toString(i)));
    }
  }

  /** Opens the way out of a statement of the function that is current. */
  static ReturnLowering open(StatementContext cx, Results results, Span span) {
    var exit = new ReturnLowering(cx, results, span);
    cx.frame.setExit(Optional.of(exit));
    return exit;
  }

  /** The type, with the dims of {@code s...} where their number is known. */
  private Declared known(Declared type) {
    return Ascriptions.restName(type)
        .map(cx.frame.rests()::get)
        .filter(Frame.Rest::isRanked)
        .map(r -> type.ofRank(r.sizes().count() + type.dims().size() - 1))
        .orElse(type);
  }

  private Frame.Local bind(Value value, List<Optional<Dim>> sizes, String key) {
    Optional<Integer> least = value.isUnranked() ? Optional.of(0) : Optional.empty();
    var variable =
        new Frame.Variable(NAME, value.dtype(), sizes, value.axes(), least, value.type());
    var local = Frame.Local.variable(variable, new Typed.Strong(value), span);
    local.used = true;
    cx.frame.define(NAME + key, local);
    return local;
  }

  private Value truth(boolean value) {
    var constant = new Typed.Const(value, Boolean.toString(value));
    return cx.weak.as(constant, DType.BOOL, span).orElseThrow();
  }

  /** A value of the type that has no elements; a number for a scalar. */
  private Value nothing(Declared type) {
    Value zero = cx.fills.zero(type.dtype(), span);
    boolean unranked = type.rest().isPresent();
    List<Ast.Dim> dims = type.dims();
    if (dims.isEmpty()) {
      return zero;
    }
    var shape = new ArrayList<Dim>();
    dims.forEach(d -> shape.add(d instanceof Ast.BcastDim ? Dims.ONE : Dims.ZERO));
    Value empty = cx.fills.filled(zero, shape, NAME, span);
    if (unranked) {
      return cx.ranks.widened(empty, Axes.MAX_RANK);
    }
    Axes axes = type.axes();
    return cx.emit.withAxes(empty, results.handedOut() ? axes.unmarked() : axes);
  }

  /** The sizes that the variable keeps: those of {@code bcast} axes, which are always 1. */
  private static List<Optional<Dim>> sizes(Value nothing, Declared type) {
    return type.anonymous(nothing.rank()).dims().stream()
        .map(d -> d instanceof Ast.BcastDim ? Optional.<Dim>of(Dims.ONE) : Optional.<Dim>empty())
        .toList();
  }

  @Override
  public Value returned() {
    return ((Typed.Strong) returned.typed).value();
  }

  @Override
  public void take(Ast.Return r) {
    Optional<List<Returned>> given = results.of(r);
    returned.typed = new Typed.Strong(truth(true));
    for (int i = 0; i < values.size(); i++) {
      int at = i;
      Frame.Local local = values.get(i);
      local.typed =
          given
              .map(all -> all.get(at).typed())
              .map(t -> kept(((Typed.Strong) t).value(), local.variable.orElseThrow()))
              .orElse(Typed.UNKNOWN);
    }
  }

  private Typed kept(Value value, Frame.Variable variable) {
    if (!variable.anyRank()) {
      return new Typed.Strong(cx.emit.withAxes(value, variable.axes()));
    }
    Value wide = cx.ranks.widened(value, variable.shape().size());
    return new Typed.Strong(cx.emit.withAxes(wide, wide.axes().unmarked()));
  }

  /**
   * The returned value, with its declared sizes, in the region of the return; empty where the value
   * has an error.
   */
  Optional<List<Returned>> taken() {
    cx.frame.setExit(Optional.empty());
    cx.frame.close(scope);
    var all = new ArrayList<Returned>();
    var shared = new HashMap<String, Dim>();
    for (int i = 0; i < values.size(); i++) {
      Typed typed = values.get(i).typed;
      if (typed.isUnknown()) {
        return Optional.empty();
      }
      Declared type = types.get(i).anonymous(typed.rank());
      var declared = new ArrayList<Optional<Dim>>();
      for (int axis = 0; axis < type.dims().size(); axis++) {
        Ast.Dim d = type.dims().get(axis);
        int own = axis;
        declared.add(
            switch (d) {
              case Ast.ExprDim e when cx.dims.isKnown(e.value()) -> cx.dims.size(e);
              case Ast.BcastDim _ -> Optional.of(Dims.ONE);
              case Ast.ExprDim _, Ast.DynamicDim _, Ast.RestDim _ ->
                  results
                      .shared(d)
                      .map(name -> shared.computeIfAbsent(name, _ -> size(typed, own)));
            });
      }
      all.add(new Returned(typed, declared, span));
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  private static Dim size(Typed typed, int axis) {
    return ((Typed.Strong) typed).value().shape().get(axis);
  }
}
