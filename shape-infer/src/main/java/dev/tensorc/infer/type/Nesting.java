package dev.tensorc.infer.type;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Optional;

/**
 * Tensors of tensors, and texts. Element-wise operations and conversions act on all levels,
 * subscripts on the outer one; the rest refuses them here.
 */
public final class Nesting {

  private final TypeContext cx;

  Nesting(TypeContext cx) {
    this.cx = cx;
  }

  /** The value where it has one level of numbers or bools; empty, and reported, where not. */
  public Optional<Value> plain(String what, Value v, Span span) {
    if (v.axes().isText()) {
      cx.report(
          ErrorId.TEXT
              .at(span, what + " takes no text, but `" + v.name() + "` is text")
              .found(cx.shown(v))
              .hint("texts configure: their units are compared, and chosen by subscripts"));
      return Optional.empty();
    }
    if (!v.axes().isNested()) {
      return Optional.of(v);
    }
    cx.report(refused(what, v, cx.shown(v), span));
    return Optional.empty();
  }

  public static Diagnostic refused(String what, Value v, String type, Span span) {
    return ErrorId.NESTING
        .at(span, what + " takes a plain tensor, but `" + v.name() + "` is a tensor of tensors")
        .found(type)
        .hint(
            "subscripts choose one of its elements, as in `%s[%s]`"
                .formatted(v.name(), "0, ".repeat(v.axes().outer() - 1) + "0"));
  }
}
