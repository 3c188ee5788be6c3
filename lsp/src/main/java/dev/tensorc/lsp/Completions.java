package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.StandardLibrary;
import dev.tensorc.frontend.parser.TensorLexer;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.TextEdit;

/** The words that can be written at a place. */
final class Completions {

  /** Words of the lexer, and those that it takes for names. */
  static final List<String> KEYWORDS =
      Stream.concat(
              IntStream.rangeClosed(1, TensorLexer.VOCABULARY.getMaxTokenType())
                  .mapToObj(TensorLexer.VOCABULARY::getLiteralName)
                  .filter(word -> word != null && word.matches("'[a-z]+'"))
                  .map(word -> word.substring(1, word.length() - 1)),
              Stream.of("bcast", "newaxis", "pi", "inf", "nan"))
          .toList();

  private static final List<String> ANNOTATIONS =
      List.of("allow", "broadcasting", "fastmath", "parts");
  private static final List<String> ATTRIBUTES = List.of("T", "ndim", "shape", "size");
  private static final Pattern IMPORT = Pattern.compile("\\s*import\\s+\"[^\"]*");

  /** The library does not change: its functions are read once. */
  private static final List<Ast.Program> LIBRARY =
      StandardLibrary.paths().stream()
          .map(path -> Parser.parse(StandardLibrary.read(path)).orThrow())
          .toList();

  private final Analysis a;
  private final int offset;
  private final String prefix;
  private final Set<String> taken = new HashSet<>();
  private final List<CompletionItem> items = new ArrayList<>();

  private Completions(Analysis analysis, int offset, String prefix) {
    this.a = analysis;
    this.offset = offset;
    this.prefix = prefix;
  }

  static List<CompletionItem> at(Analysis analysis, Position position) {
    int offset = analysis.positions().offset(position);
    String text = analysis.source().text();
    int start = offset;
    while (start > 0 && Analysis.isNamePart(text.charAt(start - 1))) {
      start--;
    }
    String line = text.substring(analysis.positions().start(position.getLine()), start);
    if (isBehindComment(line)) {
      return List.of();
    }
    var all = new Completions(analysis, offset, text.substring(start, offset));
    if (IMPORT.matcher(line).matches()) {
      StandardLibrary.paths().forEach(path -> all.add(path, CompletionItemKind.File, "", ""));
    } else if (line.strip().equals("@")) {
      ANNOTATIONS.forEach(name -> all.add(name, CompletionItemKind.Keyword, "annotation", ""));
    } else if (line.endsWith(".") && !line.endsWith("..")) {
      ATTRIBUTES.forEach(name -> all.add(name, CompletionItemKind.Property, "", ""));
    } else {
      all.names();
    }
    return all.items;
  }

  private static boolean isBehindComment(String line) {
    return line.replaceAll("\"[^\"]*\"", "").contains("#");
  }

  private void names() {
    a.functionAt(offset).ifPresent(this::locals);
    for (Ast.Const c : a.constants()) {
      add(c.name().text(), CompletionItemKind.Constant, "constant", "");
    }
    for (Ast.Weight w : a.weights()) {
      add(w.name().text(), CompletionItemKind.Constant, w.type().span().text(), "weight");
    }
    Stream.concat(a.functions().stream(), a.importedFunctions().stream()).forEach(this::function);
    for (Builtin b : Builtin.values()) {
      add(b.label(), CompletionItemKind.Function, Signature.of(b), b.doc());
    }
    for (DType type : DType.values()) {
      add(type.label(), CompletionItemKind.TypeParameter, "dtype", "");
    }
    KEYWORDS.forEach(word -> add(word, CompletionItemKind.Keyword, "", ""));
    LIBRARY.forEach(this::notImported);
  }

  private void locals(Ast.Function f) {
    for (Binding b : Binding.of(f).reversed()) {
      if (b.isInSight(offset)) {
        var place = b.name().span();
        String type = a.findings().typeOf(place.start(), place.end()).orElse("");
        add(b.name().text(), CompletionItemKind.Variable, type, b.what());
      }
    }
  }

  private void function(Ast.Function f) {
    add(f.name().text(), CompletionItemKind.Function, Signature.of(f), f.doc());
  }

  /** Functions of the library, each with the import that it needs. */
  private void notImported(Ast.Program file) {
    String path = file.span().source().name();
    for (Ast.Function f : Analysis.functionsOf(file)) {
      String name = f.name().text();
      if (!name.startsWith("_")
          && add(name, CompletionItemKind.Function, Signature.of(f), f.doc())) {
        var top = a.positions().range(importPlace(), importPlace());
        items
            .getLast()
            .setAdditionalTextEdits(List.of(new TextEdit(top, "import \"" + path + "\"\n")));
        items.getLast().setSortText("~" + name); // after the names that need no import
      }
    }
  }

  /** The place behind the last import, or at the top. */
  private int importPlace() {
    String text = a.source().text();
    int place = 0;
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('\n', start) < 0 ? text.length() : text.indexOf('\n', start) + 1;
      String line = text.substring(start, end);
      if (line.startsWith("import ") || line.startsWith("broadcasting ")) {
        place = end;
      }
      start = end;
    }
    return place;
  }

  private boolean add(String label, CompletionItemKind kind, String detail, String doc) {
    if (!label.startsWith(prefix) || !taken.add(label)) {
      return false;
    }
    var item = new CompletionItem(label);
    item.setKind(kind);
    if (!detail.isEmpty()) {
      item.setDetail(detail);
    }
    if (!doc.isEmpty()) {
      item.setDocumentation(new MarkupContent(MarkupKind.MARKDOWN, doc));
    }
    items.add(item);
    return true;
  }
}
