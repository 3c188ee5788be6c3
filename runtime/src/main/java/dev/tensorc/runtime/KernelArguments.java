package dev.tensorc.runtime;

/**
 * The sizes, offsets and strides of a kernel that takes more arguments than a method should. A
 * caller fills the thread's array right before the call, and the kernel reads it before it calls
 * anything.
 */
public final class KernelArguments {

  private static final ThreadLocal<KernelArguments> PER_THREAD =
      ThreadLocal.withInitial(KernelArguments::new);

  private int[] ints = new int[64];
  private long[] longs = new long[64];

  private KernelArguments() {}

  /** An array of at least so many elements. */
  public static int[] ints(int count) {
    KernelArguments mine = PER_THREAD.get();
    if (mine.ints.length < count) {
      mine.ints = new int[count];
    }
    return mine.ints;
  }

  /** An array of at least so many elements. */
  public static long[] longs(int count) {
    KernelArguments mine = PER_THREAD.get();
    if (mine.longs.length < count) {
      mine.longs = new long[count];
    }
    return mine.longs;
  }
}
