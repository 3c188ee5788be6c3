package dev.tensorc.runtime.reuse;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Memory of one call that the thread's next call uses again. While a call has it nobody else gets
 * it: a call inside that one makes another, and where a call ends with an exception it is never
 * given back, and left to the garbage collector. So nothing has to be undone.
 *
 * <p>A virtual thread mostly makes few calls and then ends, and there may be a hundred thousand of
 * them: they share as many as there are processors.
 *
 * <p>Between calls it is kept as long as the JVM does not need the memory. To take it and to give
 * it back allocates nothing.
 *
 * @param <T> it must not lead to the thread when it is given back
 */
public final class Spare<T> {

  private static final class Place<T> {
    private SoftReference<T> last = new SoftReference<>(null);
    private boolean free;
  }

  private final PerThread<Place<T>> places = new PerThread<>(Place::new);
  private final AtomicReferenceArray<SoftReference<T>> shared =
      new AtomicReferenceArray<>(Runtime.getRuntime().availableProcessors());
  private final Supplier<T> make;
  private final Function<T, SoftReference<T>> softly;

  /**
   * @param softly gives the soft reference that it has to itself
   */
  public Spare(Supplier<T> make, Function<T, SoftReference<T>> softly) {
    this.make = make;
    this.softly = softly;
  }

  public T take() {
    return Thread.currentThread().isVirtual() ? shared() : own();
  }

  private T own() {
    Place<T> place = places.get();
    T last = place.free ? place.last.get() : null;
    place.free = false;
    return last == null ? make.get() : last;
  }

  private T shared() {
    for (int i = 0; i < shared.length(); i++) {
      SoftReference<T> reference = shared.getPlain(i) == null ? null : shared.getAndSet(i, null);
      T found = reference == null ? null : reference.get();
      if (found != null) {
        return found;
      }
    }
    return make.get();
  }

  public void giveBack(T used) {
    SoftReference<T> reference = softly.apply(used);
    if (Thread.currentThread().isVirtual()) {
      share(reference);
    } else {
      Place<T> place = places.get();
      place.last = reference;
      place.free = true;
    }
  }

  /** A reference that finds no place is left to the garbage collector. */
  private void share(SoftReference<T> reference) {
    for (int i = 0; i < shared.length(); i++) {
      if (shared.compareAndSet(i, null, reference)) {
        return;
      }
    }
  }
}
