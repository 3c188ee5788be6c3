package dev.tensorc.runtime.link;

import dev.tensorc.runtime.reuse.PerThread;

/**
 * The sizes, offsets and strides of a kernel that takes more arguments than a method should. A
 * caller fills the thread's array right before the call, and the kernel reads it before it calls
 * anything.
 */
public final class KernelArguments {

  private static final int FIRST = 64;

  /** JDK types alone: a thread keeps no class of the runtime alive. */
  private static final ThreadLocal<Object[]> PER_THREAD =
      PerThread.local(() -> new Object[] {new int[FIRST], new long[FIRST]});

  private KernelArguments() {}

  /** An array of at least so many elements. */
  public static int[] ints(int count) {
    Object[] mine = PER_THREAD.get();
    var ints = (int[]) mine[0];
    if (ints.length < count) {
      ints = new int[count];
      mine[0] = ints;
    }
    return ints;
  }

  /** An array of at least so many elements. */
  public static long[] longs(int count) {
    Object[] mine = PER_THREAD.get();
    var longs = (long[]) mine[1];
    if (longs.length < count) {
      longs = new long[count];
      mine[1] = longs;
    }
    return longs;
  }
}
