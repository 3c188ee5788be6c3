package dev.tensorc.cli.data;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.link.math.ShortFloats;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/** A summary of a tensor's elements: {@code f32[3]: min 1.0, max 3.0, mean 2.0, 0 NaN}. */
public final class TensorStats {

  private TensorStats() {}

  /** A line about a tensor; NaN counts for neither least, greatest nor mean. */
  public static String of(Tensor tensor) {
    String type = Tensors.typeText(tensor);
    if (tensor.count() == 0) {
      return type + ": no elements";
    }
    int count = Math.toIntExact(tensor.count());
    boolean wide = tensor.type() == ElementType.U64;
    return type
        + ": "
        + switch (tensor.toArray()) {
          case double[] a -> floats(count, i -> a[i], true);
          case float[] a -> floats(count, i -> a[i], false);
          case boolean[] a -> truths(a);
          case byte[] a ->
              integers(count, i -> tensor.type() == ElementType.U8 ? a[i] & 0xff : a[i]);
          case int[] a ->
              integers(
                  count,
                  i -> tensor.type() == ElementType.U32 ? Integer.toUnsignedLong(a[i]) : a[i]);
          case long[] a -> wide ? unsigned(a) : integers(count, i -> a[i]);
          case short[] a -> shorts(tensor.type(), a);
          case Object other -> throw new IllegalStateException("no array of elements: " + other);
        };
  }

  private static String shorts(ElementType type, short[] a) {
    return switch (type) {
      case F16 -> floats(a.length, i -> ShortFloats.fromF16(a[i]), false);
      case BF16 -> floats(a.length, i -> ShortFloats.fromBF16(a[i]), false);
      case U16 -> integers(a.length, i -> a[i] & 0xffff);
      default -> integers(a.length, i -> a[i]);
    };
  }

  private static String floats(int count, IntToDoubleFunction element, boolean wide) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double sum = 0;
    int nans = 0;
    for (int i = 0; i < count; i++) {
      double v = element.applyAsDouble(i);
      if (Double.isNaN(v)) {
        nans++;
      } else {
        min = Math.min(min, v);
        max = Math.max(max, v);
        sum += v;
      }
    }
    return nans == count
        ? nans + " NaN and nothing else"
        : "min %s, max %s, mean %s, %d NaN"
            .formatted(text(min, wide), text(max, wide), mean(sum / (count - nans)), nans);
  }

  private static String text(double v, boolean wide) {
    return wide ? Double.toString(v) : Float.toString((float) v);
  }

  private static String mean(double v) {
    return String.format(Locale.ROOT, "%.6g", v);
  }

  private static String integers(int count, IntToLongFunction element) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      long v = element.applyAsLong(i);
      min = Math.min(min, v);
      max = Math.max(max, v);
      sum += v;
    }
    return "min %d, max %d, mean %s".formatted(min, max, mean(sum / count));
  }

  private static String unsigned(long[] a) {
    long min = a[0];
    long max = a[0];
    double sum = 0;
    for (long v : a) {
      min = Long.compareUnsigned(v, min) < 0 ? v : min;
      max = Long.compareUnsigned(v, max) > 0 ? v : max;
      sum += (v >>> 1) * 2.0 + (v & 1);
    }
    return "min %s, max %s, mean %s"
        .formatted(Long.toUnsignedString(min), Long.toUnsignedString(max), mean(sum / a.length));
  }

  private static String truths(boolean[] a) {
    int count = 0;
    for (boolean v : a) {
      count += v ? 1 : 0;
    }
    return "%d true, %d false".formatted(count, a.length - count);
  }
}
