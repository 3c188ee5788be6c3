package dev.tensorc.frontend;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The language's own library, in the language: files of the compiler, {@code "std/stats.tc"}. */
public final class StandardLibrary {

  private static final String FOLDER = "std/";

  private static final List<String> FILES =
      List.of("image.tc", "linalg.tc", "nn.tc", "signal.tc", "stats.tc");

  private StandardLibrary() {}

  /** The paths of all files, as imports name them. */
  public static List<String> paths() {
    return FILES.stream().map(FOLDER::concat).toList();
  }

  /** Whether an import names a file of the library; {@code "./std/x.tc"} is one of the user's. */
  public static boolean names(String path) {
    return path.startsWith(FOLDER);
  }

  /** Whether a text is that of a file of the library. */
  public static boolean has(SourceText file) {
    return paths().contains(file.name()) && read(file.name()).text().equals(file.text());
  }

  /** The import of the file that a word or a path means: {@code stats} and {@code stats.tc}. */
  static Optional<String> meant(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    String name = file.endsWith(".tc") ? file : file + ".tc";
    return FILES.contains(name)
        ? Optional.of("import \"" + FOLDER + name + "\"")
        : Optional.empty();
  }

  static Imports.Result find(String path) {
    return paths().contains(path) ? new Imports.Found(read(path)) : new Imports.NotStandard();
  }

  /** The text of a file of {@link #paths}. */
  public static SourceText read(String path) {
    try (InputStream in = StandardLibrary.class.getResourceAsStream("/dev/tensorc/" + path)) {
      if (in == null) {
        throw new IllegalStateException("the library has no " + path);
      }
      return new SourceText(path, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
