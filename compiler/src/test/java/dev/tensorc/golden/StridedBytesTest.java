package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.UShortTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Narrow integers a few elements apart, in kernels of wider lanes: all strides, and arrays that end
 * with the last element that is read.
 */
class StridedBytesTest {

  private static final int[] SIZES = {
    0, 1, 2, 7, 8, 9, 15, 16, 17, 20, 21, 22, 23, 24, 31, 32, 33, 47, 48, 49, 63, 64, 65, 200
  };

  @ParameterizedTest
  @EnumSource(names = {"U8", "I8", "U16", "I16", "I32", "U32"})
  void agree(DType dtype) {
    Engines engines = Engines.of(program(dtype));
    var random = new Random(dtype.ordinal());
    for (int n : new Sample("sizes of strided bytes", dtype).of(8, SIZES)) {
      for (int apart : new Sample("strided bytes", dtype, n).of(2, 1, 2, 3, 4, 5, 7, 8, 9)) {
        Tensor x = Awkward.tensor(dtype, random, n, apart);
        engines.agree("first", x);
        engines.agree("last", x);
        engines.agree("back", x);
        engines.agree("channels", x);
        engines.agree("mixed", x, Awkward.tensor(dtype, random, n));
        engines.agree("longs", x);
        if (n > 0) {
          engines.agree("neighbours", x);
        }
        engines.agree("open", x, Awkward.tensor(dtype, random, random.nextBoolean() ? n : 1));
      }
      engines.agree("rows", Awkward.tensor(dtype, random, 3, n, 3));
      engines.agree("every", Awkward.tensor(dtype, random, 5, n));
    }
  }

  /** In one block of memory, where bytes and words are counted apart. */
  @Test
  void viewsOfTwoWidths() {
    Engines engines =
        Engines.of(
            """
            export fn wide(x: u8[n, c], y: u16[n, d]) -> f32[n] {
                return astype(x[:, 0], f32) + astype(y[:, 0], f32) * 1000
            }
            export fn alike(x: u8[n, c], y: i8[n, d]) -> f32[n] {
                return astype(x[:, 0], f32) + astype(y[:, 1], f32) * 1000
            }
            """);
    MemorySegment memory = Arena.ofAuto().allocate(1024, 64);
    for (int i = 0; i < memory.byteSize(); i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 37 + 11));
    }
    for (int n : SIZES) {
      var shape = new long[] {n, 2};
      var strides = new long[] {2, 1};
      Tensor bytes = UByteTensor.view(memory, 0, shape, strides);
      engines.agree("wide", bytes, UShortTensor.view(memory, 0, shape, strides));
      engines.agree("alike", bytes, ByteTensor.view(memory, 0, shape, strides));
    }
  }

  /** Of floats of 32 bits, which hold no integers of as many. */
  private static String program(DType dtype) {
    String wide = dtype.bytes() == 4 ? "f64" : "f32";
    return """
    export fn first(x: DT[n, c]) -> f64[n] { return astype(x[:, 0], f64) / 3 }
    export fn last(x: DT[n, c]) -> WIDE[n] { return astype(x[:, -1], WIDE) * 2 + 1 }
    export fn back(x: DT[n, c]) -> WIDE[n] { return astype(x[::-1, -1], WIDE) - 7 }
    export fn channels(x: DT[n, c]) -> DT[n] {
      let w = astype(x, WIDE)
      return astype(w[:, -1] * 0.5 + w[:, 0] * 0.25 + w[:, c // 2] * 0.125, DT)
    }
    export fn mixed(x: DT[n, c], y: DT[n]) -> (z: DT[n], w: WIDE[n]) {
      let z = where(y < x[:, -1], x[:, -1] + y, y ^ x[:, 0])
      return (z, astype(z, WIDE) * astype(x[:, 0], WIDE))
    }
    export fn longs(x: DT[n, c]) -> i64[n] { return astype(x[:, -1], i64) * 1000 - 1 }
    export fn neighbours(x: DT[n, c]) -> WIDE[?] {
      return astype(x[1:, 0], WIDE) - astype(x[:-1, 0], WIDE)
    }
    export fn open(x: DT[?, ?], y: DT[?]) -> WIDE[?] {
      return astype(x[:, 0], WIDE) - astype(y, WIDE) * 3
    }
    export fn rows(x: DT[h, w, 3]) -> WIDE[?, ?] {
      return astype(x[:, 2:, 1], WIDE) * astype(x[:, 2:, 2], WIDE)
    }
    export fn every(x: DT[h, w]) -> WIDE[?, ?] { return sqrt(astype(x[1:4, 1::2], WIDE)) }
    """
        .replace("DT", dtype.label())
        .replace("WIDE", wide);
  }
}
