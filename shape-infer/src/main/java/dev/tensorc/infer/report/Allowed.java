package dev.tensorc.infer.report;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.frontend.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Warnings that a function is not to be told of: {@code @allow("TC-B009", "TC-K001")} before it.
 *
 * @param function all of it, wherever it is called from
 * @param ids of the warnings
 */
public record Allowed(Span function, Set<String> ids) {

  static final String ANNOTATION = "allow";

  public Allowed {
    ids = Set.copyOf(ids);
  }

  /** What the functions of a program and of its imports allow. */
  public static List<Allowed> of(SourceUnit unit) {
    return files(unit).distinct().flatMap(Allowed::inFile).toList();
  }

  /** Whether this is a warning that its function allows. */
  public boolean covers(Diagnostic d) {
    return d.severity() == Severity.WARNING
        && ids.contains(d.id())
        && d.span().source().equals(function.source())
        && d.span().start() >= function.start()
        && d.span().end() <= function.end();
  }

  private static Stream<Ast.Program> files(SourceUnit unit) {
    return Stream.concat(
        Stream.of(unit.program()), unit.imports().stream().flatMap(i -> files(i.unit())));
  }

  private static Stream<Allowed> inFile(Ast.Program file) {
    return file.items().stream()
        .flatMap(item -> item instanceof Ast.Function f ? Stream.of(f) : Stream.empty())
        .flatMap(f -> f.annotations().stream().map(a -> new Allowed(f.span(), ids(a))))
        .filter(allowed -> !allowed.ids().isEmpty());
  }

  private static Set<String> ids(Ast.Annotation a) {
    return a.name().text().equals(ANNOTATION)
        ? a.args().stream().flatMap(arg -> id(arg).stream()).collect(Collectors.toSet())
        : Set.of();
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
