package dev.tensorc.runtime.reuse;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Takes entries out of maps when the object that stands for their thread has gone. The action of a
 * {@link Cleaner} holds no class of the runtime, for a cleaner's thread may outlive the runtime:
 * the action is made of method handles of the JDK. To make the first takes some 25 milliseconds of
 * a processor, which first calls need: a thread does it some seconds later, and ends then.
 */
final class ThreadWatch {

  /** An entry whose token may have gone by now. */
  private record Entry(WeakReference<Object> token, Map<Object, ?> map, Object key) {}

  /** The classes that are loaded in the background. */
  private static final class Watched {
    static final Cleaner CLEANER = Cleaner.create();
    static final MethodHandle REMOVE = remove();

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

    static void register(Object token, Map<Object, ?> map, Object key) {
      MethodHandle forget = REMOVE.bindTo(new WeakReference<>(map)).bindTo(key);
      CLEANER.register(token, MethodHandleProxies.asInterfaceInstance(Runnable.class, forget));
    }
  }

  /** First calls and their compilation are done by then. */
  private static final long DELAY_MILLIS = 3_000;

  /** Threads whose wait ends before the delay does: so many are worth it at once. */
  private static final int WAITING_THREADS_THAT_END_DELAY = 64;

  private static final List<Entry> WAITING = new ArrayList<>();
  private static volatile boolean ready;
  private static boolean begun;

  private ThreadWatch() {}

  /**
   * Takes an entry out of a map when a token has gone.
   *
   * @param map it must not lead to the token; it may be used by several threads
   */
  static void add(Object token, Map<Object, ?> map, Object key) {
    if (ready) {
      Watched.register(token, map, key);
      return;
    }
    synchronized (WAITING) {
      if (!ready) {
        WAITING.add(new Entry(new WeakReference<>(token), map, key));
        if (WAITING.size() >= WAITING_THREADS_THAT_END_DELAY) {
          WAITING.notifyAll();
        }
        begin();
        return;
      }
    }
    Watched.register(token, map, key);
  }

  private static void begin() {
    if (begun) {
      return;
    }
    try {
      Thread thread =
          Thread.ofPlatform()
              .name("tensorc-scratch")
              .daemon()
              .inheritInheritableThreadLocals(false)
              .unstarted(ThreadWatch::run);
      thread.setContextClassLoader(null);
      thread.start();
      begun = true;
    } catch (OutOfMemoryError e) { // no call fails for this: the next thread's first one begins
      begun = false;
    }
  }

  private static void run() {
    try {
      await();
      Watched.register(new Object(), Map.of(), ""); // loads the classes that it takes
      synchronized (WAITING) {
        while (!WAITING.isEmpty()) {
          register(WAITING.getLast());
          WAITING.removeLast();
        }
        ready = true;
      }
    } catch (OutOfMemoryError | InterruptedException e) { // the next thread's first call begins
      synchronized (WAITING) {
        begun = false;
      }
    }
  }

  private static void await() throws InterruptedException {
    long begin = System.nanoTime();
    synchronized (WAITING) {
      while (WAITING.size() < WAITING_THREADS_THAT_END_DELAY) {
        long left = DELAY_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (left <= 0) {
          return;
        }
        WAITING.wait(left);
      }
    }
  }

  private static void register(Entry entry) {
    Object token = entry.token().get();
    if (token == null) {
      entry.map().remove(entry.key());
    } else {
      Watched.register(token, entry.map(), entry.key());
    }
  }
}
