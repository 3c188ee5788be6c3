package dev.tensorc.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
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
 * class that has made it. When the thread has gone, what it held has gone, too, and a {@link
 * Cleaner} takes the entry out of the map, whether anyone calls again or not.
 *
 * @param <T> it must not lead to the thread
 */
final class PerThread<T> {

  private static final Cleaner CLEANER = Cleaner.create();
  private static final MethodHandle REMOVE = remove();

  private final ThreadLocal<WeakReference<T>> found = new ThreadLocal<>();
  private final Map<Object, T> kept = new ConcurrentHashMap<>();

  /** What a cleaner does holds no class of the runtime: a cleaner's thread may outlive it. */
  private final MethodHandle forget = REMOVE.bindTo(new WeakReference<>(kept));

  private final Supplier<T> make;

  /**
   * @param make what a thread has until {@link #set}
   */
  PerThread(Supplier<T> make) {
    this.make = make;
  }

  /** Takes a weak reference to a map, and a key; fails, unheard, where the map has gone. */
  private static MethodHandle remove() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle get =
          lookup.findVirtual(Reference.class, "get", MethodType.methodType(Object.class));
      MethodHandle remove =
          lookup.findVirtual(
              Map.class, "remove", MethodType.methodType(Object.class, Object.class));
      MethodType toMap = MethodType.methodType(Map.class, Reference.class);
      return MethodHandles.filterArguments(remove, 0, get.asType(toMap));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
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

  /** Where memory runs out on the way, nothing stays that nobody takes away. */
  void set(T mine) {
    var reference = new WeakReference<>(mine);
    var key = new Object();
    CLEANER.register(
        reference, MethodHandleProxies.asInterfaceInstance(Runnable.class, forget.bindTo(key)));
    kept.put(key, mine);
    found.set(reference);
  }

  /** Of how many threads something is kept. */
  int size() {
    return kept.size();
  }
}
