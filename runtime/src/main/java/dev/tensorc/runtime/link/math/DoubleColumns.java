// Made from link/math/XColumns.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.math;

import dev.tensorc.runtime.reuse.AlignedMemory;
import dev.tensorc.runtime.reuse.PerThread;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Adds up many columns of f64 values at once, or multiplies them, each in the order of a {@link
 * DoubleSum}: generated code feeds one chunk of all columns at a time. A sum has one virtual lane,
 * or the columns of all its lanes stand one lane after the other.
 *
 * <p>Generated code holds one for each thread and uses it for one sum at a time.
 */
public final class DoubleColumns {

  /** A thread keeps the memory for so many columns; more is made for each sum. */
  private static final int MOST_KEPT = 1 << 18;

  private static final PerThread<DoubleColumns> SUMS =
      new PerThread<>(() -> new DoubleColumns(false));
  private static final PerThread<DoubleColumns> PRODUCTS =
      new PerThread<>(() -> new DoubleColumns(true));

  /** No vector has more elements: the room of a caller's last vector past the last column. */
  private static final int ROOM = 64;

  private final boolean product;

  /** Sums of chunks that wait for another of their size: each in an array of its own. */
  private double[][] levels = new double[8][0];

  private double[] start = new double[0];
  private MemorySegment nativeChunk = MemorySegment.NULL;
  private MemorySegment nativeStart = MemorySegment.NULL;

  private int width;
  private int depth;
  private int chunks;

  private DoubleColumns(boolean product) {
    this.product = product;
  }

  /** Begins a sum of so many columns. */
  public static DoubleColumns begin(int width) {
    return begin(width <= MOST_KEPT ? SUMS.get() : new DoubleColumns(false), width);
  }

  /** Begins a product, as {@link #begin} a sum. */
  public static DoubleColumns beginProduct(int width) {
    return begin(width <= MOST_KEPT ? PRODUCTS.get() : new DoubleColumns(true), width);
  }

  /** The sum of at most some thousand columns that this thread has begun and not ended. */
  public static DoubleColumns begun() {
    return SUMS.get();
  }

  /** The product, as {@link #begun} the sum. */
  public static DoubleColumns begunProduct() {
    return PRODUCTS.get();
  }

  private static DoubleColumns begin(DoubleColumns c, int width) {
    c.width = width;
    c.depth = 0;
    c.chunks = 0;
    return c;
  }

  /**
   * Where the caller adds up the next chunk of each column. Its elements mean nothing: the first
   * sums are made of the elements of {@link #start}.
   */
  public double[] chunk() {
    if (depth == levels.length) {
      double[][] more = Arrays.copyOf(levels, depth * 2);
      Arrays.fill(more, depth, more.length, new double[0]);
      levels = more; // whole, even where memory has run out before
    }
    if (levels[depth].length < room()) {
      levels[depth] = new double[room()];
    }
    return levels[depth];
  }

  /** {@link #chunk}, filled with the start of sums: for a caller that adds rows to lanes. */
  public double[] begunChunk() {
    double[] chunk = chunk();
    Arrays.fill(chunk, 0, width, product ? 1 : 0);
    return chunk;
  }

  /** The array of {@link #chunk}, in native memory. */
  public MemorySegment nativeChunk() {
    if (nativeChunk.byteSize() < bytes()) {
      nativeChunk = AlignedMemory.allocate(bytes());
    }
    return nativeChunk;
  }

  /** An array whose first elements are +0.0, or 1.0 for products; it is not to be written to. */
  public double[] start() {
    if (start.length < room()) {
      start = new double[room()];
      Arrays.fill(start, product ? 1 : 0);
    }
    return start;
  }

  /** The array of {@link #start}, in native memory. */
  public MemorySegment nativeStart() {
    if (nativeStart.byteSize() < bytes()) {
      MemorySegment from = MemorySegment.ofArray(start());
      nativeStart = AlignedMemory.allocate(from.byteSize()).copyFrom(from);
    }
    return nativeStart;
  }

  private int room() {
    return width + ROOM;
  }

  private long bytes() {
    return room() * ValueLayout.JAVA_DOUBLE.byteSize();
  }

  /**
   * Takes in a chunk.
   *
   * @param sums the array of {@link #chunk}, or {@link #start} if the chunk has no rows
   */
  public void push(double[] sums) {
    push(sums, 1);
  }

  /**
   * Takes in the tree over some chunks: over pairs of neighbours, pairs of these pairs, and so on.
   *
   * @param sums the array of {@link #chunk}, or {@link #start} if a chunk has no rows
   * @param count of the chunks, a power of two; the chunks before are a multiple of it
   */
  public void push(double[] sums, int count) {
    double[] chunk = chunk();
    if (sums != chunk) {
      System.arraycopy(sums, 0, chunk, 0, width);
    }
    depth++;
    chunks += count;
    for (int c = chunks / count; (c & 1) == 0; c >>= 1) {
      mergeTop();
    }
  }

  /** As {@link #push}, from native memory. */
  public void pushNative(MemorySegment sums) {
    double[] chunk = chunk();
    MemorySegment.copy(sums, ValueLayout.JAVA_DOUBLE, 0, chunk, 0, width);
    push(chunk);
  }

  private void mergeTop() {
    depth--;
    combine(levels[depth - 1], levels[depth], width);
  }

  private void combine(double[] into, double[] from, int width) {
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
  public double[] sums() {
    while (depth > 1) {
      mergeTop();
    }
    return levels[0];
  }

  /**
   * Ends the sums as {@link #sums()} does, and adds up the lanes: those of the second half to those
   * of the first, until one is left.
   *
   * @param lanes a power of two; each has the same number of columns
   */
  public double[] sums(int lanes) {
    double[] all = sums();
    depth = 1;
    double[] other = chunk();
    for (int half = width / 2, least = width / lanes; half >= least; half /= 2) {
      System.arraycopy(all, half, other, 0, half); // HotSpot vectorises equal indices only
      combine(all, other, half);
    }
    return all;
  }
}
