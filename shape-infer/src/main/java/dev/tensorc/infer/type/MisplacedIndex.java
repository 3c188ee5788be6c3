package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Names;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The expression that an index among whole arrays was meant to be. */
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
        .because("the target of a subscript and the arguments of a call are computed as a whole")
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
      return "the length is the same for each element: `%s.shape[%d]`"
          .formatted(source(i.target()), i.subscripts().items().size());
    }
    String whole = "`%s` takes whole arrays: ".formatted(f);
    Optional<Ast.Expr> computed =
        c.args().stream().map(Ast.Arg::value).filter(a -> !isElement(a)).findFirst();
    if (computed.isPresent()) {
      String places = source(computed.get());
      return whole
          + "name its argument, `let a[%1$s] = %2$s`, then `%3$s(a)`".formatted(index, places, f);
    }
    String args = c.args().stream().map(a -> array(a.value())).collect(Collectors.joining(", "));
    return whole + "subscript its result, `%s(%s)[%s]`".formatted(f, args, index);
  }

  /** Whether the expression is an element of an array with a name, or a number. */
  private static boolean isElement(Ast.Expr e) {
    return e instanceof Ast.Index i && i.target() instanceof Ast.Ref
        || e instanceof Ast.IntLit
        || e instanceof Ast.FloatLit;
  }

  /** The array that an element is of; else the expression. */
  private static String array(Ast.Expr e) {
    return source(e instanceof Ast.Index i ? i.target() : e);
  }

  /** {@code x[j][i]}: an array has one pair of brackets. */
  public static Diagnostic behindOthers(Ast.Index last, Ast.Index first) {
    String before = source(first);
    String subscripts = source(last).substring(before.length()).replaceFirst("^\\s*\\[", ", ");
    return ErrorId.MISPLACED_INDEX
        .at(last.span(), "`" + before + "` is subscripted once more")
        .because("an element has all its subscripts in one pair of brackets")
        .hint("write `" + before.substring(0, before.length() - 1) + subscripts + "`");
  }

  private static String source(Ast.Expr e) {
    return Names.ofSource(e.span());
  }
}
