package dev.tensorc.frontend;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A tree as nested lists without its spans, so that trees of different texts compare. */
final class WithoutSpans {

  private WithoutSpans() {}

  static Object of(Object node) {
    return switch (node) {
      case List<?> list -> list.stream().map(WithoutSpans::of).toList();
      case Optional<?> optional -> optional.map(WithoutSpans::of);
      case Ast ast ->
          Stream.concat(
                  Stream.of((Object) ast.getClass().getSimpleName()),
                  Stream.of(ast.getClass().getRecordComponents())
                      .filter(component -> component.getType() != Span.class)
                      .map(component -> of(component(ast, component))))
              .toList();
      default -> node;
    };
  }

  private static Object component(Ast ast, java.lang.reflect.RecordComponent component) {
    try {
      return component.getAccessor().invoke(ast);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new AssertionError(e);
    }
  }
}
