package dev.tensorc.lsp;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.Position;
import org.jspecify.annotations.Nullable;

/** One version of an open text; its analysis and its diagnostics are made when first asked for. */
final class Document {

  /** Files of the library do not change. */
  private static final Pattern IMPORT = Pattern.compile("^ *import +\"(?!std/)", Pattern.MULTILINE);

  private final String uri;
  private final int version;
  private final SourceText source;
  private final Imports imports;
  private final Object parsing = new Object();
  private final Object analysing = new Object();
  private final Object checking = new Object();
  private @Nullable Optional<Ast.Program> program;
  private volatile @Nullable Analysis analysis;

  /** Analyses for the places in one function, by its start. */
  private final Map<Integer, Analysis> partial = new ConcurrentHashMap<>();

  private @Nullable List<Diagnostic> diagnostics;

  Document(String uri, int version, SourceText source, Imports imports) {
    this.uri = uri;
    this.version = version;
    this.source = source;
    this.imports = imports;
  }

  /** The same text without its findings. */
  Document anew() {
    return new Document(uri, version, source, imports);
  }

  /** Whether the text imports files that may change. */
  boolean mayImport() {
    return IMPORT.matcher(source.text()).find();
  }

  String uri() {
    return uri;
  }

  int version() {
    return version;
  }

  SourceText source() {
    return source;
  }

  /** The syntax tree of its readable part. */
  private Optional<Ast.Program> program() {
    synchronized (parsing) {
      if (program == null) {
        program = ReadableProgram.of(source);
      }
      return program;
    }
  }

  Analysis analysis() {
    synchronized (analysing) {
      Analysis known = analysis;
      if (known == null) {
        known = Analysis.of(source, program(), imports);
        analysis = known;
      }
      return known;
    }
  }

  /** The analysis for a place, soon after a change: types in other functions may lack. */
  Analysis analysisAround(Position position) {
    Analysis known = analysis;
    if (known != null) {
      return known;
    }
    int offset = new Positions(source.text()).offset(position);
    return partial.computeIfAbsent(
        startOfFunction(offset), _ -> Analysis.around(offset, source, program(), imports));
  }

  /** The start of the function around a place; -1 where there is none. */
  private int startOfFunction(int offset) {
    return program()
        .flatMap(p -> Analysis.functionAt(offset, Analysis.functionsOf(p)))
        .map(f -> f.span().start())
        .orElse(-1);
  }

  /** All that {@code tensorc check} says. */
  List<Diagnostic> diagnostics() {
    synchronized (checking) {
      if (diagnostics == null) {
        diagnostics = check(source.text());
      }
      return diagnostics;
    }
  }

  /** The diagnostics of another text in the place of this one. */
  List<Diagnostic> check(String text) {
    var other = new SourceText(source.name(), source.runtimeName(), text);
    return Tensorc.check(other, Options.DEFAULT.withImports(imports));
  }
}
