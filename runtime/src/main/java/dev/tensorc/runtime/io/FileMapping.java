package dev.tensorc.runtime.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * A file in memory, mapped when its first array is needed and only once: a process has a limited
 * number of mappings (65,530 on Linux unless set), and a file may have more arrays.
 */
final class FileMapping {
  private final FileChannel channel;
  private final Arena arena;
  private final MapMode mode;
  private MemorySegment whole = MemorySegment.NULL;

  FileMapping(FileChannel channel, Arena arena, MapMode mode) {
    this.channel = channel;
    this.arena = arena;
    this.mode = mode;
  }

  FileChannel channel() {
    return channel;
  }

  MapMode mode() {
    return mode;
  }

  /** A part of the file, which is not empty. */
  MemorySegment slice(String file, long place, long length) throws IOException {
    if (whole.byteSize() == 0) {
      whole = channel.map(mode, 0, channel.size(), arena);
    }
    if (length > whole.byteSize() - place) {
      throw new TensorFileException(file, "truncated while it is read");
    }
    return whole.asSlice(place, length);
  }
}
