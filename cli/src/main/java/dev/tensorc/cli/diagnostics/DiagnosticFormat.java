package dev.tensorc.cli.diagnostics;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.tensorc.Findings;
import dev.tensorc.frontend.DiagnosticRenderer;
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
   * All that was found; of text, as many as a reader looks at. SARIF alone has the warnings that
   * programs allow.
   *
   * @param version of the compiler
   * @param pages the page of each id, if there is one: a heading, and an explanation
   */
  public String text(Findings findings, String version, Function<String, Optional<String>> pages) {
    return switch (this) {
      case TEXT -> DiagnosticRenderer.renderAll(findings.diagnostics());
      case JSON -> Document.of(JsonReport.of(findings.diagnostics()));
      case SARIF -> Document.of(SarifReport.of(findings, version, pages));
    };
  }
}
