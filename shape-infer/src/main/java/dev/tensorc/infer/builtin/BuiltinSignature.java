package dev.tensorc.infer.builtin;

import dev.tensorc.ir.Builtin;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A builtin's parameters, as calls and messages show them. */
final class BuiltinSignature {

  /** The parameter that every element-wise builtin of two arguments has beside those of its row. */
  private static final Builtin.Param DIMENSIONS =
      new Builtin.Param("broadcast_dimensions", Builtin.ParamKind.AXES, "()");

  private BuiltinSignature() {}

  /** Whether the builtin is element-wise, of two arrays. */
  static boolean isBinary(Builtin b) {
    return b.kind() == Builtin.Kind.ELEMENTWISE
        && b.params().size() == 2
        && b.params().getLast().kind() == Builtin.ParamKind.ARRAY;
  }

  /** The parameters in the order of a call. */
  static List<Builtin.Param> params(Builtin b) {
    var params = new ArrayList<>(b.params());
    if (isBinary(b)) {
      params.add(DIMENSIONS);
    }
    return params;
  }

  /** The builtin with its parameters, for messages. */
  static String of(Builtin b) {
    return params(b).stream()
        .map(
            p ->
                switch (p.kind()) {
                  case ARRAYS -> "[" + p.name() + "]";
                  case VARIADIC -> p.name() + "...";
                  default -> p.optional() ? p.name() + "=" + p.otherwise() : p.name();
                })
        .collect(Collectors.joining(", ", b.label() + "(", ")"));
  }
}
