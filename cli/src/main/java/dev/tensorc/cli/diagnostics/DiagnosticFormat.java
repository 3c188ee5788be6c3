package dev.tensorc.cli.diagnostics;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How diagnostics are shown. */
public enum DiagnosticFormat {
  TEXT,
  JSON,
  SARIF;

  /** Apart, so that text is shown without loading Gson. */
  private static final class Document {
    private static final Gson GSON =
        new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private Document() {}

    static String of(Object content) {
      return GSON.toJson(content) + "\n";
    }
  }

  /** Whether it is one document, also where nothing was found. */
  public boolean isDocument() {
    return this != TEXT;
  }

  /**
   * All that was found; of text, as many as a reader looks at.
   *
   * @param version of the compiler
   * @param pages the page of each id, if there is one: a heading, and an explanation
   */
  public String text(
      List<Diagnostic> diagnostics, String version, Function<String, Optional<String>> pages) {
    return switch (this) {
      case TEXT -> DiagnosticRenderer.renderAll(diagnostics);
      case JSON -> Document.of(JsonReport.of(diagnostics));
      case SARIF -> Document.of(SarifReport.of(diagnostics, version, pages));
    };
  }
}
