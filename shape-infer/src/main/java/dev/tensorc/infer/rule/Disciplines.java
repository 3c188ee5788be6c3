package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.DisciplineName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The disciplines by name: {@code broadcasting strict}, {@code @broadcasting(strict, rank=off)}.
 */
public final class Disciplines {

  private static final List<String> NAMES =
      Arrays.stream(DisciplineName.values()).map(DisciplineName::word).toList();

  private static final String USAGE = "`@broadcasting(strict)`, `@broadcasting(strict, rank=off)`";

  private Disciplines() {}

  /** The discipline called that; empty, and reported, where there is none. */
  public static Optional<Discipline> named(Ast.Name name, Diagnostics diagnostics) {
    return named(name, true, diagnostics);
  }

  private static Optional<Discipline> named(Ast.Name name, boolean ranks, Diagnostics diagnostics) {
    int number = NAMES.indexOf(name.text());
    if (number >= 0) {
      return Optional.of(Discipline.of(DisciplineName.values()[number], ranks));
    }
    diagnostics.report(
        ErrorId.DISCIPLINE
            .at(name.span(), "there is no broadcasting discipline `" + name.text() + "`")
            .hint(
                Spelling.closest(name.text(), NAMES)
                    .map(best -> "did you mean `" + best + "`?")
                    .orElse("disciplines are " + String.join(", ", NAMES))));
    return Optional.empty();
  }

  /** The discipline that a function's annotation names; empty where it has none, or a wrong one. */
  public static Optional<Discipline> annotated(Ast.Function f, Diagnostics diagnostics) {
    var annotations =
        f.annotations().stream().filter(a -> a.name().text().equals("broadcasting")).toList();
    if (annotations.size() > 1) {
      diagnostics.report(
          ErrorId.DISCIPLINE
              .at(annotations.get(1).span(), "`" + f.name().text() + "` has a discipline already")
              .related(annotations.getFirst().span(), "the first one")
              .hint("write one `@broadcasting` for each function"));
      return Optional.empty();
    }
    return annotations.isEmpty() ? Optional.empty() : of(annotations.getFirst(), diagnostics);
  }

  private static Optional<Discipline> of(Ast.Annotation a, Diagnostics diagnostics) {
    if (a.args().isEmpty()
        || a.args().getFirst().keyword().isPresent()
        || !(a.args().getFirst().value() instanceof Ast.Ref name)) {
      diagnostics.report(
          ErrorId.DISCIPLINE
              .at(a.span(), "`@broadcasting` names a discipline")
              .expected("one of " + String.join(", ", NAMES))
              .hint("write " + USAGE));
      return Optional.empty();
    }
    boolean ranks = true;
    for (Ast.Arg arg : a.args().subList(1, a.args().size())) {
      boolean rank = arg.keyword().map(k -> k.text().equals("rank")).orElse(false);
      boolean on = arg.value() instanceof Ast.Ref r && r.name().equals("on");
      boolean off = arg.value() instanceof Ast.Ref r && r.name().equals("off");
      boolean switchable = name.name().equals("numpy") || name.name().equals("strict");
      if (!rank || !(on || off) || !switchable) {
        diagnostics.report(
            ErrorId.DISCIPLINE
                .at(arg.span(), "`" + name.name() + "` has no such switch")
                .expected("`rank=off` or `rank=on`, with numpy or strict")
                .because("rank=off: operands have equal ranks, or are scalars")
                .hint("write " + USAGE));
        return Optional.empty();
      }
      ranks = on;
    }
    return named(new Ast.Name(name.name(), name.span()), ranks, diagnostics);
  }
}
