package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Call;
import dev.tensorc.onnx.program.Expr.Literal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Small things that a person would write otherwise, with the same bits. */
final class Tidy {
  private Tidy() {}

  /** {@code bias + x @ weight} as {@code x @ weight + bias}. */
  static @Nullable Expr constantLast(Definition definition, View view) {
    return definition.value().asBinary("+") instanceof Binary(_, Expr left, Expr right)
            && view.isWeight(left)
            && !view.isWeight(right)
        ? new Binary("+", right, left)
        : null;
  }

  /** {@code query @ key / 5.656854} as {@code query @ key / sqrt(32.0)}. */
  static @Nullable Expr rootOfSize(Definition definition, View view) {
    if (!(definition.value().asBinary("/") instanceof Binary(_, Expr scores, Expr by))
        || !(view.at(scores).asBinary("@") instanceof Binary)
        || !View.isPlainFloat(definition)
        || !(View.number(by) instanceof Double number)) {
      return null;
    }
    long size = Math.round(number * number);
    boolean isRoot = (float) Math.sqrt(size) == number.floatValue() && number != Math.rint(number);
    return isRoot ? new Binary("/", scores, new Literal("sqrt(%d.0)".formatted(size))) : null;
  }

  /** New axes that are put in one behind the other, at once. */
  static @Nullable Expr newAxes(Definition definition, View view) {
    if (definition.value().asCall("expand_dims") instanceof Call(_, List<Expr> outer, _)
        && view.at(outer.getFirst()).asCall("expand_dims")
            instanceof Call(_, List<Expr> inner, _)) {
      List<Integer> later = axes(outer.get(1));
      List<Integer> all = new ArrayList<>(later);
      for (int axis : axes(inner.get(1))) {
        int place = axis;
        for (int each : later) {
          place += each <= place ? 1 : 0;
        }
        all.add(place);
      }
      Collections.sort(all);
      String tuple = all.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
      return Expr.call("expand_dims", inner.getFirst(), new Literal(tuple));
    }
    return null;
  }

  private static List<Integer> axes(Expr literal) {
    String text = literal instanceof Literal(String t) ? t.replaceAll("[() ]", "") : "";
    return Arrays.stream(text.split(",")).map(Integer::valueOf).sorted().toList();
  }
}
