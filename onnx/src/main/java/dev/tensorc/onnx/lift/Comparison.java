package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Call;
import dev.tensorc.onnx.program.Expr.Index;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.Expr.Option;
import dev.tensorc.onnx.program.Expr.Ref;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares a layer with the first one: whether they are equal, and which values correspond. */
final class Comparison {
  private final Set<String> constants;
  private final Set<String> inFirst;

  /**
   * Names of the first layer's results, and of the values that it takes from outside, to the
   * other's.
   */
  private final Map<String, String> inside = new HashMap<>();

  private final Map<String, String> outside = new LinkedHashMap<>();
  private final Map<String, String> weights = new LinkedHashMap<>();

  private Comparison(Set<String> constants, Set<String> inFirst) {
    this.constants = constants;
    this.inFirst = inFirst;
  }

  /** Compares definition by definition; null where a difference is more than another value. */
  static @Nullable Comparison of(
      List<Definition> first, List<Definition> other, Set<String> constants) {
    if (first.size() != other.size()) {
      return null;
    }
    Set<String> inFirst = new HashSet<>();
    first.forEach(each -> inFirst.addAll(each.results()));
    var comparison = new Comparison(constants, inFirst);
    for (int i = 0; i < first.size(); i++) {
      if (!comparison.equal(first.get(i), other.get(i))) {
        return null;
      }
    }
    return comparison;
  }

  /**
   * The values that the first layer takes from outside, and the values that the other takes in
   * their place.
   */
  Map<String, String> outside() {
    return outside;
  }

  /** The constants of the first layer, and those of the other. */
  Map<String, String> weights() {
    return weights;
  }

  /** The other layer's name of a result of the first. */
  String counterpart(String result) {
    return inside.getOrDefault(result, "");
  }

  private boolean equal(Definition a, Definition b) {
    if (!a.types().equals(b.types()) || !equal(a.value(), b.value())) {
      return false;
    }
    for (int i = 0; i < a.results().size(); i++) {
      inside.put(a.results().get(i), b.results().get(i));
    }
    return true;
  }

  private boolean equal(Expr a, Expr b) {
    return switch (a) {
      case Ref(String x) -> b instanceof Ref(String y) && stands(x, y);
      case Literal _ -> a.equals(b);
      case Call(String f, List<Expr> _, List<Option> xs) ->
          b instanceof Call(String g, List<Expr> _, List<Option> ys)
              && f.equals(g)
              && xs.stream()
                  .map(Option::name)
                  .toList()
                  .equals(ys.stream().map(Option::name).toList())
              && parts(a, b);
      case Binary(String x, _, _) ->
          b instanceof Binary(String y, _, _) && x.equals(y) && parts(a, b);
      case Index(_, String x) -> b instanceof Index(_, String y) && x.equals(y) && parts(a, b);
      case Expr.Transposed _ -> b instanceof Expr.Transposed && parts(a, b);
      case Expr.Arrays _ -> b instanceof Expr.Arrays && parts(a, b);
    };
  }

  private boolean parts(Expr a, Expr b) {
    List<Expr> xs = a.parts();
    List<Expr> ys = b.parts();
    if (xs.size() != ys.size()) {
      return false;
    }
    for (int i = 0; i < xs.size(); i++) {
      if (!equal(xs.get(i), ys.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean stands(String a, String b) {
    if (inFirst.contains(a)) {
      return b.equals(inside.get(a));
    }
    if (constants.contains(a) != constants.contains(b)) {
      return false;
    }
    String known = (constants.contains(a) ? weights : outside).putIfAbsent(a, b);
    return known == null || known.equals(b);
  }
}
