package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What to write instead of a method, an attribute, or a name of a module. */
final class AttributeMessages {

  /** What array libraries and classes of numbers are called elsewhere. */
  private static final Set<String> LIBRARIES =
      Set.of(
          "np",
          "numpy",
          "jnp",
          "jax",
          "torch",
          "tf",
          "scipy",
          "math",
          "Math",
          "xp",
          "cp",
          "nn",
          "StrictMath",
          "Arrays",
          "Integer",
          "Long",
          "Double",
          "Float",
          "System");

  private final Spans spans;

  AttributeMessages(Spans spans) {
    this.spans = spans;
  }

  /**
   * @param target what the first dot stands behind
   * @param postfixes that dot's name and what follows it
   */
  Diagnostic unknown(Ast.Expr target, List<TensorParser.PostfixContext> postfixes) {
    var path = new ArrayList<String>();
    int end = 0;
    while (end < postfixes.size() && postfixes.get(end).name() != null) {
      path.add(postfixes.get(end++).name().getText());
    }
    boolean called = end < postfixes.size() && postfixes.get(end).arguments() != null;
    List<String> arguments =
        called
            ? postfixes.get(end).arguments().argument().stream()
                .map(a -> spans.of(a).text())
                .toList()
            : List.of();
    String name = path.getLast();
    if (target instanceof Ast.Ref(String module, Span at) && LIBRARIES.contains(module)) {
      String advice = called ? function(path, arguments) : ForeignNames.value(name);
      return ParseError.ATTRIBUTE
          .at(at, "there is no module `" + module + "`")
          .because("functions belong to the language")
          .hint(advice.isEmpty() ? "functions are called by their names alone" : advice);
    }
    var diagnostic =
        ParseError.ATTRIBUTE
            .at(
                spans.of(postfixes.getFirst().name()),
                "there is no attribute `." + Words.shortened(path.getFirst()) + "`")
            .because("the attributes of an array are `.T`, `.ndim` and `.shape`");
    boolean module = path.size() > 1 && target instanceof Ast.Ref;
    String on = target.span().text();
    String advice =
        module
            ? ForeignNames.call(((Ast.Ref) target).name() + "." + String.join(".", path), arguments)
            : called
                ? method(target, path.getFirst(), arguments)
                : ForeignNames.attribute(path.getFirst(), on);
    return diagnostic.hint(
        advice.isEmpty() ? "what takes an array is a function: it is called as `f(x)`" : advice);
  }

  /** {@code linalg.norm(x)}, {@code max(a, b)} of a module. */
  private static String function(List<String> path, List<String> arguments) {
    String name = path.getLast();
    String misuse = ForeignNames.misuse(name, arguments);
    String alike = misuse.isEmpty() ? ForeignNames.alike(name, arguments) : misuse;
    return alike.isEmpty() ? ForeignNames.call(String.join(".", path), arguments) : alike;
  }

  /** {@code x.sum()}; {@code maximum.accumulate(x)} looks alike. */
  private static String method(Ast.Expr target, String name, List<String> arguments) {
    String written = target.span().text();
    String path = ForeignNames.exactly(written + "." + name, arguments);
    return path.isEmpty() ? ForeignNames.method(name, written, arguments) : path;
  }
}
