package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.link.math.ShortFloats;
import java.io.IOException;
import java.util.function.IntFunction;

/** Elements as texts that are read back to the same bits; NaN, infinities: as Java writes them. */
final class ElementTexts {

  private static final int CHUNK = 1 << 16;

  private ElementTexts() {}

  /** Takes the text of an element. */
  interface Use {
    void of(String text) throws IOException;
  }

  /** Goes through a tensor of one axis or none, a part at a time. */
  static void forEach(Tensor row, Use use) throws IOException {
    if (row.rank() == 0) {
      use.of(texts(row).apply(0));
      return;
    }
    for (long done = 0; done < row.size(0); done += CHUNK) {
      Tensor part = row.slice(0, done, Math.min(done + CHUNK, row.size(0)));
      IntFunction<String> texts = texts(part);
      for (int i = 0; i < part.count(); i++) {
        use.of(texts.apply(i));
      }
    }
  }

  private static IntFunction<String> texts(Tensor part) {
    ElementType type = part.type();
    return switch (part.toArray()) {
      case double[] a -> i -> Double.toString(a[i]);
      case float[] a -> i -> Float.toString(a[i]);
      case boolean[] a -> i -> Boolean.toString(a[i]);
      case byte[] a -> i -> Integer.toString(type == ElementType.U8 ? a[i] & 0xff : a[i]);
      case short[] a -> i -> text(type, a[i]);
      case int[] a ->
          i -> type == ElementType.U32 ? Integer.toUnsignedString(a[i]) : Integer.toString(a[i]);
      case long[] a ->
          i -> type == ElementType.U64 ? Long.toUnsignedString(a[i]) : Long.toString(a[i]);
      case Object other -> throw new IllegalStateException("no array of elements: " + other);
    };
  }

  private static String text(ElementType type, short bits) {
    return switch (type) {
      case F16 -> Float.toString(ShortFloats.fromF16(bits));
      case BF16 -> Float.toString(ShortFloats.fromBF16(bits));
      case U16 -> Integer.toString(bits & 0xffff);
      default -> Integer.toString(bits);
    };
  }
}
