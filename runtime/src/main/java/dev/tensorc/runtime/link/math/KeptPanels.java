package dev.tensorc.runtime.link.math;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The panels of right factors whose elements never change: the weights of a program. The first
 * product of such a factor lays it out as a whole, and later products read the same panels,
 * whichever kernel and thread they run in.
 *
 * <p>Panels go with the storage of the elements. They also go where memory is short; then they are
 * made anew. Those of one tensor have at most {@value #MOST_COPIES} times its elements, and {@value
 * #MORE} for the columns that panels lack, so that products of ever other parts of a tensor do not
 * fill the memory: such parts are laid out in each call.
 */
public final class KeptPanels {

  private static final int MOST_COPIES = 2;
  private static final int MORE = 1 << 16;

  private static final AtomicLong NUMBERS = new AtomicLong();

  /** Where elements may change, and nothing is kept. */
  static final KeptPanels NONE = new KeptPanels(-1);

  /** No panels. */
  static final Object NOTHING = new Object();

  /** The storage of elements, by identity. */
  private static final class Known extends WeakReference<Object> {
    final KeptPanels panels;

    Known(Object storage, KeptPanels panels) {
      super(storage);
      this.panels = panels;
    }
  }

  private record Kept(
      FactorSource.Key key, long elements, int width, SoftReference<Object> panels) {

    boolean isThere() {
      return panels.get() != null;
    }
  }

  /**
   * A hash table with open addressing, at least half of it free. It is replaced as a whole, so that
   * products need no lock. Two segments may be equal one after the other, so identity counts.
   */
  private static volatile Known[] table = {};

  private final long number = NUMBERS.getAndIncrement();
  private final long mostElements;
  private volatile Kept[] kept = {};

  private KeptPanels(long mostElements) {
    this.mostElements = mostElements;
  }

  /**
   * From here on the panels of a tensor are kept, whose elements must not change any more.
   *
   * @param storage the array or the segment that holds the elements
   * @param elements how many there are
   */
  public static void keep(Object storage, long elements) {
    add(new Known(storage, new KeptPanels(MOST_COPIES * elements + MORE)));
  }

  /** The bytes of all panels that are kept at the moment, of all programs. */
  public static long bytes() {
    return Arrays.stream(table)
        .filter(Objects::nonNull)
        .flatMap(k -> Arrays.stream(k.panels.kept))
        .filter(Kept::isThere)
        .mapToLong(k -> k.elements * k.width)
        .sum();
  }

  private static synchronized void add(Known added) {
    long count = Arrays.stream(table).filter(Objects::nonNull).count();
    var larger = new Known[2 * Integer.highestOneBit((int) count * 2 + 1)];
    put(larger, added);
    for (Known k : table) {
      if (k != null) {
        put(larger, k);
      }
    }
    table = larger;
  }

  private static void put(Known[] into, Known k) {
    Object storage = k.get();
    if (storage != null) {
      int mask = into.length - 1;
      int i = System.identityHashCode(storage) & mask;
      while (into[i] != null) {
        i = (i + 1) & mask;
      }
      into[i] = k;
    }
  }

  /** The store of the panels of elements in that array or segment. */
  static KeptPanels of(Object storage) {
    Known[] known = table;
    int mask = known.length - 1;
    if (mask < 0) {
      return NONE;
    }
    int i = System.identityHashCode(storage) & mask;
    for (Known k = known[i]; k != null; k = known[i]) {
      if (k.refersTo(storage)) {
        return k.panels;
      }
      i = (i + 1) & mask;
    }
    return NONE;
  }

  /** Another for each tensor. */
  long number() {
    return number;
  }

  /** An array, or {@link #NOTHING}. */
  Object find(FactorSource source) {
    for (Kept k : kept) {
      if (source.is(k.key)) {
        Object panels = k.panels.get();
        return panels == null ? NOTHING : panels;
      }
    }
    return NOTHING;
  }

  /** Whether panels of so many elements may be kept, too. */
  boolean hasRoom(long elements) {
    return elements <= mostElements - elements();
  }

  /**
   * Keeps panels, unless another thread has made them, too.
   *
   * @param width bytes of an element
   */
  synchronized void keep(FactorSource source, Object panels, long elements, int width) {
    if (find(source) == NOTHING && hasRoom(elements)) {
      Kept[] there = Arrays.stream(kept).filter(Kept::isThere).toArray(Kept[]::new);
      Kept[] more = Arrays.copyOf(there, there.length + 1);
      more[there.length] = new Kept(source.key(), elements, width, new SoftReference<>(panels));
      kept = more;
    }
  }

  private long elements() {
    long sum = 0;
    for (Kept k : kept) {
      sum += k.isThere() ? k.elements : 0;
    }
    return sum;
  }
}
