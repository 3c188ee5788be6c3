package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.runtime.Tensor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Powers of integers over awkward sizes, against those of whole numbers of any length, and the
 * exception wherever a negative exponent is.
 */
@ExtendWith(OnBigStack.class)
class IntegerPowersTest {

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"BOOL", "F16", "BF16", "F32", "F64"})
  void arePowersThatWrap(DType d) {
    Engines engines =
        Engines.of(
            """
            export fn power(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x ** y }
            export fn of_one(x: %1$s, y: %1$s[n]) -> %1$s[n] { return x ** y }
            export fn by_one(x: %1$s[n], y: %1$s) -> %1$s[n] { return x ** y + 1 }
            """
                .formatted(d.label()));
    var random = new Random(d.ordinal());
    int[] sizes = {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 130};
    for (int n : new Sample("powers", d).of(6, sizes)) {
      Tensor x = Awkward.tensor(d, random, n);
      List<Object> bases = TensorBridge.elements(x);
      List<Object> exponents = IntStream.range(0, n).mapToObj(_ -> exponent(d, random)).toList();
      Tensor y = numbers(d, exponents);
      List<Object> powers = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        powers.add(power(d, bases.get(i), exponents.get(i)));
      }
      engines.expect(numbers(d, powers), "power", x, y);
      engines.expect(numbers(d, powers), "power", Views.spreadCopy(x), y);
      Object base = Scalars.wrap(d, -3);
      engines.expect(
          numbers(d, exponents.stream().map(e -> power(d, base, e)).toList()), "of_one", base, y);
      engines.agree("by_one", x, exponent(d, random));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "I16", "I32", "I64"})
  void throwWhereverTheExponentIs(DType d) {
    Engines engines =
        Engines.of(
            "export fn power(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x ** y }"
                .formatted(d.label()));
    for (int n : new int[] {1, 8, 17, 64, 67}) {
      for (int at : new int[] {0, n / 2, n - 1}) {
        var elements = new ArrayList<>(Collections.nCopies(n, Scalars.wrap(d, 3)));
        Tensor x = numbers(d, elements);
        elements.set(at, Scalars.wrap(d, -1));
        assertThat(engines.agreeOnFailure("power", x, numbers(d, elements)))
            .contains("negative exponent");
      }
    }
  }

  /** Small ones, such with one bit, and the highest. */
  private static Object exponent(DType d, Random random) {
    int bits = 8 * d.bytes() - (d.isSigned() ? 1 : 0);
    return Scalars.wrap(
        d,
        switch (random.nextInt(4)) {
          case 0 -> 1L << random.nextInt(bits);
          case 1 -> -1L >>> (64 - bits);
          default -> random.nextInt(13);
        });
  }

  private static Object power(DType d, Object base, Object exponent) {
    BigInteger modulus = BigInteger.TWO.pow(8 * d.bytes());
    BigInteger bits = whole(d, exponent);
    return Scalars.wrap(d, whole(d, base).modPow(bits, modulus).longValue());
  }

  private static BigInteger whole(DType d, Object number) {
    BigInteger n = BigInteger.valueOf(((Number) number).longValue());
    return d.isUnsigned() ? n.mod(BigInteger.TWO.pow(8 * d.bytes())) : n;
  }

  private static Tensor numbers(DType d, List<Object> elements) {
    return TensorBridge.tensor(d, List.of((long) elements.size()), elements);
  }
}
