package dev.tensorc.runtime;

import java.lang.ref.SoftReference;
import java.util.function.Supplier;

/**
 * What one call has used and the thread's next call uses again. While a call has it nobody else
 * gets it: a call inside that one makes another, and where a call ends with an exception it is
 * never given back, and left to the garbage collector. So nothing has to be undone.
 *
 * <p>Between calls the thread keeps it as long as the JVM does not need the memory. To take it and
 * to give it back allocates nothing.
 *
 * @param <T> it must not lead to the thread when it is given back
 */
final class Spare<T> {

  private static final class Place<T> {
    private SoftReference<T> last = new SoftReference<>(null);
    private boolean free;
  }

  private final PerThread<Place<T>> places = new PerThread<>(Place::new);
  private final Supplier<T> make;

  Spare(Supplier<T> make) {
    this.make = make;
  }

  T take() {
    Place<T> place = places.get();
    T last = place.free ? place.last.get() : null;
    place.free = false;
    return last == null ? make.get() : last;
  }

  void giveBack(T used) {
    Place<T> place = places.get();
    if (place.last.get() != used) {
      place.last = new SoftReference<>(used);
    }
    place.free = true;
  }
}
