package dev.tensorc.runtime;

/**
 * Adds f64 values, or multiplies them, in the language's fixed order, whatever engine feeds them.
 *
 * <p>The sequence is dealt round-robin to {@code width} virtual lanes ({@link #LANES} where the
 * reduced axes include the last one, else 1). Each lane adds {@link #CHUNK} elements in turn from
 * +0.0; the chunk sums are added pairwise by a binary counter; at the end the open ones from the
 * latest to the oldest, and then the lanes as a tree. Missing elements of the last row count as
 * +0.0. A product is the same with multiplications for additions and 1.0 for +0.0.
 *
 * <p>Generated code holds one for each thread and uses it for one sum at a time.
 */
public final class DoubleSum {

  /** Virtual lanes of a sum over the last axis. */
  public static final int LANES = 32;

  /** Elements that a lane adds one after the other. */
  public static final int CHUNK = 16;

  private static final ThreadLocal<DoubleSum> PER_THREAD = ThreadLocal.withInitial(DoubleSum::new);

  private final double[] elements = new double[LANES * CHUNK];
  private final double[] chunk = new double[LANES];
  private double[] stack = new double[8 * LANES];
  private int width;
  private int filled;
  private int depth;
  private int chunks;
  private boolean product;
  private boolean pairs;

  private DoubleSum() {}

  /**
   * Begins a sum.
   *
   * @param width {@link #LANES} or 1 for a sequence given by {@link #add}; at most {@link #LANES}
   *     where the caller fills {@link #chunk} itself
   */
  public static DoubleSum begin(int width) {
    return begin(width, false);
  }

  /** Begins a product, as {@link #begin} a sum. */
  public static DoubleSum beginProduct(int width) {
    return begin(width, true);
  }

  private static DoubleSum begin(int width, boolean product) {
    DoubleSum s = PER_THREAD.get();
    s.product = product;
    s.pairs = false;
    s.width = width;
    s.filled = 0;
    s.depth = 0;
    s.chunks = 0;
    return s;
  }

  /** The next element of the sequence. */
  public void add(double x) {
    elements[filled++] = x;
    if (filled == width * CHUNK) {
      flush();
    }
  }

  /**
   * The factors of the next product of a contraction: it is added with one rounding to what its
   * lane has. What is missing at the end of the last row adds nothing.
   */
  public void addProduct(double x, double y) {
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
    double neutral = neutral();
    java.util.Arrays.fill(elements, filled, rows * width, neutral);
    java.util.Arrays.fill(chunk, 0, width, neutral);
    for (int r = 0; r < rows; r++) {
      combine(chunk, 0, elements, r * width, width);
    }
    filled = 0;
    push();
  }

  /** Where the caller puts what a chunk gives for each lane before it calls {@link #push}. */
  public double[] chunk() {
    return chunk;
  }

  /** Takes the sums, or products, of one chunk of every lane. */
  public void push() {
    if ((depth + 1) * LANES > stack.length) {
      stack = java.util.Arrays.copyOf(stack, stack.length * 2);
    }
    System.arraycopy(chunk, 0, stack, depth * LANES, width);
    depth++;
    chunks++;
    for (int c = chunks; (c & 1) == 0; c >>= 1) {
      mergeTop();
    }
  }

  private void mergeTop() {
    depth--;
    int newer = depth * LANES;
    combine(stack, newer - LANES, stack, newer, width);
  }

  private double neutral() {
    return product ? 1 : 0;
  }

  private void combine(double[] into, int at, double[] from, int start, int count) {
    if (product) {
      for (int l = 0; l < count; l++) {
        into[at + l] *= from[start + l];
      }
    } else {
      for (int l = 0; l < count; l++) {
        into[at + l] += from[start + l];
      }
    }
  }

  /**
   * Ends the lanes' sums.
   *
   * @return an array whose first {@code width} elements are the sum of each lane
   */
  public double[] lanes() {
    if (filled > 0) {
      flush();
    }
    if (depth == 0) {
      java.util.Arrays.fill(stack, 0, width, neutral());
    }
    while (depth > 1) {
      mergeTop();
    }
    return stack;
  }

  /** Ends the sum: the lanes added as a tree. */
  public double finish() {
    double[] lanes = lanes();
    for (int w = width / 2; w > 0; w /= 2) {
      combine(lanes, 0, lanes, w, w);
    }
    return lanes[0];
  }
}
