package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.BFloat16Tensor;
import dev.tensorc.runtime.Float16Tensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Conversions from f16 and bf16 and to them, in lanes as one by one. */
class ShortFloatsTest {

  private static final int ALL = 1 << 16;
  private static final int[] SIZES = {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 130};

  private static Engines engines(DType d) {
    return Engines.of(
        """
        export fn widened(x: %1$s[n]) -> f32[n] { return astype(x, f32) }
        export fn doubled(x: %1$s[n]) -> f64[n] { return astype(x, f64) }
        export fn narrowed(x: f32[n]) -> %1$s[n] { return astype(x, %1$s) }
        export fn rounded(x: f32[n]) -> f32[n] { return astype(astype(x, %1$s), f32) }
        export fn of_the_other_sign(x: %1$s[n]) -> %1$s[n] { return -x }
        export fn other(x: %1$s[n]) -> %2$s[n] { return astype(x, %2$s) }
        export fn whole(x: %1$s[n]) -> i16[n] { return astype(x, i16) }
        export fn truth(x: %1$s[n]) -> bool[n] { return astype(x, bool) }
        export fn of_truth(x: bool[n]) -> %1$s[n] { return astype(x, %1$s) }
        export fn of_bytes(x: u8[n]) -> %1$s[n] { return astype(x, %1$s) }
        export fn of_ints(x: i32[n]) -> %1$s[n] { return astype(x, %1$s) }
        export fn of_doubles(x: f64[n]) -> %1$s[n] { return astype(x, %1$s) }
        export fn sum_and_product(x: %1$s[n], y: %1$s[n], z: %1$s) -> %1$s[n] { return x * y + z }
        export fn chosen(x: %1$s[n], y: %1$s[n], b: bool[n]) -> %1$s[n] { return where(b, x, y) }
        export fn backwards(x: %1$s[n]) -> %1$s[n] { return x[::-1] }
        export fn spread(x: %1$s[n]) -> %1$s[2, n] { return stack([x, x + 1]) }
        export fn total(x: %1$s[n]) -> f32 { return sum(astype(x, f32)) }
        export fn products(x: %1$s[n], y: %1$s[n]) -> f32 { return astype(x, f32) @ astype(y, f32) }
        export fn greatest(x: %1$s[n]) -> i64 where n > 0 { return argmax(x) }
        export fn columns(x: %1$s[n], y: %1$s[m]) -> %1$s[n, m] { return x[:, newaxis] - y }
        """
            .formatted(d.label(), d == DType.F16 ? "bf16" : "f16"));
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void takesAllOfThem(DType d) {
    var bits = new short[ALL];
    for (int i = 0; i < ALL; i++) {
      bits[i] = (short) i;
    }
    Tensor all = tensor(d, bits);
    Engines engines = engines(d);
    for (String f : List.of("widened", "of_the_other_sign", "other", "whole", "truth")) {
      engines.agree(f, all);
    }
  }

  /** Beside numbers half way between two short floats, beside short floats, and anywhere. */
  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void roundsToTheNearest(DType d) {
    var random = new Random(d.ordinal());
    int dropped = d == DType.F16 ? 13 : 16;
    var floats = new float[Sample.isFull() ? 1 << 20 : 1 << 17];
    for (int i = 0; i < floats.length; i++) {
      int drawn = random.nextInt();
      int place = 1 + random.nextInt(dropped + 10); // more are lost where an f16 is subnormal
      int near = (drawn >> place << place) + (random.nextInt(5) - 2);
      floats[i] = Float.intBitsToFloat(i % 3 == 0 ? drawn : near);
    }
    Engines engines = engines(d);
    engines.agree("narrowed", FloatTensor.of(floats, floats.length));
    engines.agree("rounded", FloatTensor.of(floats, floats.length));
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void agreesOverAwkwardSizes(DType d) {
    Engines engines = engines(d);
    var random = new Random(d.ordinal());
    for (int n : new Sample("short floats", d).of(6, SIZES)) {
      Tensor x = Awkward.tensor(d, random, n);
      Tensor y = Awkward.tensor(d, random, n);
      for (String f :
          List.of(
              "widened", "doubled", "other", "whole", "truth", "backwards", "spread", "total")) {
        engines.agreeInAnyStorage(f, x);
        engines.agreeInAnyStorage(f, Views.spreadCopy(x));
      }
      engines.agreeInAnyStorage("narrowed", Awkward.tensor(DType.F32, random, n));
      engines.agreeInAnyStorage("rounded", Awkward.tensor(DType.F32, random, n));
      engines.agreeInAnyStorage("of_truth", Awkward.tensor(DType.BOOL, random, n));
      engines.agreeInAnyStorage("of_bytes", Awkward.tensor(DType.U8, random, n));
      engines.agreeInAnyStorage("of_ints", Awkward.tensor(DType.I32, random, n));
      engines.agreeInAnyStorage("of_doubles", Awkward.tensor(DType.F64, random, n));
      engines.agreeInAnyStorage(
          "sum_and_product", x, y, TensorBridge.elements(Awkward.tensor(d, random, 1)).getFirst());
      engines.agreeInAnyStorage("chosen", x, y, Awkward.tensor(DType.BOOL, random, n));
      engines.agreeInAnyStorage("products", x, Views.spreadCopy(y));
      engines.agreeInAnyStorage("columns", x, y);
      if (n > 0) {
        engines.agreeInAnyStorage("greatest", x);
      }
    }
  }

  private static Tensor tensor(DType d, short[] bits) {
    return d == DType.F16
        ? Float16Tensor.of(bits, bits.length)
        : BFloat16Tensor.of(bits, bits.length);
  }
}
