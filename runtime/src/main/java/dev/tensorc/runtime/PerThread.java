package dev.tensorc.runtime;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Something of each thread's own, which goes with the thread, and with the class loader of the
 * runtime: an application server keeps its threads when it drops an application.
 *
 * <p>What a {@link ThreadLocal} holds, the thread holds, and with it the class loader of its class.
 * So the thread holds it weakly here; who keeps it is a map of this object, which goes with the
 * class that has made it. When the thread has gone, the weak reference that it held has gone, too,
 * and {@link ThreadWatch} takes the entry out of the map, whether anyone calls again or not.
 *
 * @param <T> it must not lead to the thread
 */
final class PerThread<T> {

  private final ThreadLocal<WeakReference<T>> found = new ThreadLocal<>();
  private final Map<Object, T> kept = new ConcurrentHashMap<>();
  private final Supplier<T> make;

  /**
   * @param make what a thread has at first
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
    var reference = new WeakReference<>(mine);
    var key = new Object();
    ThreadWatch.add(reference, kept, key); // first: where memory runs out behind it, nothing stays
    kept.put(key, mine);
    found.set(reference);
    return mine;
  }

  /** Of how many threads something is kept. */
  int size() {
    return kept.size();
  }
}
