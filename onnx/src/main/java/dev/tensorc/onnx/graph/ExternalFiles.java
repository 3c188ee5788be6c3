package dev.tensorc.onnx.graph;

import dev.tensorc.onnx.wire.OnnxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Maps files: the model's, and those in its folder that hold elements of its constants. A model is
 * not trusted, so it cannot name a file outside of that folder, through a link neither.
 */
public final class ExternalFiles {
  private final Path folder;
  private final Arena arena;
  private final Map<String, MemorySegment> mapped = new HashMap<>();

  /**
   * @param arena how long the files stay mapped
   */
  public ExternalFiles(Path folder, Arena arena) {
    this.folder = folder;
    this.arena = arena;
  }

  /** The files in a model's folder. */
  public static ExternalFiles beside(Path model, Arena arena) {
    return new ExternalFiles(model.toAbsolutePath().resolveSibling("."), arena);
  }

  /** Maps a file that the user has named. */
  public static MemorySegment map(Path file, Arena arena) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new OnnxException("is no regular file");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
    }
  }

  MemorySegment map(String what, String location) {
    return mapped.computeIfAbsent(location, _ -> mapNew(what, location));
  }

  private MemorySegment mapNew(String what, String location) {
    try {
      Path file = folder.resolve(location).normalize();
      Path root = folder.toRealPath();
      if (location.isEmpty() || !file.toRealPath().startsWith(root)) {
        throw new OnnxException(
            "%s has its elements in '%s', which is not in the model's folder"
                .formatted(what, location));
      }
      return map(file, arena);
    } catch (NoSuchFileException e) {
      throw new OnnxException(
          "%s has its elements in '%s', which is not there; keep that file beside the model"
              .formatted(what, location));
    } catch (InvalidPathException e) {
      throw new OnnxException("%s has its elements in no file's name".formatted(what));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
