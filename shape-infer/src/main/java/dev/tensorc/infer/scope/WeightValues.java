package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The values of weights, and of the sizes that their file gives, in the compiled function. */
public final class WeightValues {

  private final Context cx;
  private final Map<String, Value> values = new HashMap<>();
  private final Map<String, Dim> sizes = new HashMap<>();

  WeightValues(Context cx) {
    this.cx = cx;
  }

  public void define(String name, Value value) {
    values.put(name, value);
  }

  public void define(String size, Dim dim) {
    sizes.put(size, dim);
  }

  public Optional<Dim> size(String name) {
    return Optional.ofNullable(sizes.get(name));
  }

  /** Whether the name means a weight, or a size of weights, where the text stands. */
  public boolean has(String name) {
    return cx.declarations().weights(name).isPresent();
  }

  /** The value of a name that means a weight, or a size of weights. */
  Typed lookup(Ast.Ref ref) {
    Value value = values.get(ref.name());
    Dim size = sizes.get(ref.name());
    if (value != null) {
      return new Typed.Strong(value);
    }
    if (size != null) {
      return cx.weak.size(size, ref.name(), ref.span());
    }
    return cx.diagnostics.hasErrors()
        ? Typed.UNKNOWN
        : cx.fail(
            ErrorId.NOT_A_VALUE
                .at(ref.span(), "`" + ref.name() + "` is read when the program is loaded")
                .because("a constant is known when the program is compiled")
                .hint("compute values that depend on weights in a function"));
  }
}
