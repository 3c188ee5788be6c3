package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The parts of a program that one of its functions needs, so that little has to be inferred. */
final class Needed {

  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

  private Needed() {}

  /** The function around a place, those that it calls, all constants and imports. */
  static Ast.Program around(int offset, Ast.Program program) {
    List<Ast.Function> functions = Analysis.functionsOf(program);
    Set<Ast.Function> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    functions.stream()
        .filter(f -> f.span().start() <= offset && offset <= f.span().end())
        .forEach(f -> add(f, functions, needed));
    List<Ast.TopLevel> items =
        program.items().stream()
            .filter(item -> !(item instanceof Ast.Function f) || needed.contains(f))
            .toList();
    return new Ast.Program(program.broadcasting(), items, program.span());
  }

  /** A function and all functions that its text names: those that it calls are among them. */
  private static void add(Ast.Function f, List<Ast.Function> all, Set<Ast.Function> needed) {
    if (!needed.add(f)) {
      return;
    }
    Set<String> words =
        WORD.matcher(f.span().text()).results().map(MatchResult::group).collect(Collectors.toSet());
    all.stream().filter(g -> words.contains(g.name().text())).forEach(g -> add(g, all, needed));
  }
}
