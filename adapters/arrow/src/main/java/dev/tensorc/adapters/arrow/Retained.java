package dev.tensorc.adapters.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.ReferenceManager;

/** Buffers of Arrow as memory of an arena. */
final class Retained {
  private Retained() {}

  /**
   * A part of a buffer, which is retained until the arena ends.
   *
   * @param from in bytes
   * @param size in bytes
   */
  @SuppressWarnings("restricted") // the buffer knows its size, and cannot go while it is retained
  static MemorySegment of(ArrowBuf buffer, long from, long size, Arena arena) {
    buffer.checkBytes(from, from + size);
    ReferenceManager manager = buffer.getReferenceManager();
    manager.retain();
    try {
      return MemorySegment.ofAddress(buffer.memoryAddress() + from)
          .reinterpret(size, arena, _ -> manager.release());
    } catch (RuntimeException e) { // the arena is closed, or another thread's
      manager.release();
      throw e;
    }
  }
}
