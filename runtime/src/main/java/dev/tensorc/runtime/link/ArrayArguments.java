// Made from link/ArrayArguments.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link;

import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShortTensor;

/** Arrays as the tensors that a program takes, for generated overloads; none is copied. */
public final class ArrayArguments {

  private ArrayArguments() {}

  /**
   * An array as a tensor of one axis.
   *
   * @param what the parameter and its function, such as {@code x of call}
   * @throws NullPointerException naming the parameter
   */
  public static BooleanTensor tensor(boolean[] array, String what) {
    Checks.notNull(array, what);
    return BooleanTensor.of(array, array.length);
  }

  /** {@linkplain #tensor(boolean[], String) Likewise}. */
  public static ByteTensor tensor(byte[] array, String what) {
    Checks.notNull(array, what);
    return ByteTensor.of(array, array.length);
  }

  /** {@linkplain #tensor(boolean[], String) Likewise}. */
  public static ShortTensor tensor(short[] array, String what) {
    Checks.notNull(array, what);
    return ShortTensor.of(array, array.length);
  }

  /** {@linkplain #tensor(boolean[], String) Likewise}. */
  public static IntTensor tensor(int[] array, String what) {
    Checks.notNull(array, what);
    return IntTensor.of(array, array.length);
  }

  /** {@linkplain #tensor(boolean[], String) Likewise}. */
  public static LongTensor tensor(long[] array, String what) {
    Checks.notNull(array, what);
    return LongTensor.of(array, array.length);
  }

  /** {@linkplain #tensor(boolean[], String) Likewise}. */
  public static FloatTensor tensor(float[] array, String what) {
    Checks.notNull(array, what);
    return FloatTensor.of(array, array.length);
  }

  /** {@linkplain #tensor(boolean[], String) Likewise}. */
  public static DoubleTensor tensor(double[] array, String what) {
    Checks.notNull(array, what);
    return DoubleTensor.of(array, array.length);
  }
}
