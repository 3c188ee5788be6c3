package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The replacements to advise for a method, an attribute, or a name of a module. */
final class AttributeMessages {

  private static final String BY_NAME = "functions are called by their names alone";

  private static final Pattern NO_CODE = Pattern.compile("\"[^\"\\n]*\"|#[^\\n]*");

  private final Spans spans;

  AttributeMessages(Spans spans) {
    this.spans = spans;
  }

  /**
   * @param target the expression before the first dot
   * @param postfixes that dot's name and the postfixes after it
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
                .map(a -> ForeignNames.argumentHere(spans.of(a).text()))
                .flatMap(Optional::stream)
                .toList()
            : List.of();
    if (target instanceof Ast.Ref(String module, Span at) && isModule(module, arguments)) {
      boolean known = ForeignNames.isLibrary(module);
      return ParseError.ATTRIBUTE
          .at(at, "there is no module `" + module + "`")
          .because(known ? "functions belong to the language" : BY_NAME)
          .hint(ofModule(module, path, arguments, called));
    }
    String on = ForeignNames.here(target.span().text());
    String name = path.getFirst();
    String advice =
        path.size() > 1 && target instanceof Ast.Ref
            ? call(on + "." + String.join(".", path), arguments)
            : called ? method(target, name, arguments) : ForeignNames.attribute(name, on);
    return ParseError.ATTRIBUTE
        .at(
            spans.of(postfixes.getFirst().name()),
            "there is no attribute `." + Words.shortened(name) + "`")
        .because("the attributes of an array are `.T`, `.ndim` and `.shape`")
        .hint(advice.isEmpty() ? "functions of an array are called as `f(x)`" : advice);
  }

  /** A value is defined somewhere, where no dot follows it. */
  private boolean isModule(String name, List<String> arguments) {
    return ForeignNames.isLibrary(name)
        || !arguments.isEmpty()
            && !ForeignRow.isKeyword(arguments.getFirst())
            && !Pattern.compile("\\b" + name + "\\b(?!\\s*\\.)").matcher(code()).find();
  }

  /** The program without its comments and texts. */
  private String code() {
    String text = spans.source().text();
    return NO_CODE.matcher(text.substring(0, Lexemes.endOfProgram(text))).replaceAll(" ");
  }

  private String ofModule(
      String module, List<String> path, List<String> arguments, boolean called) {
    String advice =
        called ? function(module, path, arguments) : ForeignNames.ofModule(path.getLast());
    return advice.isEmpty() && ForeignNames.isLibrary(module) ? BY_NAME : advice;
  }

  /** {@code np.linalg.norm(x)}, {@code np.max(a, b)}, {@code maximum.accumulate(x)}. */
  private String function(String module, List<String> path, List<String> arguments) {
    String name = path.getLast();
    String dotted = String.join(".", path);
    return Stream.<Supplier<String>>of(
            () -> ForeignNames.exactly(module + "." + dotted, arguments),
            () -> path.size() > 1 ? ForeignNames.exactly(dotted, arguments) : "",
            () -> ForeignNames.misuse(name, arguments),
            () -> ForeignNames.alike(name, arguments),
            () -> call(dotted, arguments))
        .map(Supplier::get)
        .filter(advice -> !advice.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** {@code x.sum()}; {@code maximum.accumulate(x)} looks alike. */
  private String method(Ast.Expr target, String name, List<String> arguments) {
    String written = ForeignNames.here(target.span().text());
    String path = ForeignNames.exactly(written + "." + name, arguments);
    return path.isEmpty() ? ForeignNames.method(name, written, arguments, this::isImported) : path;
  }

  private String call(String path, List<String> arguments) {
    return ForeignNames.call(path, arguments, this::isImported);
  }

  private boolean isImported(String file) {
    return Pattern.compile("(?m)^\\s*import\\s+\"" + Pattern.quote(file) + "\"")
        .matcher(spans.source().text())
        .find();
  }
}
