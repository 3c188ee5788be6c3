package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;

/**
 * The members of this package beyond its public methods that the runtime's other packages use. Not
 * for users: nothing here stays as it is from one version to the next. The methods are static and
 * short, so that the JIT compiles calls into the caller: calls of 20 ns go through them.
 *
 * @hidden
 */
public final class Access {

  /** The result of {@link #nativeRow} for tensors that are no such row: more than any row has. */
  public static final long NO_ROW = StridedTensor.NO_ROW;

  private Access() {}

  // ---------------------------------------------------------------- tensors

  /**
   * How many elements a tensor has that is one row of native memory, from its beginning on; {@link
   * #NO_ROW} for any other.
   */
  public static long nativeRow(Tensor tensor) {
    return ((StridedTensor<?>) tensor).nativeRow();
  }

  /** The memory of a native tensor. */
  public static MemorySegment memory(Tensor tensor) {
    return ((StridedTensor<?>) tensor).memory();
  }

  /** Where the memory of a native tensor begins. */
  public static long address(Tensor tensor) {
    return ((StridedTensor<?>) tensor).address();
  }

  /** The lowest position in the storage at which a tensor has an element; it is not empty. */
  public static long first(Tensor tensor) {
    return ((StridedTensor<?>) tensor).layout().first();
  }

  /** The highest position in the storage at which a tensor has an element; it is not empty. */
  public static long last(Tensor tensor) {
    return ((StridedTensor<?>) tensor).layout().last();
  }

  /** Why a native tensor's elements cannot be read now, by this thread; empty where they can. */
  public static String readingObstacle(Tensor tensor) {
    return NativeMemory.obstacle(memory(tensor));
  }

  /** Why elements cannot be written now, by this thread; empty where they can. */
  public static String writingObstacle(Tensor tensor) {
    return ((StridedTensor<?>) tensor).writingObstacle();
  }

  /**
   * Copies {@code n} elements from places {@code stride} apart to places {@code step} apart.
   *
   * @param source an array of the type, or a native segment
   * @param target the same
   */
  public static void copyRow(
      ElementType type,
      Object source,
      long from,
      long stride,
      Object target,
      long to,
      long step,
      long n) {
    StridedCopy.row(type, source, from, stride, target, to, step, n);
  }

  /**
   * A size as an int.
   *
   * @throws ShapeException if it is negative or above 2^31-1
   */
  public static int extent(long size) {
    return Layout.extent(size);
  }

  // ---------------------------------------------------------------- threads

  /** The threads that calls of a program use. */
  public static Threads threadsOf(Class<?> program) {
    return Threads.of(program);
  }

  /** About how many pieces a loop is worth, each long enough to be handed over. */
  public static long pieces(Threads threads, double nanos) {
    return threads.pieces(nanos);
  }

  /**
   * Asks the pool of some threads to run as many of some equal tasks as it may; each calls {@link
   * #give} when it is done.
   */
  public static void execute(Threads threads, Runnable task, int most) {
    threads.execute(task, most);
  }

  /** The pool of some threads has done a task. */
  public static void give(Threads threads) {
    threads.give();
  }
}
