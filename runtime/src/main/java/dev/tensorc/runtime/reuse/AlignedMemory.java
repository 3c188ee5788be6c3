package dev.tensorc.runtime.reuse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Native memory that begins at a multiple of {@value #ALIGNMENT} bytes. */
public final class AlignedMemory {

  /** Where memory begins: a multiple of this many bytes, which is a cache line or a vector. */
  public static final long ALIGNMENT = 64;

  private AlignedMemory() {}

  /** New memory of so many bytes, all zero, which is there as long as it can be reached. */
  public static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(bytes, ALIGNMENT);
  }
}
