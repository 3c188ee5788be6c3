package dev.tensorc.runtime.io;

import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * A safetensors file whose header was read once, for tensors that are read one by one. It is open
 * only while a tensor is read. The file must stay as it is: a tensor is read from the place that
 * the header gave.
 */
public final class SafetensorsFile {
  private final Path file;
  private final Safetensors.Start start;

  private SafetensorsFile(Path file, Safetensors.Start start) {
    this.file = file;
    this.start = start;
  }

  /**
   * Reads the header.
   *
   * @throws TensorFileException if the file cannot be read, or the header is damaged
   */
  public static SafetensorsFile open(Path file) throws IOException {
    return RegularFile.open(
        file,
        MapMode.READ_ONLY,
        channel -> new SafetensorsFile(file, Safetensors.start(channel, file.toString())));
  }

  /**
   * Reads one tensor.
   *
   * @throws TensorFileException if the file cannot be read or became shorter, has no tensor of that
   *     name, or one that tensors cannot hold or the allocation limit does not allow
   */
  public Tensor read(String tensor) throws IOException {
    String name = file.toString();
    for (SafetensorsHeader.Entry entry : start.header().entries()) {
      if (entry.name().equals(tensor)) {
        return RegularFile.open(
            file,
            MapMode.READ_ONLY,
            channel ->
                Safetensors.read(channel, name, entry, start.length(), ReadBudget.current()));
      }
    }
    throw new TensorFileException(name, "it has no tensor '%s'".formatted(tensor));
  }
}
