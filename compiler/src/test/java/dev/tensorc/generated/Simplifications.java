package dev.tensorc.generated;

import static dev.tensorc.generated.Shrinker.with;
import static dev.tensorc.generated.Shrinker.without;

import dev.tensorc.generated.Stmt.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Simpler programs, the boldest first. Most are no programs at all: a variable is missing, or types
 * do not fit.
 */
final class Simplifications {

  private final GeneratedProgram program;

  /** Whether an expression is replaced by one of its own type only. */
  private final boolean wellTyped;

  Simplifications(GeneratedProgram program, boolean wellTyped) {
    this.program = program;
    this.wellTyped = wellTyped;
  }

  Stream<GeneratedProgram> programs() {
    return Stream.of(withoutFunctions(), oneResult(), bodies(), signatures(), withoutParameters())
        .flatMap(s -> s);
  }

  /** One of several results. */
  private Stream<GeneratedProgram> oneResult() {
    Fn main = program.main();
    if (main.body().isEmpty()) {
      return Stream.empty();
    }
    List<Expr> values = main.body().getLast().clauses().getFirst().parts();
    return values.size() < 2 || main.body().getLast().clauses().size() > 1
        ? Stream.empty()
        : IntStream.range(0, values.size())
            .mapToObj(
                i -> {
                  List<Declared> result =
                      main.results().isEmpty() ? List.of() : List.of(main.results().get(i));
                  Stmt last = Fn.returns(List.of(values.get(i)), result);
                  List<Stmt> body = with(main.body(), main.body().size() - 1, last);
                  return program.withMain(main.withResults(result).withBody(body));
                });
  }

  private Stream<GeneratedProgram> withoutFunctions() {
    return IntStream.range(0, program.fns().size() - 1)
        .mapToObj(i -> program.withFns(without(program.fns(), i)));
  }

  private Stream<GeneratedProgram> bodies() {
    return IntStream.range(0, program.fns().size())
        .boxed()
        .sorted((a, b) -> b - a)
        .flatMap(
            i -> {
              Fn fn = program.fns().get(i);
              return blocks(fn.body(), variables(fn))
                  .map(body -> program.withFns(with(program.fns(), i, fn.withBody(body))));
            });
  }

  /** The variables of a function as far as their types are known. */
  private static List<Expr> variables(Fn fn) {
    var variables = new ArrayList<Expr>();
    for (Stmt s : fn.body()) {
      Clause c = s.clauses().getFirst();
      if (c.text().matches("let \\w+[ :].*")) {
        String name = c.text().substring(4).split("[: ]")[0];
        variables.add(Expr.leaf(name, c.parts().getFirst().type()));
      }
    }
    return variables;
  }

  private Stream<List<Stmt>> blocks(List<Stmt> block, List<Expr> variables) {
    Stream<List<Stmt>> dropped =
        IntStream.range(0, block.size())
            .filter(i -> !Loops.counts(block.get(i)))
            .mapToObj(i -> without(block, i));
    Stream<List<Stmt>> spliced =
        IntStream.range(0, block.size())
            .boxed()
            .flatMap(
                i ->
                    block.get(i).clauses().stream()
                        .filter(Clause::block)
                        .map(
                            c -> {
                              var other = new ArrayList<>(block);
                              other.remove((int) i);
                              other.addAll(i, c.body());
                              return other;
                            }));
    Stream<List<Stmt>> inside =
        IntStream.range(0, block.size())
            .boxed()
            .flatMap(i -> statements(block.get(i), variables).map(s -> with(block, i, s)));
    return Stream.of(dropped, spliced, inside).flatMap(s -> s);
  }

  private Stream<Stmt> statements(Stmt s, List<Expr> variables) {
    Stream<Stmt> inside =
        IntStream.range(0, s.clauses().size())
            .boxed()
            .flatMap(
                i ->
                    clauses(s.clauses().get(i), variables)
                        .map(c -> new Stmt(with(s.clauses(), i, c))));
    Clause first = s.clauses().getFirst();
    return first.text().matches("let \\w+:.*")
        ? Stream.concat(Stream.of(unascribed(first)), inside)
        : inside;
  }

  private static Stmt unascribed(Clause let) {
    String name = let.text().substring(4).split(":")[0];
    return Stmt.simple("let " + name + " = $1", name + " = $1", let.parts().getFirst());
  }

  private Stream<Clause> clauses(Clause c, List<Expr> variables) {
    return Stream.concat(
        IntStream.range(0, c.parts().size())
            .boxed()
            .flatMap(
                i ->
                    expressions(c.parts().get(i), variables)
                        .map(e -> c.withParts(with(c.parts(), i, e)))),
        blocks(c.body(), variables).map(c::withBody));
  }

  /** The expressions that may stand in place of an expression, and the same of its parts. */
  private Stream<Expr> expressions(Expr e, List<Expr> variables) {
    Stream<Expr> here =
        e.parts().isEmpty()
            ? Stream.empty()
            : Stream.concat(e.parts().stream(), variables.stream())
                .filter(p -> wellTyped ? p.type().equals(e.type()) : true);
    return Stream.concat(
        here,
        IntStream.range(0, e.parts().size())
            .boxed()
            .flatMap(i -> expressions(e.parts().get(i), variables).map(p -> e.withPart(i, p))));
  }

  /** Less is declared. */
  private Stream<GeneratedProgram> signatures() {
    return IntStream.range(0, program.fns().size())
        .boxed()
        .flatMap(
            i ->
                signatures(program.fns().get(i))
                    .map(fn -> program.withFns(with(program.fns(), i, fn))));
  }

  private static Stream<Fn> signatures(Fn fn) {
    var simpler = new ArrayList<Fn>();
    if (fn.head().discipline() != Discipline.NUMPY) {
      simpler.add(fn.withDiscipline(Discipline.NUMPY));
    }
    if (!fn.results().isEmpty()) {
      simpler.add(fn.withResults(List.of()));
    }
    for (int i = 0; i < fn.params().size(); i++) {
      Fn.Param p = fn.params().get(i);
      for (int axis = 0; axis < p.type().dims().size(); axis++) {
        if (!p.type().dims().get(axis).equals(Declared.OPEN)) {
          Declared opened = p.type().withDims(with(p.type().dims(), axis, Declared.OPEN));
          simpler.add(fn.withParams(with(fn.params(), i, new Fn.Param(p.name(), opened))));
        }
      }
    }
    return simpler.stream();
  }

  private Stream<GeneratedProgram> withoutParameters() {
    return IntStream.range(0, program.main().params().size())
        .mapToObj(
            i -> {
              Fn fewer = program.main().without(i);
              return program
                  .withMain(fewer)
                  .withCalls(program.calls().stream().map(c -> without(c, i)).toList());
            });
  }
}
