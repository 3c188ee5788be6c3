package dev.tensorc.infer.report;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Spelling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The annotations of a function: {@code @broadcasting(strict)}, {@code @fastmath}, {@code @parts},
 * {@code @allow("TC-K001")}.
 */
public final class Annotations {

  private static final String BROADCASTING = "broadcasting"; // Disciplines reads it
  private static final String FASTMATH = "fastmath";
  private static final String PARTS = "parts";
  private static final List<String> NAMES =
      List.of(BROADCASTING, FASTMATH, PARTS, Allowed.ANNOTATION);

  private Annotations() {}

  /** Whether the function leaves open which bits its transcendental functions give. */
  public static boolean fastmath(Ast.Function f) {
    return has(f, FASTMATH);
  }

  /** Whether the function is split, for rows that lie in parts. */
  public static boolean parts(Ast.Function f) {
    return has(f, PARTS);
  }

  private static boolean has(Ast.Function f, String name) {
    return f.annotations().stream().anyMatch(a -> a.name().text().equals(name));
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
      case FASTMATH -> alone(a, f, earlier);
      case PARTS ->
          f.exported()
              ? alone(a, f, earlier)
              : Optional.of(
                  ErrorId.ANNOTATION
                      .at(a.span(), "`" + f.name().text() + "` is not exported")
                      .hint("write `@parts` before a function that is"));
      case Allowed.ANNOTATION -> Allowed.refuse(a);
      case String name ->
          Optional.of(
              ErrorId.ANNOTATION
                  .at(a.span(), "there is no annotation `@" + name + "`")
                  .hint(
                      Spelling.closest(name, NAMES)
                          .map(best -> "did you mean `@" + best + "`?")
                          .orElse(
                              "annotations are `@broadcasting(strict)`, `@fastmath`, `@parts`"
                                  + " and `@allow(\"TC-B009\")`")));
    };
  }

  private static Optional<Diagnostic> alone(
      Ast.Annotation a, Ast.Function f, Optional<Ast.Annotation> earlier) {
    String name = a.name().text();
    if (!a.args().isEmpty()) {
      return Optional.of(
          ErrorId.ANNOTATION
              .at(a.span(), "`@%s` takes no arguments".formatted(name))
              .hint("write `@%s` alone".formatted(name)));
    }
    return earlier.map(
        first ->
            ErrorId.ANNOTATION
                .at(a.span(), "`" + f.name().text() + "` is `@%s` already".formatted(name))
                .related(first.span(), "the first one")
                .hint("write `@%s` once".formatted(name)));
  }
}
