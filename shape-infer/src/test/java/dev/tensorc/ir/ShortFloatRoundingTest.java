package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.link.math.ShortFloats;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The runtime's roundings to f16 and bf16 against the obvious ones of {@link Scalars}. */
class ShortFloatRoundingTest {

  @Test
  void everyValueAndEveryMidpointOfNeighbours() {
    for (int bits = 0; bits < 0x7c00; bits++) {
      around(DType.F16, ShortFloats.fromF16((short) bits), ShortFloats.fromF16((short) (bits + 1)));
    }
    for (int bits = 0; bits < 0x7f80; bits++) {
      around(
          DType.BF16, ShortFloats.fromBF16((short) bits), ShortFloats.fromBF16((short) (bits + 1)));
    }
  }

  private static void around(DType dtype, float value, float next) {
    double middle = value / 2.0 + next / 2.0;
    if (Double.isInfinite(middle)) { // where the next one would be
      middle = value * (1 + Math.scalb(1.0, -dtype.digits()));
    }
    for (double x :
        new double[] {value, Math.nextDown(middle), middle, Math.nextUp(middle), -middle}) {
      Object expected = Scalars.nearest(dtype, x);
      assertThat(rounded(dtype, x)).as("%s as %s", x, dtype).isEqualTo(expected);
      if ((float) x == x) {
        assertThat(rounded(dtype, (float) x)).as("%s as %s", x, dtype).isEqualTo(expected);
      }
    }
  }

  private static float rounded(DType dtype, double x) {
    return dtype == DType.F16 ? ShortFloats.roundF16(x) : ShortFloats.roundBF16(x);
  }

  private static float rounded(DType dtype, float x) {
    return dtype == DType.F16 ? ShortFloats.roundF16(x) : ShortFloats.roundBF16(x);
  }

  @Test
  void integersAreRoundedOnce() {
    var random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      long x = random.nextLong() >> random.nextInt(64);
      long tie = (x | 1L << 62) & -1L << 54 | random.nextInt(2);
      for (long n : new long[] {x, tie, -tie, ~tie}) {
        BigInteger unsigned = new BigInteger(Long.toUnsignedString(n));
        for (DType dtype : new DType[] {DType.F16, DType.BF16}) {
          assertThat(rounded(dtype, ShortFloats.toDouble(n)))
              .isEqualTo(Scalars.nearest(dtype, BigInteger.valueOf(n)));
          assertThat(rounded(dtype, ShortFloats.unsignedToDouble(n)))
              .isEqualTo(Scalars.nearest(dtype, unsigned));
        }
      }
    }
  }

  @Test
  void nanAndInfinitiesStay() {
    for (DType dtype : new DType[] {DType.F16, DType.BF16}) {
      assertThat(rounded(dtype, Float.intBitsToFloat(0x7f800001))).isNaN();
      assertThat(rounded(dtype, Double.NaN)).isNaN();
      assertThat(rounded(dtype, Double.NEGATIVE_INFINITY)).isEqualTo(Float.NEGATIVE_INFINITY);
      assertThat(rounded(dtype, -0.0)).isEqualTo(-0f);
      assertThat(rounded(dtype, -1e-300)).isEqualTo(-0f);
    }
  }
}
