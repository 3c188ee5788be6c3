// Made from link/math/XSum.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.math;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.tensorc.runtime.reuse.PerThread;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;

/**
 * Adds f32 values, or multiplies them, in the language's fixed order, whichever engine feeds them.
 *
 * <p>The sequence is dealt round-robin to {@code width} virtual lanes ({@link #LANES} where the
 * reduced axes include the last one, else 1). Each lane adds {@link #CHUNK} elements in turn from
 * +0.0; the chunk sums are added pairwise by a binary counter; at the end the open ones from the
 * latest to the oldest, and then the lanes as a tree. Missing elements of the last row count as
 * +0.0. A product is the same with multiplications for additions and 1.0 for +0.0.
 *
 * <p>Each thread has some, each for one sum at a time.
 */
public final class FloatSum {

  /** Virtual lanes of a sum over the last axis. */
  public static final int LANES = 64;

  /** The levels of at most 2^31 elements. */
  private static final int MOST_LEVELS = 32;

  /** Elements that a lane adds one after the other. */
  public static final int CHUNK = 16;

  private static final PerThread<ArrayList<FloatSum>> PER_THREAD = new PerThread<>(ArrayList::new);

  private final float[] elements = new float[LANES * CHUNK];
  private final float[] chunk = new float[LANES];
  private final float[] row = new float[LANES];
  private final float[] levels = new float[MOST_LEVELS * LANES];

  /**
   * Sums of 1, 2, 4 ... chunks, the oldest first: arrays of their own, so that the JIT vectorises.
   */
  private float[][] stack = new float[4][LANES];

  private int width;
  private int filled;
  private int depth;
  private int chunks;
  private boolean product;
  private boolean pairs;

  private FloatSum() {}

  /**
   * One of the thread's sums.
   *
   * @param number tells sums that run side by side apart
   */
  public static FloatSum number(int number) {
    ArrayList<FloatSum> sums = PER_THREAD.get();
    while (sums.size() <= number) {
      sums.add(new FloatSum());
    }
    return sums.get(number);
  }

  /**
   * Begins a sum.
   *
   * @param width {@link #LANES} or 1 for a sequence given by {@link #add}; at most {@link #LANES}
   *     where the caller fills {@link #chunk} itself
   */
  public void begin(int width) {
    begin(width, false);
  }

  /** Begins a product, as {@link #begin} a sum. */
  public void beginProduct(int width) {
    begin(width, true);
  }

  private void begin(int width, boolean product) {
    this.product = product;
    this.pairs = false;
    this.width = width;
    this.filled = 0;
    this.depth = 0;
    this.chunks = 0;
  }

  /** The next element of the sequence. */
  public void add(float x) {
    elements[filled] = x;
    added(1);
  }

  /**
   * The next elements of the sequence.
   *
   * @param from where in the array the first is
   */
  public void addAll(float[] array, int from, int count) {
    for (int done = 0; done < count; ) {
      int some = Math.min(count - done, width * CHUNK - filled);
      if (some == width * CHUNK) {
        pushRows(array, from + done, CHUNK);
      } else {
        System.arraycopy(array, from + done, elements, filled, some);
        added(some);
      }
      done += some;
    }
  }

  /**
   * The next elements of the sequence.
   *
   * @param from how many elements of the memory stand before the first
   */
  public void addAll(MemorySegment memory, long from, int count) {
    for (int done = 0; done < count; ) {
      int some = Math.min(count - done, width * CHUNK - filled);
      long first = (from + done) * Float.BYTES;
      MemorySegment.copy(memory, JAVA_FLOAT, first, elements, filled, some);
      done += some;
      added(some);
    }
  }

  private void added(int some) {
    filled += some;
    if (filled == width * CHUNK) {
      flush();
    }
  }

  /**
   * The factors of the next product of a contraction: it is added with one rounding to its lane's
   * sum. Missing factors at the end of the last row add nothing.
   */
  public void addProduct(float x, float y) {
    int lane = filled % width;
    chunk[lane] = Math.fma(x, y, filled < width ? 0 : chunk[lane]);
    pairs = true;
    filled++;
    if (filled == width * CHUNK) {
      flush();
    }
  }

  private void flush() {
    if (pairs) {
      java.util.Arrays.fill(chunk, Math.min(filled, width), width, 0);
      filled = 0;
      push();
      return;
    }
    int rows = (filled + width - 1) / width;
    java.util.Arrays.fill(elements, filled, rows * width, neutral());
    filled = 0;
    pushRows(elements, 0, rows);
  }

  /** Takes a chunk of every lane: at most {@link #CHUNK} rows of elements. */
  private void pushRows(float[] array, int from, int rows) {
    java.util.Arrays.fill(chunk, 0, width, neutral());
    for (int r = 0; r < rows; r++) {
      System.arraycopy(array, from + r * width, row, 0, width);
      combine(chunk, row, width);
    }
    push();
  }

  /**
   * The array for a chunk's sum in each lane, which the caller fills before it calls {@link #push}.
   */
  public float[] chunk() {
    return chunk;
  }

  /** Takes the sums, or products, of one chunk of every lane. */
  public void push() {
    chunks++;
    if ((chunks & 1) == 0) {
      combine(stack[depth - 1], chunk, width);
      for (int c = chunks >> 1; (c & 1) == 0; c >>= 1) {
        mergeTop();
      }
    } else {
      open(chunk, 0);
    }
  }

  /**
   * The open sums of a caller that combines chunks itself, {@link #LANES} elements each: those of
   * as many chunks as the highest bit of the number of chunks says, then the next bit that is set.
   */
  public float[] levels() {
    return levels;
  }

  private void open(float[] sums, int from) {
    if (depth == stack.length) {
      float[][] more = java.util.Arrays.copyOf(stack, depth + 1);
      more[depth] = new float[LANES];
      stack = more; // whole, even where memory has run out before
    }
    System.arraycopy(sums, from, stack[depth], 0, width);
    depth++;
  }

  private void mergeTop() {
    depth--;
    combine(stack[depth - 1], stack[depth], width);
  }

  private float neutral() {
    return product ? 1 : 0;
  }

  /**
   * The first elements of one array take in those of another. Both begin at index 0: the JIT
   * vectorises no loop over two arrays whose indices differ.
   */
  private void combine(float[] into, float[] from, int count) {
    if (product) {
      for (int l = 0; l < count; l++) {
        into[l] *= from[l];
      }
    } else {
      for (int l = 0; l < count; l++) {
        into[l] += from[l];
      }
    }
  }

  /**
   * Ends the lanes' sums.
   *
   * @return an array whose first {@code width} elements are the sum of each lane
   */
  public float[] lanes() {
    if (filled > 0) {
      flush();
    }
    if (depth == 0) {
      java.util.Arrays.fill(stack[0], 0, width, neutral());
    }
    while (depth > 1) {
      mergeTop();
    }
    return stack[0];
  }

  /** Ends the sum: the lanes added as a tree. */
  public float finish() {
    return chunks == 0 && filled > 0 && filled <= width ? few() : tree(lanes());
  }

  /**
   * The tree over lanes that have one element at most. Lanes without one change nothing in it but
   * the sign of a product of a contraction that is rounded to -0.0.
   */
  private float few() {
    float[] lanes = pairs ? chunk : elements;
    int count = filled;
    for (int w = Integer.highestOneBit(2 * count - 1) / 2; w > 0; w /= 2) {
      for (int l = w; l < count; l++) {
        lanes[l - w] = product ? lanes[l - w] * lanes[l] : lanes[l - w] + lanes[l];
      }
      count = w;
    }
    return product || (pairs && filled == width) ? lanes[0] : lanes[0] + 0;
  }

  /**
   * Ends a sum whose caller has combined the chunks itself: the open {@link #levels}, and the lanes
   * as a tree.
   *
   * @param chunks how many there were
   */
  public float finish(int chunks) {
    depth = 0;
    for (int d = 0; d < Integer.bitCount(chunks); d++) {
      open(levels, d * LANES);
    }
    return finish();
  }

  /** The tree over the lanes of {@link #chunk}, where it is all there is. */
  public float tree() {
    return tree(chunk);
  }

  private float tree(float[] lanes) {
    for (int w = width / 2; w > 0; w /= 2) {
      System.arraycopy(lanes, w, row, 0, w);
      combine(lanes, row, w);
    }
    return lanes[0];
  }
}
