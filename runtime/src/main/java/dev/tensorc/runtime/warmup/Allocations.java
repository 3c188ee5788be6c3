package dev.tensorc.runtime.warmup;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The bytes that a thread has allocated, where the JVM counts it. */
final class Allocations {

  private Allocations() {}

  private static final class Counter {
    static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  }

  /** In bytes, since it began; -1 where that is not known. */
  static long ofThisThread() {
    try {
      return Counter.BEAN.getCurrentThreadAllocatedBytes();
    } catch (LinkageError | ClassCastException | UnsupportedOperationException e) {
      return -1; // an image without the module jdk.management, or another JVM
    }
  }
}
