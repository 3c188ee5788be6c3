package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Call;
import dev.tensorc.onnx.program.Expr.Option;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code d / sqrt(mean(d ** 2) + eps) * weight + bias} with {@code d = x - mean(x)}, means over the
 * last axis, as {@code layer_norm(x, weight, bias, eps=eps)}: the same operations in one call.
 */
final class LayerNorm implements Rule {
  private static final List<Option> ROWS =
      List.of(new Option("axis", "-1"), new Option("keepdims", "true"));

  @Override
  public @Nullable Expr rewrite(Definition definition, View view) {
    if (!(definition.value().asBinary("+") instanceof Binary(_, Expr left, Expr right))
        || !View.isPlainFloat(definition)) {
      return null;
    }
    Expr normal = affine(left, right, view);
    return normal != null ? normal : affine(right, left, view);
  }

  private static @Nullable Expr affine(Expr scaled, Expr bias, View view) {
    if (!(view.at(scaled).asBinary("*") instanceof Binary(_, Expr left, Expr right))
        || !view.isWeight(bias)) {
      return null;
    }
    Expr normal = normal(left, right, bias, view);
    return normal != null ? normal : normal(right, left, bias, view);
  }

  private static @Nullable Expr normal(Expr quotient, Expr weight, Expr bias, View view) {
    if (view.isWeight(weight)
        && view.at(quotient).asBinary("/") instanceof Binary(_, Expr centred, Expr root)
        && view.at(root).asCall("sqrt") instanceof Call(_, List<Expr> of, _)
        && view.at(of.getFirst()).asBinary("+") instanceof Binary(_, Expr variance, Expr eps)
        && View.number(eps) != null
        && mean(view.at(variance)) instanceof Expr squares
        && view.same(square(view.at(squares), view), centred)
        && view.at(centred).asBinary("-") instanceof Binary(_, Expr x, Expr mean)
        && mean(view.at(mean)) instanceof Expr averaged
        && view.same(averaged, x)) {
      return Expr.with(Expr.call("layer_norm", x, weight, bias), "eps", eps);
    }
    return null;
  }

  private static @Nullable Expr mean(Expr expr) {
    return expr.asCall("mean") instanceof Call(_, List<Expr> of, List<Option> options)
            && options.equals(ROWS)
        ? of.getFirst()
        : null;
  }

  /** The operand of a square; the expression itself where it is no square. */
  private static Expr square(Expr expr, View view) {
    return switch (expr) {
      case Binary(String o, Expr base, Expr two) when o.equals("**") && View.isNumber(two, 2) ->
          base;
      case Binary(String o, Expr a, Expr b) when o.equals("*") && view.same(a, b) -> a;
      default -> expr;
    };
  }
}
