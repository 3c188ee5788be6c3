package dev.tensorc.runtime;

import java.util.Arrays;

/**
 * Adds up many columns of f32 values at once, or multiplies them, each in the order of a {@link
 * FloatSum}: generated code feeds one chunk of all columns at a time. A sum has one virtual lane,
 * or is the tree of lanes that the caller ends one by one.
 *
 * <p>Generated code holds one for each thread and uses it for one sum at a time.
 */
public final class FloatColumns {

  /** A thread keeps the memory for so many columns; more is made for each sum. */
  private static final int MOST_KEPT = 1 << 18;

  private static final PerThread<FloatColumns> PER_THREAD = new PerThread<>(FloatColumns::new);

  /** No vector has more elements: what a caller's last vector has past the last column. */
  private static final int ROOM = 64;

  /** Sums of chunks that wait for another of their size: each in an array of its own. */
  private float[][] levels = new float[8][0];

  private int width;
  private int depth;
  private int chunks;

  /** Virtual lanes that have ended. */
  private int ended;

  private boolean product;

  private FloatColumns() {}

  /** Begins a sum of so many columns. */
  public static FloatColumns begin(int width) {
    return begin(width, false);
  }

  /** Begins a product, as {@link #begin} a sum. */
  public static FloatColumns beginProduct(int width) {
    return begin(width, true);
  }

  private static FloatColumns begin(int width, boolean product) {
    FloatColumns c = width <= MOST_KEPT ? PER_THREAD.get() : new FloatColumns();
    c.width = width;
    c.product = product;
    c.depth = 0;
    c.chunks = 0;
    c.ended = 0;
    return c;
  }

  /**
   * Where the caller adds up the next chunk of each column: an array whose first elements are +0.0,
   * or 1.0 for products.
   */
  public float[] chunk() {
    if (depth == levels.length) {
      levels = Arrays.copyOf(levels, depth * 2);
      Arrays.fill(levels, depth, levels.length, new float[0]);
    }
    if (levels[depth].length < width + ROOM) {
      levels[depth] = new float[width + ROOM];
    }
    Arrays.fill(levels[depth], 0, width, product ? 1 : 0);
    return levels[depth];
  }

  /** Takes in what {@link #chunk} holds now. */
  public void push() {
    depth++;
    chunks++;
    for (int c = chunks; (c & 1) == 0; c >>= 1) {
      mergeTop();
    }
  }

  /**
   * Ends a virtual lane, of which at least one chunk has been pushed: what comes is of another. As
   * the lanes' tree adds the lane that is half their number further on first, then those that are a
   * quarter of it, they come in the order that turns the bits of their numbers around.
   */
  public void endLane() {
    while (depth > Integer.bitCount(ended) + 1) {
      mergeTop();
    }
    chunks = 0;
    ended++;
    for (int c = ended; (c & 1) == 0; c >>= 1) {
      mergeTop();
    }
  }

  private void mergeTop() {
    depth--;
    combine(levels[depth - 1], levels[depth]);
  }

  private void combine(float[] into, float[] from) {
    if (product) {
      for (int j = 0; j < width; j++) {
        into[j] *= from[j];
      }
    } else {
      for (int j = 0; j < width; j++) {
        into[j] += from[j];
      }
    }
  }

  /**
   * Ends the sums; at least one chunk has been pushed.
   *
   * @return an array that begins with the sum of each column
   */
  public float[] sums() {
    while (depth > 1) {
      mergeTop();
    }
    return levels[0];
  }
}
