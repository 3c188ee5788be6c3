package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;

/**
 * Changes that hints advise. A hint is a sentence, so each change is tried first: it is offered
 * where the program has fewer mistakes afterwards.
 */
final class QuickFixes {

  /** Mistakes of a range that are looked at: each trial checks the program. */
  private static final int MAX_MISTAKES_TRIED = 4;

  private static final Pattern ADVICE =
      Pattern.compile("(?:did you mean|write|name it) `([^`\n]+)`");

  private static final Pattern WORD = Pattern.compile("\\w+");

  private final Document document;

  private QuickFixes(Document document) {
    this.document = document;
  }

  static List<CodeAction> in(Document document, Range range) {
    var fixes = new QuickFixes(document);
    Positions positions = document.analysis().positions();
    int start = positions.offset(range.getStart());
    int end = positions.offset(range.getEnd());
    return document.diagnostics().stream()
        .filter(d -> d.span().source().name().equals(document.source().name()))
        .filter(d -> d.span().start() <= end && start <= d.span().end())
        .limit(MAX_MISTAKES_TRIED)
        .flatMap(d -> Stream.concat(fixes.advised(d).stream(), fixes.allowed(d).stream()))
        .toList();
  }

  private record Change(int start, int end, String text) {}

  private Optional<CodeAction> advised(Diagnostic d) {
    Matcher advice = ADVICE.matcher(d.hint());
    if (!advice.find()) {
      return Optional.empty();
    }
    String code = advice.group(1);
    Span at = d.span();
    Stream<Change> whole = Stream.of(new Change(at.start(), at.end(), code));
    Matcher word = WORD.matcher(at.text());
    Stream<Change> first =
        word.lookingAt()
            ? Stream.of(new Change(at.start(), at.start() + word.end(), code))
            : Stream.of();
    return Stream.concat(whole, first)
        .filter(change -> helps(change, d))
        .findFirst()
        .map(change -> action("Write `" + code + "`", change));
  }

  /** Whether the mistake is gone, and none has come. */
  private boolean helps(Change change, Diagnostic d) {
    String text = document.source().text();
    List<Diagnostic> after =
        document.check(
            text.substring(0, change.start()) + change.text() + text.substring(change.end()));
    boolean error = d.severity() == Severity.ERROR;
    List<Diagnostic> before = document.diagnostics();
    return error
        ? errors(after) < errors(before)
        : errors(after) == errors(before) && after.size() < before.size();
  }

  private static long errors(List<Diagnostic> all) {
    return all.stream().filter(d -> d.severity() == Severity.ERROR).count();
  }

  /** A warning that is meant as it is. */
  private Optional<CodeAction> allowed(Diagnostic d) {
    if (d.severity() != Severity.WARNING) {
      return Optional.empty();
    }
    return document
        .analysis()
        .functionAt(d.span().start())
        .map(Ast.Function::span)
        .map(f -> new Change(f.start(), f.start(), "@allow(\"" + d.id() + "\")\n"))
        .map(change -> action("Allow " + d.id() + " in this function", change));
  }

  private CodeAction action(String title, Change change) {
    var range = document.analysis().positions().range(change.start(), change.end());
    var action = new CodeAction(title);
    action.setKind(CodeActionKind.QuickFix);
    action.setEdit(
        new WorkspaceEdit(Map.of(document.uri(), List.of(new TextEdit(range, change.text())))));
    return action;
  }
}
