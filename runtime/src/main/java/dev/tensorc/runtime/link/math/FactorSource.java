package dev.tensorc.runtime.link.math;

import java.util.Arrays;

/**
 * The source of the panels of a right factor: a computation, the tensors that it reads with their
 * places, and the sizes of the factor and its panels. One for each factor of a thread, used again
 * and again, so that looking panels up makes no objects.
 */
final class FactorSource {

  /** How many numbers each tensor has: its own number, and where it is read. */
  private static final int NUMBERS = 4;

  /** A source that stays as it is. */
  record Key(String computation, long[] numbers) {}

  private String computation = "";
  private long[] numbers = {};
  private int count;
  private KeptPanels panels = KeptPanels.NONE;
  private boolean changes = true;

  /**
   * Begins another source.
   *
   * @param how the elements are computed of those that are read; empty where they are these
   */
  void begin(String how) {
    computation = how;
    count = 0;
    panels = KeptPanels.NONE;
    changes = false;
  }

  /** Begins a source whose elements may change. */
  void beginOfOthers() {
    begin("");
    changes = true;
  }

  /**
   * The computation reads elements of an array or a segment.
   *
   * @param line how far apart those of neighbouring lines are
   * @param element how far apart those of neighbours in a line are
   */
  void read(Object storage, long first, long line, long element) {
    KeptPanels of = changes ? KeptPanels.NONE : KeptPanels.of(storage);
    changes = of == KeptPanels.NONE;
    if (changes) {
      return;
    }
    panels = count == 0 ? of : panels;
    if (numbers.length < count + 2 * NUMBERS) {
      numbers = Arrays.copyOf(numbers, 2 * count + 2 * NUMBERS);
    }
    add(of.number(), first, line, element);
  }

  /** The sizes end the source. */
  void sizes(int lines, int depth, int width) {
    if (panels() != KeptPanels.NONE) {
      add(lines, depth, width, 0);
    }
  }

  private void add(long a, long b, long c, long d) {
    numbers[count] = a;
    numbers[count + 1] = b;
    numbers[count + 2] = c;
    numbers[count + 3] = d;
    count += NUMBERS;
  }

  /** The store of the panels. */
  KeptPanels panels() {
    return changes ? KeptPanels.NONE : panels;
  }

  boolean is(Key key) {
    return computation.equals(key.computation)
        && Arrays.equals(numbers, 0, count, key.numbers, 0, key.numbers.length);
  }

  Key key() {
    return new Key(computation, Arrays.copyOf(numbers, count));
  }
}
