package dev.tensorc.runtime.link;

import dev.tensorc.runtime.reuse.PerThread;
import java.util.Arrays;

/**
 * A loop nest of any depth as a loop over nests of at most {@value #NEST} axes, for kernels over
 * tensors whose rank is found at run time.
 *
 * <p>Neighbouring axes become one where every tensor's strides compose; axes of size 1 vanish. The
 * remaining axes are, from the inside, those that the kernel loops over, and above them an
 * odometer: each position of it is one call of the kernel ({@link #next}), or, for reduced axes,
 * one more round inside it ({@link #step}). Nothing is boxed, and each thread has one object that
 * serves all calls.
 *
 * <p>Use: {@link #begin}, fill {@link #extents} and each tensor's {@link #strides}, {@link
 * #collapse}, then {@code while (next()) kernel(...)}.
 */
public final class Collapse {

  /** The most axes of a kind that a kernel loops over itself. */
  public static final int NEST = 3;

  private static final int MAX_AXES = 2 * Unranked.MAX_RANK;

  private static final PerThread<Collapse> PER_THREAD = new PerThread<>(Collapse::new);

  private final int[] extents = new int[MAX_AXES];
  private final int[] index = new int[MAX_AXES];
  private int[][] strides = new int[0][];
  private int[] offsets = new int[0];
  private int[] reducedOffsets = new int[0];
  private int tensors;
  private int parallel;
  private int reduced;

  /** The first axis that is left, of each kind; those of the nest are the last ones. */
  private int firstParallel;

  private int firstReduced;
  private boolean started;
  private boolean empty;

  private Collapse() {}

  /** The thread's one, with strides of 0 everywhere; its earlier work is over. */
  public static Collapse begin(int tensors, int parallel, int reduced) {
    Collapse c = PER_THREAD.get();
    if (c.strides.length < tensors) {
      c.offsets = new int[tensors];
      c.reducedOffsets = new int[tensors];
      c.strides = new int[tensors][MAX_AXES]; // last, as the check reads its length
    }
    c.tensors = tensors;
    c.parallel = parallel;
    c.reduced = reduced;
    c.started = false;
    for (int t = 0; t < tensors; t++) {
      Arrays.fill(c.strides[t], 0, parallel + reduced, 0);
      c.offsets[t] = 0;
      c.reducedOffsets[t] = 0;
    }
    return c;
  }

  /** The thread's one, for a kernel whose one round is all there is. */
  public static Collapse ofOneRound(int tensors) {
    Collapse c = begin(tensors, 0, NEST);
    Arrays.fill(c.extents, 0, NEST, 1);
    c.collapse();
    return c;
  }

  /** The sizes of the parallel axes, then of the reduced ones: to be filled in. */
  public int[] extents() {
    return extents;
  }

  /** The strides of a tensor along the axes: to be filled in. */
  public int[] strides(int tensor) {
    return strides[tensor];
  }

  /** Merges the axes that can be merged. */
  public void collapse() {
    empty = isEmpty(0, parallel);
    firstParallel = merge(0, parallel);
    boolean nothing = isEmpty(parallel, parallel + reduced);
    firstReduced = merge(parallel, parallel + reduced);
    if (nothing) { // no round at all: the innermost loop has none
      firstReduced = Math.max(firstReduced, parallel + reduced - NEST);
      extents[parallel + reduced - 1] = 0;
    }
    Arrays.fill(index, 0, parallel + reduced, 0);
  }

  private boolean isEmpty(int from, int to) {
    for (int a = from; a < to; a++) {
      if (extents[a] == 0) {
        return true;
      }
    }
    return false;
  }

  /** Moves the axes that are left to the end of the range; gives the first one. */
  private int merge(int from, int to) {
    int first = to;
    for (int a = to - 1; a >= from; a--) {
      if (extents[a] == 1) {
        continue;
      }
      if (first < to && composes(a, first)) {
        extents[first] *= extents[a];
      } else {
        first--;
        extents[first] = extents[a];
        for (int t = 0; t < tensors; t++) {
          strides[t][first] = strides[t][a];
        }
      }
    }
    for (int a = Math.max(from, to - NEST); a < first; a++) {
      extents[a] = 1;
      for (int t = 0; t < tensors; t++) {
        strides[t][a] = 0;
      }
    }
    return first;
  }

  /** Whether one step of an axis is the next one's whole length, for every tensor. */
  private boolean composes(int axis, int inner) {
    long length = extents[inner];
    if (length * extents[axis] > Integer.MAX_VALUE) {
      return false;
    }
    for (int t = 0; t < tensors; t++) {
      if (strides[t][axis] != length * strides[t][inner]) {
        return false;
      }
    }
    return true;
  }

  /** Goes on to the next call of the kernel; false where there is none. */
  public boolean next() {
    if (!started) {
      started = true;
      return !empty;
    }
    return advance(firstParallel, parallel - NEST, offsets);
  }

  /** Goes on to the next round over the reduced axes; false, and back at the first, at the end. */
  public boolean step() {
    return advance(firstReduced, parallel + reduced - NEST, reducedOffsets);
  }

  /** Whether the reduced axes take several rounds. */
  public boolean hasRounds() {
    return firstReduced < parallel + reduced - NEST;
  }

  private boolean advance(int first, int end, int[] at) {
    for (int a = end - 1; a >= first; a--) {
      boolean more = ++index[a] < extents[a];
      int steps = more ? 1 : 1 - extents[a];
      for (int t = 0; t < tensors; t++) {
        at[t] += strides[t][a] * steps;
      }
      if (more) {
        return true;
      }
      index[a] = 0;
    }
    return false;
  }

  /** The size of the nest's axis that stands there. */
  public int extent(int axis) {
    return extents[axis];
  }

  /** A tensor's stride along the nest's axis that stands there. */
  public int stride(int tensor, int axis) {
    return strides[tensor][axis];
  }

  /** How far a tensor's part of this call is from its beginning. */
  public int offset(int tensor) {
    return offsets[tensor];
  }

  /** How far a tensor's part of this round is from that of the first one. */
  public int reducedOffset(int tensor) {
    return reducedOffsets[tensor];
  }
}
