package dev.tensorc.runtime.reuse;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Supplier;

/**
 * Something of each thread's own, which goes with the thread, and with the class loader of the
 * runtime: an application server keeps its threads when it drops an application.
 *
 * <p>A thread keeps the value of a {@link ThreadLocal} alive, and with it the class loader of the
 * value's class. So the thread local has a weak reference here, and a map of this object keeps the
 * value; the map goes with the class that has made this object. When the thread has gone, its weak
 * reference has gone, too, and {@link ThreadWatch} takes the entry out of the map, whether anyone
 * calls again or not. It can do so only after a garbage collection: the map has soft references, so
 * that a heap does not fill up before.
 *
 * <p>The threads of {@link java.util.concurrent.ForkJoinPool#commonPool} lose the values of their
 * thread locals after each task (JDK 25). Their values are found in the map, by the thread's
 * number.
 *
 * @param <T> it must not lead to the thread
 */
public final class PerThread<T> {

  private final ThreadLocal<WeakReference<SoftReference<T>>> found = new ThreadLocal<>();
  private final Map<Object, SoftReference<T>> kept = new ConcurrentHashMap<>();
  private final Supplier<T> make;

  /**
   * @param make the value that a thread has at first, and where memory was short since its last
   *     call
   */
  public PerThread(Supplier<T> make) {
    this.make = make;
  }

  public T get() {
    WeakReference<SoftReference<T>> reference = found.get();
    SoftReference<T> soft = reference == null ? null : reference.get();
    T mine = soft == null ? null : soft.get();
    return mine == null ? made() : mine;
  }

  /**
   * A thread local for JDK types, which the thread itself may hold; threads of {@link
   * java.util.concurrent.ForkJoinPool#commonPool} have the same in their next task.
   */
  public static <T> ThreadLocal<T> local(Supplier<T> first) {
    var ofWorkers = new PerThread<>(first);
    return ThreadLocal.withInitial(() -> isWorker() ? ofWorkers.get() : first.get());
  }

  private static boolean isWorker() {
    return Thread.currentThread() instanceof ForkJoinWorkerThread;
  }

  private T made() {
    boolean isWorker = isWorker();
    Object key = isWorker ? (Object) Thread.currentThread().threadId() : new Object();
    SoftReference<T> before = isWorker ? kept.get(key) : null;
    T mine = before == null ? null : before.get();
    if (mine != null) {
      found.set(new WeakReference<>(before));
      return mine;
    }
    mine = make.get();
    var soft = new SoftReference<>(mine);
    var reference = new WeakReference<>(soft);
    Object token = isWorker ? Thread.currentThread() : reference;
    ThreadWatch.add(token, kept, key); // first: where memory runs out behind it, nothing stays
    kept.put(key, soft);
    found.set(reference);
    return mine;
  }

  /** The number of threads whose value is kept. */
  int size() {
    return kept.size();
  }
}
