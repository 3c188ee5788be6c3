package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.ElementType;

/** A tensor of a {@link Trial}, under strides that relate to the sizes as the caller's do. */
final class TrialTensor {

  /** Longer strides differ in nothing that a kernel looks at. */
  static final long LONGEST = 1031;

  final ElementType type;
  private final TrialMemory memory;

  /** How many elements it begins after the first tensor in that memory. */
  private final long after;

  private final long[] given;
  private final boolean[] follows;
  private final long[] strides;

  /**
   * @param offset where in the caller's memory it begins
   */
  TrialTensor(ElementType type, TrialMemory memory, long offset, int axes) {
    this.type = type;
    this.memory = memory;
    this.after = memory.after(offset);
    this.given = new long[axes];
    this.follows = new boolean[axes];
    this.strides = new long[axes];
  }

  void stride(int axis, long stride) {
    given[axis] = stride;
    follows[axis] = true;
  }

  /** Finds strides for smaller sizes: axes that are one loop stay so. */
  void layOut(long[] extents, long[] now) {
    long below = 0;
    long above = 0;
    for (int axis = given.length - 1; axis >= 0; axis--) {
      strides[axis] = memory.isWhole() ? given[axis] : shrunk(axis, extents, now);
      long reach = strides[axis] * (now[axis] - 1);
      below += Math.min(0, reach);
      above += Math.max(0, reach);
    }
    memory.include(after + below, after + above);
  }

  private long shrunk(int axis, long[] extents, long[] now) {
    int inner = axis + 1;
    boolean continues =
        inner < given.length
            && follows[axis]
            && follows[inner]
            && given[axis] == given[inner] * extents[inner];
    return continues ? strides[inner] * now[inner] : Math.clamp(given[axis], -LONGEST, LONGEST);
  }

  Object base() {
    return memory.base();
  }

  long offset() {
    return after - memory.lowest();
  }

  long stride(int axis) {
    return strides[axis];
  }
}
