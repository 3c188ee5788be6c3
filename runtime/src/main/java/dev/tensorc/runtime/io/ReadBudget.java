package dev.tensorc.runtime.io;

import dev.tensorc.runtime.AllocationLimit;

/**
 * How much memory arrays may take that are read from files: {@link AllocationLimit#bytes} for all
 * arrays of one file, or, within {@link #together}, of all files that are read there. An array is
 * refused before it is allocated. Mapped arrays count nothing.
 */
public final class ReadBudget {
  private static final ScopedValue<ReadBudget> TOGETHER = ScopedValue.newInstance();

  private final long limit = AllocationLimit.bytes();
  private long taken;

  private ReadBudget() {}

  /** The budget of the call of {@link #together} around this one, else a new one. */
  public static ReadBudget current() {
    return TOGETHER.isBound() ? TOGETHER.get() : new ReadBudget();
  }

  /**
   * Runs something under one budget: the arrays of all files that it reads, in this thread, count
   * together against the allocation limit.
   */
  public static <R, X extends Throwable> R together(ScopedValue.CallableOp<? extends R, X> body)
      throws X {
    return ScopedValue.where(TOGETHER, new ReadBudget()).<R, X>call(body);
  }

  /**
   * Counts an array that is to be allocated.
   *
   * @param file the file that it is read from
   * @param array gives its text in messages, such as {@code f32 [2, 3]}
   * @param bytes from 0 on
   * @throws TensorFileException if the limit does not allow it; it is not counted then
   */
  public synchronized void take(String file, Object array, long bytes) throws TensorFileException {
    if (bytes > limit - taken) {
      throw new TensorFileException(file, refusal(array, bytes));
    }
    taken += bytes;
  }

  private String refusal(Object array, long bytes) {
    String others = taken == 0 ? "" : ", beside %d bytes that were read before it".formatted(taken);
    String enough = enough(bytes);
    return "%s takes %d bytes%s, and the allocation limit is %d bytes: raise it with -D%s=%s, --allocation-limit=%s or AllocationLimit.set, or map the file, which allocates nothing"
        .formatted(array, bytes, others, limit, AllocationLimit.PROPERTY, enough, enough);
  }

  /** {@code 38M}, as {@link AllocationLimit#parse} reads it. */
  private String enough(long bytes) {
    long mebibyte = 1L << 20;
    long most = Long.MAX_VALUE - mebibyte;
    long all = bytes > most - taken ? most : bytes + taken;
    return (all + mebibyte - 1) / mebibyte + "M";
  }
}
