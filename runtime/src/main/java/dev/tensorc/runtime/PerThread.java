package dev.tensorc.runtime;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * Something of each thread's own, which goes with the thread, and with the class loader of the
 * runtime: an application server keeps its threads when it drops an application.
 *
 * <p>What a {@link ThreadLocal} holds, the thread holds, and with it the class loader of its class.
 * So the thread holds it weakly here; who keeps it is a map of this object, which goes with the
 * class that has made it.
 *
 * @param <T> it must not lead to the thread
 */
final class PerThread<T> {

  private final ThreadLocal<WeakReference<T>> found = new ThreadLocal<>();
  private final Map<Thread, T> kept = Collections.synchronizedMap(new WeakHashMap<>());
  private final Supplier<T> make;

  /**
   * @param make what a thread has until {@link #set}
   */
  PerThread(Supplier<T> make) {
    this.make = make;
  }

  T get() {
    WeakReference<T> reference = found.get();
    T mine = reference == null ? null : reference.get();
    return mine == null ? made() : mine;
  }

  private T made() {
    T mine = make.get();
    set(mine);
    return mine;
  }

  void set(T mine) {
    kept.put(Thread.currentThread(), mine);
    found.set(new WeakReference<>(mine));
  }
}
