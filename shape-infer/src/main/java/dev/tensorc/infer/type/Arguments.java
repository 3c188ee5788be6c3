package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Matches the arguments of a call, positional and named, with parameters. */
public final class Arguments {

  private Arguments() {}

  /**
   * One entry for each parameter, empty where an optional one is left out; empty as a whole, and
   * reported, where the arguments do not fit.
   */
  public static Optional<List<Optional<Ast.Expr>>> match(
      Ast.Call c,
      List<String> names,
      List<Boolean> optional,
      String signature,
      Consumer<Diagnostic> report) {
    var found =
        new ArrayList<Optional<Ast.Expr>>(Collections.nCopies(names.size(), Optional.empty()));
    String function = c.function().text();
    int position = 0;
    boolean keywords = false;
    for (Ast.Arg a : c.args()) {
      int index;
      if (a.keyword().isPresent()) {
        keywords = true;
        String word = a.keyword().get().text();
        index = names.indexOf(word);
        if (index < 0) {
          Diagnostic d =
              ErrorId.BAD_ARGUMENTS
                  .at(
                      a.keyword().get().span(),
                      "`" + function + "` has no parameter `" + word + "`")
                  .expected(signature);
          report.accept(
              meant(ForeignNames.argument(word), open(names, found, c))
                  .map(best -> d.hint("did you mean `" + best + "`?"))
                  .orElse(d));
          return Optional.empty();
        }
      } else {
        index = position++;
        if (keywords || index >= names.size()) {
          report.accept(
              ErrorId.BAD_ARGUMENTS
                  .at(
                      a.span(),
                      keywords
                          ? "an argument without a name stands after a named one"
                          : "`" + function + "` takes " + count(names.size()))
                  .found(count(c.args().size()))
                  .expected(signature)
                  .hint(ForeignNames.misuse(function, Names.written(c))));
          return Optional.empty();
        }
      }
      if (found.get(index).isPresent()) {
        report.accept(
            ErrorId.BAD_ARGUMENTS
                .at(a.span(), "`" + function + "` gets `" + names.get(index) + "` twice")
                .expected(signature));
        return Optional.empty();
      }
      found.set(index, Optional.of(a.value()));
    }
    for (int i = 0; i < names.size(); i++) {
      if (found.get(i).isEmpty() && !optional.get(i)) {
        report.accept(
            ErrorId.BAD_ARGUMENTS
                .at(c.span(), "`" + function + "` is called without `" + names.get(i) + "`")
                .found(count(c.args().size()))
                .expected(signature)
                .hint(ForeignNames.misuse(function, Names.written(c))));
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  /** The parameters that the call does not give. */
  private static List<String> open(List<String> names, List<Optional<Ast.Expr>> found, Ast.Call c) {
    var open = new ArrayList<String>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean given =
          c.args().stream()
              .anyMatch(a -> a.keyword().isPresent() && a.keyword().get().text().equals(name));
      if (found.get(i).isEmpty() && !given) {
        open.add(name);
      }
    }
    return open;
  }

  /** The parameter that a word was meant to be: one that it begins, or a similar one. */
  private static Optional<String> meant(String word, List<String> open) {
    return open.stream()
        .filter(name -> word.length() > 1 && name.startsWith(word))
        .findFirst()
        .or(() -> Spelling.closest(word, open));
  }

  private static String count(int n) {
    return n == 0 ? "no arguments" : n == 1 ? "1 argument" : n + " arguments";
  }
}
