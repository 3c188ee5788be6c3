package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Ast;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Whether an expression mentions certain names. */
public final class Mentions {

  private Mentions() {}

  public static boolean in(Ast.Expr e, Predicate<String> names) {
    return switch (e) {
      case Ast.Ref r -> names.test(r.name());
      case Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _, Ast.StringLit _ -> false;
      case Ast.ArrayLit a -> a.rows().stream().flatMap(List::stream).anyMatch(x -> in(x, names));
      case Ast.TupleLit t -> t.items().stream().anyMatch(x -> in(x, names));
      case Ast.Unary u -> in(u.operand(), names);
      case Ast.Binary b -> in(b.left(), names) || in(b.right(), names);
      case Ast.Conditional c ->
          in(c.condition(), names) || in(c.then(), names) || in(c.otherwise(), names);
      case Ast.Call c -> c.args().stream().anyMatch(a -> in(a.value(), names));
      case Ast.IndexReduce r -> in(r.value(), names);
      case Ast.Index i ->
          in(i.target(), names) || i.subscripts().items().stream().anyMatch(s -> in(s, names));
      case Ast.Attribute a -> in(a.target(), names);
    };
  }

  public static boolean in(Ast.Subscript subscript, Predicate<String> names) {
    return switch (subscript) {
      case Ast.At at -> in(at.index(), names);
      case Ast.Slice s ->
          Stream.of(s.lo(), s.hi(), s.step())
              .flatMap(bound -> bound.stream())
              .anyMatch(bound -> in(bound, names));
      case Ast.Ellipsis _, Ast.NewAxis _ -> false;
    };
  }
}
