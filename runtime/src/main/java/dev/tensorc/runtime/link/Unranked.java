package dev.tensorc.runtime.link;

import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;

/**
 * Tensors whose rank is found at run time, as generated code sees them: with as many axes as there
 * may be; axes that a tensor lacks come first and have size 1. Axes are counted from the end: the
 * last one is -1.
 */
public final class Unranked {

  /** The most axes that a tensor may have where its rank is found at run time. */
  public static final int MAX_RANK = 16;

  private Unranked() {}

  /** The size of an axis; 1 where the tensor has none there. */
  public static long size(Tensor tensor, int fromEnd) {
    int axis = tensor.rank() + fromEnd;
    return axis < 0 ? 1 : tensor.size(axis);
  }

  /** The stride of an axis; 0 where the tensor has none there. */
  public static int stride(Tensor tensor, int fromEnd) {
    int axis = tensor.rank() + fromEnd;
    return axis < 0 ? 0 : (int) tensor.stride(axis);
  }

  /**
   * Whether a size goes with the joined one where a 1 that is there does not stretch.
   *
   * @param rank of the operand
   * @param fromEnd which axis it is: 1 for the last one
   */
  public static boolean fits(long size, long joined, long rank, int fromEnd) {
    return size == joined || rank < fromEnd;
  }

  /** Whether an operand goes with others that have the largest rank. */
  public static boolean isRankOrScalar(long rank, long largest) {
    return rank == largest || rank == 0;
  }

  /** The sizes of the axes that there are: the last ones. */
  public static long[] shape(long[] padded, long rank) {
    return Arrays.copyOfRange(padded, padded.length - (int) rank, padded.length);
  }

  /**
   * Demands that two values have the same leading sizes, and as many of them.
   *
   * @param what half a sentence: the operation that asks for that
   * @param location {@code file.tc:line:column}
   * @param names the values as the source writes them
   * @param types their types
   * @param shapes their sizes, with leading ones for axes that they have not
   * @param ranks how many axes they have
   * @param trailing how many of their last axes are not compared
   * @throws ShapeException with both shapes lined up
   */
  public static void requireSameLeading(
      String what,
      String location,
      String[] names,
      String[] types,
      long[][] shapes,
      long[] ranks,
      int[] trailing) {
    long[][] own = new long[shapes.length][];
    long[][] leading = new long[shapes.length][];
    for (int i = 0; i < shapes.length; i++) {
      own[i] = shape(shapes[i], ranks[i]);
      leading[i] = Arrays.copyOf(own[i], Math.max(own[i].length - trailing[i], 0));
    }
    if (!Arrays.equals(leading[0], leading[1])) {
      throw ShapeException.leading(what, location, names, types, own, leading);
    }
  }

  /**
   * Demands that an argument has no more axes than there may be.
   *
   * @throws ShapeException naming the parameter
   */
  public static void requireRank(Tensor argument, String param, String declaredType) {
    if (argument.rank() > MAX_RANK) {
      throw new ShapeException(
          "%s is declared %s, which takes at most %d axes, but the argument has shape %s (rank %d)"
              .formatted(
                  param,
                  declaredType,
                  MAX_RANK,
                  Arrays.toString(argument.shape()),
                  argument.rank()));
    }
  }
}
