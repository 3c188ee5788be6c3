package dev.tensorc.lsp;

import dev.tensorc.FileImports;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.StandardLibrary;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The open texts, and the files that they may import. */
final class Workspace {

  private final Map<String, Document> open = new ConcurrentHashMap<>();
  private volatile List<Path> folders = List.of();

  /** The folders that the editor has open: programs below one may import all files below it. */
  void setFolders(List<String> uris) {
    folders = uris.stream().flatMap(uri -> path(uri).stream()).toList();
  }

  Document put(String uri, int version, String text) {
    Optional<Path> path = path(uri);
    var source = new SourceText(path.map(Path::toString).orElse(uri), text);
    Imports imports = path.map(this::imports).orElse(Imports.NONE);
    var document = new Document(uri, version, source, imports);
    open.put(uri, document);
    return document;
  }

  /** Other open texts that may import a changed one; their earlier findings are forgotten. */
  List<Document> importing(String changed) {
    var renewed = new ArrayList<Document>();
    for (Document each : open.values()) {
      Document anew = each.anew();
      if (!each.uri().equals(changed) && each.mayImport() && open.replace(each.uri(), each, anew)) {
        renewed.add(anew);
      }
    }
    return renewed;
  }

  Optional<Document> find(String uri) {
    return Optional.ofNullable(open.get(uri));
  }

  void remove(String uri) {
    open.remove(uri);
  }

  /** Texts that are open count as they are in the editor. */
  private Imports imports(Path program) {
    Path folder =
        folders.stream().filter(program::startsWith).findFirst().orElse(program.resolveSibling(""));
    var files = new FileImports(folder);
    return (path, from) ->
        switch (files.find(path, from)) {
          case Imports.Found(SourceText found) -> new Imports.Found(edited(found));
          case Imports.Result other -> other;
        };
  }

  private SourceText edited(SourceText file) {
    return open.values().stream()
        .map(Document::source)
        .filter(s -> s.name().equals(file.name()))
        .findFirst()
        .map(s -> new SourceText(file.name(), file.runtimeName(), s.text()))
        .orElse(file);
  }

  /** Where the editor finds a file; files of the library are in no folder. */
  Optional<String> uri(String name) {
    if (StandardLibrary.names(name)) {
      return Optional.empty();
    }
    return open.values().stream()
        .filter(d -> d.source().name().equals(name))
        .map(Document::uri)
        .findFirst()
        .or(() -> Optional.of(Path.of(name).toUri().toString()));
  }

  private static Optional<Path> path(String uri) {
    try {
      URI parsed = URI.create(uri);
      return "file".equals(parsed.getScheme()) ? Optional.of(Path.of(parsed)) : Optional.empty();
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      return Optional.empty();
    }
  }
}
