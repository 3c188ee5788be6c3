package dev.tensorc.infer.report;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Spelling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The annotations of a function: {@code @broadcasting(strict)}, {@code @fastmath}, {@code
 * @allow("TC-K001")}.
 */
public final class Annotations {

  private static final String BROADCASTING = "broadcasting"; // Disciplines reads it
  private static final String FASTMATH = "fastmath";
  private static final List<String> NAMES = List.of(BROADCASTING, FASTMATH, Allowed.ANNOTATION);

  private Annotations() {}

  /** Whether the function leaves open which bits its transcendental functions give. */
  public static boolean fastmath(Ast.Function f) {
    return f.annotations().stream().anyMatch(a -> a.name().text().equals(FASTMATH));
  }

  /** The first annotation that is none, or not as it should be, apart from disciplines. */
  public static Optional<Diagnostic> refuse(Ast.Function f) {
    Map<String, Ast.Annotation> earlier = new HashMap<>();
    return f.annotations().stream()
        .filter(a -> !a.name().text().equals(BROADCASTING))
        .flatMap(a -> refuse(a, f, Optional.ofNullable(earlier.put(a.name().text(), a))).stream())
        .findFirst();
  }

  private static Optional<Diagnostic> refuse(
      Ast.Annotation a, Ast.Function f, Optional<Ast.Annotation> earlier) {
    return switch (a.name().text()) {
      case FASTMATH -> fastmath(a, f, earlier);
      case Allowed.ANNOTATION -> Allowed.refuse(a);
      case String name ->
          Optional.of(
              ErrorId.ANNOTATION
                  .at(a.span(), "there is no annotation `@" + name + "`")
                  .hint(
                      Spelling.closest(name, NAMES)
                          .map(best -> "did you mean `@" + best + "`?")
                          .orElse(
                              "annotations are `@broadcasting(strict)`, `@fastmath` and"
                                  + " `@allow(\"TC-B009\")`")));
    };
  }

  private static Optional<Diagnostic> fastmath(
      Ast.Annotation a, Ast.Function f, Optional<Ast.Annotation> earlier) {
    if (!a.args().isEmpty()) {
      return Optional.of(
          ErrorId.ANNOTATION
              .at(a.span(), "`@fastmath` takes no arguments")
              .hint("write `@fastmath` alone"));
    }
    return earlier.map(
        first ->
            ErrorId.ANNOTATION
                .at(a.span(), "`" + f.name().text() + "` is `@fastmath` already")
                .related(first.span(), "the first one")
                .hint("write `@fastmath` once"));
  }
}
