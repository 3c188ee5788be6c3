// Made from ArrayArguments.java.template by ./bless runtime/src/templates: edit the template.
package dev.tensorc.runtime;

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
