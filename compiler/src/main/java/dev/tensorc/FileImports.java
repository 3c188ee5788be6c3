package dev.tensorc;

import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Imports from files: paths are relative to the folder of the file that imports. */
public final class FileImports implements Imports {

  private final Charset encoding;

  /** Imports from files in UTF-8. */
  public FileImports() {
    this(StandardCharsets.UTF_8);
  }

  /** Imports from files in that encoding. */
  public FileImports(Charset encoding) {
    this.encoding = encoding;
  }

  @Override
  public Optional<SourceText> find(String path, SourceText from) {
    try {
      Path file = Path.of(from.name()).resolveSibling(path).normalize();
      return Optional.of(new SourceText(file.toString(), Files.readString(file, encoding)));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // the linker says which import it was
    }
  }
}
