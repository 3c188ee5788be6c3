package dev.tensorc.infer.report;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.frontend.Span;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A warning that a function is not to be told of: {@code @allow("TC-B009", "TC-K001")} before it
 * are two.
 *
 * @param function all of it, wherever it is called from
 * @param id of the warning
 * @param place of the id in the annotation
 */
public record Allowed(Span function, String id, Span place) {

  static final String ANNOTATION = "allow";

  /** The warnings that the functions of a program and of its imports allow. */
  public static List<Allowed> of(SourceUnit unit) {
    return files(unit).distinct().flatMap(Allowed::inFile).toList();
  }

  /** Whether this is a warning that its function allows. */
  public boolean covers(Diagnostic d) {
    return d.severity() == Severity.WARNING && id.equals(d.id()) && holds(d.span());
  }

  private boolean holds(Span span) {
    return span.source().equals(function.source())
        && span.start() >= function.start()
        && span.end() <= function.end();
  }

  /**
   * Tells of this if nothing of its function is such a warning; empty where the function is no part
   * of the program's exported code, so that another program may have the warning, and for the id of
   * this warning itself.
   *
   * @param code places of all code that the program exports
   */
  public Optional<Diagnostic> unused(Collection<Span> code) {
    return id.equals(ErrorId.UNUSED_ALLOW.code()) || code.stream().noneMatch(this::holds)
        ? Optional.empty()
        : Optional.of(
            ErrorId.UNUSED_ALLOW
                .warningAt(place, "`@allow(" + place.text() + ")` silences nothing")
                .hint("remove it: its function has no such warning"));
  }

  private static Stream<Ast.Program> files(SourceUnit unit) {
    return Stream.concat(
        Stream.of(unit.program()), unit.imports().stream().flatMap(i -> files(i.unit())));
  }

  private static Stream<Allowed> inFile(Ast.Program file) {
    return file.items().stream()
        .flatMap(item -> item instanceof Ast.Function f ? Stream.of(f) : Stream.empty())
        .flatMap(f -> f.annotations().stream().flatMap(a -> inAnnotation(f, a)));
  }

  private static Stream<Allowed> inAnnotation(Ast.Function f, Ast.Annotation a) {
    return a.name().text().equals(ANNOTATION)
        ? a.args().stream()
            .flatMap(arg -> id(arg).stream().map(id -> new Allowed(f.span(), id, arg.span())))
        : Stream.of();
  }

  /** The id that an argument names; empty where it is none of a warning. */
  private static Optional<String> id(Ast.Arg arg) {
    return arg.keyword().isEmpty() && arg.value() instanceof Ast.StringLit text
        ? Arrays.stream(ErrorId.values())
            .filter(ErrorId::warns)
            .map(ErrorId::code)
            .filter(text.value()::equals)
            .findFirst()
        : Optional.empty();
  }

  /** Why an annotation of that name cannot be; empty where it can. */
  static Optional<Diagnostic> refuse(Ast.Annotation a) {
    if (a.args().isEmpty()) {
      return Optional.of(
          ErrorId.ANNOTATION
              .at(a.span(), "`@allow` names no warning")
              .hint("write its id, as in `@allow(\"TC-B009\")`"));
    }
    return a.args().stream()
        .filter(arg -> id(arg).isEmpty())
        .findFirst()
        .map(
            arg ->
                ErrorId.ANNOTATION
                    .at(arg.span(), "`" + arg.span().text() + "` is not the id of a warning")
                    .hint("ids of warnings are " + warnings()));
  }

  private static String warnings() {
    return Arrays.stream(ErrorId.values())
        .filter(ErrorId::warns)
        .map(e -> "`\"" + e.code() + "\"`")
        .collect(Collectors.joining(", "));
  }
}
