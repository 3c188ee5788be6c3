package dev.tensorc.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server, by its protocol over pipes. */
class TensorcServerTest {

  private static final String PROGRAM =
      """
      ## Twice as much.
      fn twice[T: float](x: T[...]) -> T[...] { return 2 * x }
      const half = 0.5

      export fn f(x: f32[n, d], w: f32[d, 3]) -> f32[n, 3] {
          let y = x @ w
          var total = twice(y)
          for i in 0:n { total += half }
          return total
      }
      """;

  @TempDir Path folder;
  private Editor editor;
  private TextDocumentService texts;

  @BeforeEach
  void open() throws IOException {
    editor = new Editor(folder.toUri().toString(), "p.tc");
    texts = editor.server.getTextDocumentService();
  }

  @AfterEach
  void close() throws IOException {
    editor.close();
  }

  @Test
  void diagnosticsFollowWhatIsTyped() throws InterruptedException {
    editor.type(PROGRAM);
    assertThat(editor.diagnostics().getDiagnostics()).isEmpty();
    editor.type(PROGRAM.replace("x @ w", "x @ v"));
    Diagnostic wrong = editor.diagnostics().getDiagnostics().getFirst();
    assertThat(wrong.getCode().getLeft()).isEqualTo("TC-N001");
    assertThat(wrong.getSeverity()).isEqualTo(DiagnosticSeverity.Error);
    assertThat(wrong.getMessage()).startsWith("nothing named `v` is in sight");
    assertThat(wrong.getRange()).isEqualTo(range(5, 16, 5, 17));
    editor.type(PROGRAM.replace("return total", "return tot("));
    assertThat(editor.diagnostics().getDiagnostics()).isNotEmpty();
    editor.type(PROGRAM);
    assertThat(editor.diagnostics().getDiagnostics()).isEmpty();
  }

  @Test
  void hoversShowTypesAndWhereTheyComeFrom() {
    editor.type(PROGRAM);
    assertThat(hover(editor.at("y = x")))
        .contains("y: f32[n, 3]", "`let` of `f`, line 6: `let y = x @ w`");
    assertThat(hover(editor.at("w\n"))).contains("w: f32[d, 3]", "parameter of `f`, line 5");
    assertThat(hover(editor.at("n { total"))).contains("size of an axis of `x` of `f`");
    assertThat(hover(editor.at("@ w"))).contains("x @ w: f32[n, 3]");
    assertThat(hover(editor.at("twice(y)")))
        .contains("fn twice[T: float](x: T[...]) -> T[...]", "Twice as much.");
    assertThat(hover(editor.at("half }"))).contains("half: a float", "constant, line 3");
    editor.type(PROGRAM.replace("twice(y)", "exp(y)"));
    assertThat(hover(editor.at("exp(y)"))).contains("exp(x)");
    assertThat(hover(new Position(3, 0))).isEmpty();
  }

  @Test
  void weightsAreNamesInSight() {
    editor.type(
        "weights \"p.safetensors\" {\n    bias: f32[3]\n}\n"
            + PROGRAM.replace("x @ w", "x @ w + bias"));
    assertThat(hover(editor.at("bias\n"))).contains("bias: f32[3]", "weight, line 2");
    assertThat(definition(editor.at("bias\n")))
        .contains(new Location(editor.uri, range(1, 4, 1, 8)));
    CompletionItem bias =
        completion(
                editor.type(
                    "weights \"p.safetensors\" {\n    bias: f32[3]\n}\n"
                        + PROGRAM.replace("return total", "return bi|")))
            .stream()
            .filter(c -> c.getLabel().equals("bias"))
            .findFirst()
            .get();
    assertThat(bias.getDetail()).isEqualTo("f32[3]");
  }

  @Test
  void definitionsAreFoundInTheFileAndInItsImports() throws IOException {
    Path other = folder.resolve("other.tc");
    Files.writeString(other, "\nfn thrice(x: f32[?]) -> f32[?] { return 3 * x }\n");
    editor.type("import \"other.tc\"\n" + PROGRAM.replace("half }", "sum(thrice(total[0])) }"));
    assertThat(definition(editor.at("y)"))).contains(new Location(editor.uri, range(6, 8, 6, 9)));
    assertThat(definition(editor.at("twice(y)")))
        .contains(new Location(editor.uri, range(2, 3, 2, 8)));
    assertThat(definition(editor.at("thrice")))
        .contains(new Location(other.toRealPath().toUri().toString(), range(1, 3, 1, 9)));
    assertThat(definition(editor.at("total += ")).map(Location::getRange))
        .contains(range(7, 8, 7, 13));
    assertThat(definition(editor.at("sum("))).isEmpty();
  }

  @Test
  void changesOfAnImportedFileReachTheProgram() throws IOException, InterruptedException {
    Files.writeString(folder.resolve("other.tc"), "fn thrice(x: f32) -> f32 { return 3 * x }\n");
    editor.type("import \"other.tc\"\nexport fn f(x: f32) -> f32 { return thrice(x) }\n");
    assertThat(editor.diagnostics().getDiagnostics()).isEmpty();
    var other =
        new TextDocumentItem(
            folder.toUri() + "other.tc", "tensorc", 1, "fn twice(x: f64) -> f64 { return 2 * x }");
    texts.didOpen(new DidOpenTextDocumentParams(other));
    assertThat(editor.diagnostics().getDiagnostics())
        .extracting(d -> d.getCode().getLeft())
        .containsExactly("TC-N002");
    texts.didClose(new DidCloseTextDocumentParams(new TextDocumentIdentifier(other.getUri())));
    assertThat(editor.diagnostics().getDiagnostics()).isEmpty();
  }

  @Test
  void completionKnowsNamesInSightAndFunctionsWithTheirDocs() {
    Position here = editor.type(PROGRAM.replace("return total", "return to|"));
    assertThat(labels(here)).contains("total").doesNotContain("y");
    CompletionItem total = completion(here).getFirst();
    assertThat(total.getDetail()).isEqualTo("f32[n, 3]");

    CompletionItem twice =
        completion(
                editor.type(PROGRAM.replace("return total", "let z = x + tw|\n    return total")))
            .getFirst();
    assertThat(twice.getLabel()).isEqualTo("twice");
    assertThat(twice.getDocumentation().getRight().getValue()).isEqualTo("Twice as much.");

    CompletionItem exp =
        completion(editor.type(PROGRAM.replace("return total", "return exp|"))).getFirst();
    assertThat(exp.getDetail()).isEqualTo("exp(x)");

    // out of sight: behind its block, before its statement, in another function
    assertThat(labels(editor.type(PROGRAM.replace("return total", "return |"))))
        .contains("total", "y", "x", "n", "half", "twice", "sum", "f32", "if")
        .doesNotContain("i");
    assertThat(labels(editor.type(PROGRAM.replace("let y = x", "let y = |x"))))
        .contains("x")
        .doesNotContain("y", "total");
    assertThat(labels(editor.type(PROGRAM.replace("## Twice", "## |Twice")))).isEmpty();
    assertThat(labels(editor.type(PROGRAM + "@|")))
        .containsExactly("allow", "broadcasting", "fastmath", "parts");
  }

  @Test
  void completionOffersTheLibraryWithItsImport() {
    Position here = editor.type(PROGRAM.replace("return total", "return median|"));
    CompletionItem median =
        completion(here).stream().filter(c -> c.getLabel().equals("median")).findFirst().get();
    assertThat(median.getAdditionalTextEdits())
        .containsExactly(new TextEdit(range(0, 0, 0, 0), "import \"std/stats.tc\"\n"));
    assertThat(labels(editor.type("import \"|"))).contains("std/stats.tc");
  }

  @Test
  void inlayHintsShowTypesThatAreNotWritten() {
    editor.type(PROGRAM.replace("let y =", "let y: f32[n, 3] ="));
    var hints = Editor.get(texts.inlayHint(new InlayHintParams(editor.id(), range(0, 0, 99, 0))));
    assertThat(hints).hasSize(1);
    assertThat(hints.getFirst().getLabel().getLeft()).isEqualTo(": f32[n, 3]");
    assertThat(hints.getFirst().getPosition()).isEqualTo(new Position(6, 13));
    assertThat(Editor.get(texts.inlayHint(new InlayHintParams(editor.id(), range(0, 0, 5, 0)))))
        .isEmpty();
  }

  @Test
  void formattingChangesTheLinesThatDiffer() {
    editor.type(PROGRAM.replace("let y = x @ w", "let y=x@w"));
    var format = new DocumentFormattingParams(editor.id(), new FormattingOptions());
    List<? extends TextEdit> edits = Editor.get(texts.formatting(format));
    assertThat(edits).hasSize(1);
    assertThat(edits.getFirst().getRange().getStart()).isEqualTo(new Position(5, 0));
    assertThat(edits.getFirst().getRange().getEnd().getLine()).isEqualTo(5);
    assertThat(edits.getFirst().getNewText()).startsWith("    let y = x @");
    editor.type(PROGRAM + "fn (");
    assertThat(Editor.get(texts.formatting(format))).isEmpty();
  }

  @Test
  void quickFixesAreWhatHintsAdvise() {
    String wrong = PROGRAM.replace("total += half", "total += hlaf");
    editor.type(wrong);
    var fixes = fixes(editor.at("hlaf"));
    assertThat(fixes).containsExactly("Write `half`");
    editor.type(PROGRAM.replace("twice(y)", "twice(y)\n    let unused = y"));
    assertThat(fixes(editor.at("unused"))).contains("Allow TC-N011 in this function");
  }

  /** Every beginning of a program, and the program with each line left out. */
  @Test
  void halfTypedProgramsAreAnswered() {
    for (int end = 0; end < PROGRAM.length(); end += 7) {
      Position here = editor.type(PROGRAM.substring(0, end) + "|");
      completion(here);
      hover(here);
    }
    String[] lines = PROGRAM.split("\n");
    for (int left = 0; left < lines.length; left++) {
      String line = lines[left];
      editor.type(PROGRAM.replace(line, ""));
      hover(editor.at("total"));
      definition(editor.at("total"));
    }
    editor.type("\0\uD800 fn\n\n)}{ \"" + PROGRAM);
    assertThat(hover(new Position(0, 3))).isEmpty();
    assertThat(hover(new Position(1 << 20, 1 << 20))).isEmpty();
  }

  @Test
  void whatCanBeReadOfAProgramKeepsItsPlace() {
    var broken = new SourceText("p.tc", PROGRAM.replace("x @ w", "x @ (") + "fn g(x: f32) { ret");
    assertThat(Parser.parse(broken).program()).isEmpty();
    var read = ReadableProgram.of(broken).orElseThrow();
    assertThat(Analysis.functionsOf(read).stream().map(f -> f.name().text()))
        .containsExactly("twice", "f");
    assertThat(ReadableProgram.of(new SourceText("p.tc", "fn"))).isPresent();
  }

  @Test
  void theServerEndsWithTheEditor() throws IOException {
    Editor.get(editor.server.shutdown());
    editor.server.exit();
    assertThat(Editor.get(editor.ended)).isZero();
    var killed = new Editor(folder.toUri().toString(), "q.tc");
    killed.close();
    assertThat(Editor.get(killed.ended)).isEqualTo(1);
  }

  private String hover(Position p) {
    Hover hover = Editor.get(texts.hover(new HoverParams(editor.id(), p)));
    return hover == null ? "" : hover.getContents().getRight().getValue();
  }

  private Optional<Location> definition(Position p) {
    return Editor.get(texts.definition(new DefinitionParams(editor.id(), p))).getLeft().stream()
        .findFirst()
        .map(Location.class::cast);
  }

  private List<CompletionItem> completion(Position p) {
    return Editor.get(texts.completion(new CompletionParams(editor.id(), p))).getLeft();
  }

  private List<String> labels(Position p) {
    return completion(p).stream().map(CompletionItem::getLabel).toList();
  }

  private List<String> fixes(Position p) {
    var params =
        new CodeActionParams(editor.id(), new Range(p, p), new CodeActionContext(List.of()));
    return Editor.get(texts.codeAction(params)).stream().map(a -> a.getRight().getTitle()).toList();
  }

  private static Range range(int line, int column, int endLine, int endColumn) {
    return new Range(new Position(line, column), new Position(endLine, endColumn));
  }
}
