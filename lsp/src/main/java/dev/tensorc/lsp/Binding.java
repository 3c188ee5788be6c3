package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A name that a function binds.
 *
 * @param what the kind of name, such as {@code parameter}
 * @param typed whether its type is written behind it
 * @param from offset of the text in which it is in sight
 * @param to where it is no longer
 */
record Binding(Ast.Name name, String what, boolean typed, int from, int to) {

  /** All that a function binds, in order. */
  static List<Binding> of(Ast.Function f) {
    var all = new ArrayList<Binding>();
    int end = f.span().end();
    for (Ast.Parameter p : f.parameters()) {
      String what = p instanceof Ast.ConstParam ? "constant parameter" : "parameter";
      all.add(new Binding(p.name(), what, true, f.span().start(), end));
      if (p instanceof Ast.Param param) {
        dims(param, f, all);
      }
    }
    block(f.body(), all);
    return all;
  }

  boolean isInSight(int offset) {
    return from <= offset && offset <= to;
  }

  private static void dims(Ast.Param p, Ast.Function f, List<Binding> all) {
    for (Ast.DimList level : p.type().levels()) {
      for (Ast.Dim dim : level.dims()) {
        if (dim instanceof Ast.ExprDim(boolean _, Ast.Ref(String name, var span), var _)
            && all.stream().noneMatch(b -> b.name().text().equals(name))) {
          String what = "size of an axis of `" + p.name().text() + "`";
          var bound = new Ast.Name(name, span);
          all.add(new Binding(bound, what, true, f.span().start(), f.span().end()));
        }
      }
    }
  }

  private static void block(Ast.Block block, List<Binding> all) {
    for (Ast.Stmt s : block.statements()) {
      int end = block.span().end();
      switch (s) {
        case Ast.Let let ->
            let.targets()
                .forEach(
                    t -> all.add(let(t.name(), let.variable(), t.type().isPresent(), let, end)));
        case Ast.IndexLet let -> all.add(let(let.name(), let.variable(), false, let, end));
        case Ast.For loop -> {
          var body = loop.body().span();
          all.add(new Binding(loop.range().index(), "loop index", true, body.start(), body.end()));
          block(loop.body(), all);
        }
        case Ast.While loop -> block(loop.body(), all);
        case Ast.If branch -> {
          block(branch.then(), all);
          Optional<Ast.Block> otherwise = branch.otherwise();
          otherwise.ifPresent(b -> block(b, all));
        }
        case Ast.Chosen chosen -> block(chosen.block(), all);
        case Ast.Assign _, Ast.Return _ -> {}
      }
    }
  }

  private static Binding let(Ast.Name name, boolean variable, boolean typed, Ast.Stmt s, int end) {
    return new Binding(name, variable ? "`var`" : "`let`", typed, s.span().end(), end);
  }
}
