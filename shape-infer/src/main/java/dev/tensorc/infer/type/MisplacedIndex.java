package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Names;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an index among whole arrays was meant to be. */
public final class MisplacedIndex {

  private static final Set<String> EXTREMES = Set.of("max", "min");

  /** Reductions that index notation has. */
  private static final Set<String> REDUCTIONS = Set.of("sum", "prod", "max", "min");

  private MisplacedIndex() {}

  /**
   * @param called the call whose arguments are whole arrays; null where it is no call
   */
  public static Diagnostic of(String index, Span declared, Span place, Ast.@Nullable Call called) {
    return ErrorId.MISPLACED_INDEX
        .at(place, "the index `" + index + "` cannot stand here")
        .because("what is subscripted, or called with arrays, is computed as a whole")
        .related(declared, "`" + index + "` is an index of this")
        .hint(
            called == null ? "subscript arrays with it: `x[" + index + "]`" : hint(index, called));
  }

  private static String hint(String index, Ast.Call c) {
    String f = c.function().text();
    if (EXTREMES.contains(f) && c.args().size() == 2) {
      String args = c.args().stream().map(a -> source(a.value())).collect(Collectors.joining(", "));
      return "`" + f + "` reduces an array; " + Ascriptions.ofTwo(f, args);
    }
    if (REDUCTIONS.contains(f)) {
      String k = index.equals("k") ? "r" : "k";
      return "reduce over an index of its own, which subscripts the elements: `%s[%s]`"
          .formatted(f, k);
    }
    if (f.equals("len") && c.args().getFirst().value() instanceof Ast.Index i) {
      return "it is the same for each of them: `%s.shape[%d]`"
          .formatted(source(i.target()), i.subscripts().items().size());
    }
    String args = c.args().stream().map(a -> array(a.value())).collect(Collectors.joining(", "));
    return "`%1$s` takes what it is called with as a whole: where that is arrays, subscript the result: `%1$s(%2$s)[%3$s]`"
        .formatted(f, args, index);
  }

  /** The array that an element is of; else the expression. */
  private static String array(Ast.Expr e) {
    return source(e instanceof Ast.Index i ? i.target() : e);
  }

  private static String source(Ast.Expr e) {
    return Names.ofSource(e.span());
  }
}
