package dev.tensorc.golden;

import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.sections.Section;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A program and its expected results, in one file: {@link Section}. Beside those that users can
 * write there are texts, which are blessed:
 *
 * <pre>
 * #> warnings                    the compiler's warnings, or none
 * #> shape f                      the inferred type of the result
 * #> versions f                   the versions of each kernel, with their guards
 * #> loops f                      the kernels
 * #> schedule f                   the nests, short rows and tiles of the kernels
 * #> explain f                    the report of explain, without types and bytes
 * #> rows f                       whether its rows may be given in parts, or the reason against
 * </pre>
 */
record GoldenFile(Path path, String program, List<Section> sections) {

  static GoldenFile read(Path path) {
    String text;
    try {
      text = Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(path, text);
  }

  static GoldenFile of(Path path, String text) {
    return new GoldenFile(path, Section.programOf(text), Section.of(text));
  }

  /** The whole file as the compiler sees it: it is to ignore the sections. */
  SourceText source() {
    return new SourceText(path.getFileName().toString(), text());
  }

  /** Imported files lie beside this one, or below; they are called by their path from there. */
  Options options() {
    Path folder = path.resolveSibling("");
    var files = new FileImports(folder);
    return Options.DEFAULT.withImports(
        (imported, from) -> {
          Path file = folder.resolve(from.name());
          return switch (files.find(imported, new SourceText(file.toString(), from.text()))) {
            case Imports.Found(SourceText text) ->
                new Imports.Found(
                    new SourceText(text.runtimeName(), read(Path.of(text.name())).text()));
            case Imports.Result refusal -> refusal;
          };
        });
  }

  /** The file of the program's weights, which lies beside it and is named after it. */
  Optional<Path> weights() {
    Path file = Path.of(path.toString().replaceFirst("\\.tc$", ".safetensors"));
    return Optional.of(file).filter(Files::exists);
  }

  /** Whether the program has a mistake, and the file says nothing else. */
  boolean isRefused() {
    return sections.stream().anyMatch(s -> s.header().equals("#> error"));
  }

  String text() {
    var text = new StringBuilder(program.stripTrailing()).append('\n');
    for (Section s : sections) {
      text.append('\n').append(s.header()).append('\n').append(s.body()).append('\n');
    }
    return text.toString();
  }

  void write() {
    try {
      Files.writeString(path, text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
