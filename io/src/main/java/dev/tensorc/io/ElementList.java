package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.TensorFileException;
import dev.tensorc.runtime.link.math.ShortFloats;

/**
 * Elements that are read one after the other: an array that grows, within the read budget. A text
 * that cannot be an element is an {@link IllegalArgumentException} with the reason, and changes
 * nothing.
 */
final class ElementList {

  private static final int FIRST = 256;
  private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8; // of a HotSpot array

  private final ElementType type;
  private final String file;
  private final ReadBudget budget = ReadBudget.current();
  private Object array;
  private int capacity;
  private int count;

  /**
   * @param file the file's name in messages
   */
  ElementList(ElementType type, String file) {
    this.type = type;
    this.file = file;
    this.array = type.newArray(0);
  }

  int count() {
    return count;
  }

  boolean isFloat() {
    return switch (type) {
      case F64, F32, F16, BF16 -> true;
      default -> false;
    };
  }

  /** Adds the number that a text says. */
  void add(String text) throws TensorFileException {
    if (isFloat()) {
      add(NumberText.real(text));
    } else if (type == ElementType.BOOL) {
      addTruth(NumberText.truth(text));
    } else {
      addInteger(NumberText.integer(text, type));
    }
  }

  /** Adds a number to a list of floats, rounded to the nearest. */
  void add(double value) throws TensorFileException {
    int at = next();
    boolean lost =
        switch (array) {
          case double[] a -> Double.isInfinite(a[at] = value);
          case float[] a -> Float.isInfinite(a[at] = (float) value);
          case short[] a -> Float.isInfinite(addShort(a, at, value));
          default -> throw new IllegalStateException("no list of floats: " + type);
        };
    if (lost && !Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s is out of range for %s".formatted(value, type.label()));
    }
    count++;
  }

  private float addShort(short[] a, int at, double value) {
    boolean half = type == ElementType.F16;
    float rounded = half ? ShortFloats.roundF16(value) : ShortFloats.roundBF16(value);
    a[at] = half ? ShortFloats.toF16(rounded) : ShortFloats.toBF16(rounded);
    return rounded;
  }

  /** Adds a truth value. */
  void addTruth(boolean value) throws TensorFileException {
    if (type != ElementType.BOOL) {
      throw new IllegalArgumentException("%s is no %s".formatted(value, type.label()));
    }
    int at = next();
    ((boolean[]) array)[at] = value;
    count++;
  }

  /** Adds the element for an empty field: NaN. */
  void addMissing() throws TensorFileException {
    if (!isFloat()) {
      throw new IllegalArgumentException(
          "no value, and %s has no NaN for it".formatted(type.label()));
    }
    add(Double.NaN);
  }

  /** Adds the bits of an integer that the type holds. */
  void addInteger(long bits) throws TensorFileException {
    int at = next();
    switch (array) {
      case byte[] a -> a[at] = (byte) bits;
      case short[] a -> a[at] = (short) bits;
      case int[] a -> a[at] = (int) bits;
      case long[] a -> a[at] = bits;
      default -> throw new IllegalStateException("no list of integers: " + type);
    }
    count++;
  }

  /** The place of the next element, for which there is room. */
  private int next() throws TensorFileException {
    if (count == capacity) {
      grow();
    }
    return count;
  }

  private void grow() throws TensorFileException {
    if (capacity == MAX_ELEMENTS) {
      throw new TensorFileException(
          file, "more than %d elements: an array has no more".formatted(MAX_ELEMENTS));
    }
    int larger = Math.clamp(capacity + (long) (capacity >> 1), FIRST, MAX_ELEMENTS);
    long more = (long) (larger - capacity) * type.byteWidth();
    budget.take(file, "%s with more than %d elements".formatted(type.label(), capacity), more);
    array = copy(larger);
    capacity = larger;
  }

  private Object copy(int length) {
    Object copy = type.newArray(length);
    System.arraycopy(array, 0, copy, 0, count);
    return copy;
  }

  /** All of them, which the sizes must multiply to. */
  Tensor tensor(long... shape) {
    return Tensors.of(type, count == capacity ? array : copy(count), shape);
  }
}
