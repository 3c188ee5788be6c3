package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Call;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code 0.5 * x * (1 + erf(x / sqrt(2)))}, its factors in any order, as {@code gelu(x)}; and the
 * approximation by tanh. Halving is exact, so results differ by the order of two products at most.
 */
final class Gelu implements Rule {
  private static final double CUBE = 0.044715;

  @Override
  public @Nullable Expr rewrite(Definition definition, View view) {
    if (!(definition.value().asBinary("*") instanceof Binary) || !View.isPlainFloat(definition)) {
      return null;
    }
    List<Expr> factors = view.chain("*", definition.value());
    if (factors.size() != 3 || !factors.removeIf(each -> View.isNumber(each, 0.5))) {
      return null;
    }
    Expr gelu = of(factors.getFirst(), factors.getLast(), view);
    return gelu != null ? gelu : of(factors.getLast(), factors.getFirst(), view);
  }

  private static @Nullable Expr of(Expr x, Expr gate, View view) {
    Expr inner = plusOne(gate, view);
    if (!(inner instanceof Call(String function, List<Expr> arguments, _))) {
      return null;
    }
    Expr argument = arguments.getFirst();
    if (function.equals("erf") && isByRootOfTwo(view.at(argument), x, view)) {
      return Expr.call("gelu", x);
    }
    return function.equals("tanh") && isCubic(argument, x, view)
        ? Expr.with(Expr.call("gelu", x), "approximate", "\"tanh\"")
        : null;
  }

  /** The expression that 1 is added to. */
  private static @Nullable Expr plusOne(Expr expr, View view) {
    if (!(view.at(expr).asBinary("+") instanceof Binary(_, Expr a, Expr b))) {
      return null;
    }
    return View.isNumber(a, 1) ? view.at(b) : View.isNumber(b, 1) ? view.at(a) : null;
  }

  private static boolean isByRootOfTwo(Expr expr, Expr x, View view) {
    return switch (expr) {
      case Binary(String o, Expr a, Expr b) when o.equals("/") ->
          view.same(a, x) && View.isNumber(b, Math.sqrt(2));
      case Binary(String o, Expr a, Expr b) when o.equals("*") ->
          view.same(a, x) && View.isNumber(b, Math.sqrt(0.5))
              || view.same(b, x) && View.isNumber(a, Math.sqrt(0.5));
      default -> false;
    };
  }

  /** {@code sqrt(2 / pi) * (x + 0.044715 * x ** 3)}. */
  private static boolean isCubic(Expr expr, Expr x, View view) {
    List<Expr> factors = view.chain("*", expr);
    return factors.removeIf(each -> View.isNumber(each, Math.sqrt(2 / Math.PI)))
        && factors.size() == 1
        && view.at(factors.getFirst()).asBinary("+") instanceof Binary(_, Expr a, Expr b)
        && (view.same(a, x) && isCube(b, x, view) || view.same(b, x) && isCube(a, x, view));
  }

  private static boolean isCube(Expr expr, Expr x, View view) {
    List<Expr> factors = new ArrayList<>(view.chain("*", expr));
    if (!factors.removeIf(each -> View.isNumber(each, CUBE))) {
      return false;
    }
    return switch (factors.size()) {
      case 1 ->
          view.at(factors.getFirst()).asBinary("**") instanceof Binary(_, Expr base, Expr three)
              && view.same(base, x)
              && View.isNumber(three, 3);
      case 3 -> factors.stream().allMatch(each -> view.same(each, x));
      default -> false;
    };
  }
}
