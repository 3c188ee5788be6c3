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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Quotients, remainders and shifts over awkward sizes, in arrays and in native memory: of the
 * lowest and the highest numbers, of neighbours of multiples, of both signs, and the exceptions
 * wherever the element is that an operation does not take.
 */
@ExtendWith(OnBigStack.class)
class DivisionSizesTest {

  private static final int[] SIZES = {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 130};

  private static final List<Integer> DIVISORS = List.of(1, 2, 3, 7, 10, 64, 100, 127);

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "BOOL")
  void divides(DType d) {
    Engines engines =
        Engines.of(
            """
            export fn quotient(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x // y }
            export fn rest(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x %% y }
            export fn signed(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return fmod(x, y) }
            export fn both(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x // y + x %% y }
            export fn by_one(x: %1$s[n], y: %1$s) -> %1$s[n] { return x // y }
            export fn of_columns(x: %1$s[n], y: %1$s[m]) -> %1$s[n, m] { return x[:, newaxis] %% y }
            """
                .formatted(d.label()));
    var random = new Random(d.ordinal());
    for (int n : new Sample("division", d).of(3, SIZES)) {
      Tensor y = numbers(d, divisors(d, random, n));
      Tensor x = numbers(d, besideMultiples(d, random, y, n));
      for (String f : List.of("quotient", "rest", "signed", "both")) {
        expect(engines, f, x, y);
        expect(engines, f, Views.spreadCopy(x), y);
      }
      Object one = TensorBridge.elements(numbers(d, divisors(d, random, 1))).getFirst();
      expect(engines, "by_one", x, one);
      expect(engines, "of_columns", x, y);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"BOOL", "F16", "BF16", "F32", "F64"})
  void dividesByConstants(DType d) {
    var constants = new ArrayList<BigInteger>();
    DIVISORS.forEach(c -> constants.add(BigInteger.valueOf(c)));
    constants.add(highest(d));
    constants.add(highest(d).shiftRight(1).add(BigInteger.ONE));
    if (d.isSigned()) {
      List.copyOf(constants).forEach(c -> constants.add(c.negate()));
      constants.add(BigInteger.valueOf(d.lowest()));
    }
    List<BigInteger> drawn = new Sample("division by constants", d).of(4, constants);
    for (BigInteger c : constants) {
      boolean isExtreme = c.abs().bitLength() >= 8 * d.bytes() - 1;
      if (c.compareTo(highest(d)) > 0 || (!isExtreme && !drawn.contains(c))) {
        continue;
      }
      Engines engines =
          Engines.of(
              """
              export fn quotient(x: %1$s[n]) -> %1$s[n] { return x // (%2$s) }
              export fn rest(x: %1$s[n]) -> %1$s[n] { return x %% (%2$s) }
              export fn signed(x: %1$s[n]) -> %1$s[n] { return fmod(x, %2$s) }
              """
                  .formatted(d.label(), c));
      var random = new Random(d.ordinal());
      Object divisor = Scalars.wrap(d, c.longValue());
      for (int n : new int[] {0, 1, 15, 16, 17, 65, 300}) {
        Tensor y = numbers(d, Collections.nCopies(n, divisor));
        Tensor x = numbers(d, besideMultiples(d, random, y, n));
        expect(engines, "quotient", x);
        expect(engines, "rest", x);
        expect(engines, "signed", x);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"BOOL", "F16", "BF16", "F32", "F64"})
  void throwsWhereverTheElementIs(DType d) {
    Engines engines =
        Engines.of(
            """
            export fn quotient(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x // y }
            export fn rest(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x %% y }
            export fn signed(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return fmod(x, y) }
            export fn chosen(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return where(y == 0, x, x // y) }
            export fn by_one(x: %1$s[n], y: %1$s) -> %1$s[n] { return x // y }
            export fn left(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x << (y - 1) }
            export fn right(x: %1$s[n], y: %1$s[n]) -> %1$s[n] { return x >> (y - 1) }
            """
                .formatted(d.label()));
    Object zero = Scalars.wrap(d, 0);
    for (int n : new int[] {1, 8, 17, 64, 67}) {
      for (int at : new int[] {0, n / 2, n - 1}) {
        var elements = new ArrayList<>(Collections.nCopies(n, Scalars.wrap(d, 3)));
        Tensor x = numbers(d, elements);
        elements.set(at, zero);
        Tensor y = numbers(d, elements);
        for (String f : List.of("quotient", "rest", "signed", "chosen")) {
          assertThat(engines.agreeOnFailure(f, x, y)).contains("integer division by zero");
        }
        for (String f : List.of("left", "right")) {
          if (d.isSigned()) {
            assertThat(engines.agreeOnFailure(f, x, y)).contains("negative shift count");
          } else {
            expect(engines, f, x, y);
          }
        }
        assertThat(engines.agreeOnFailure("by_one", x, zero)).contains("division by zero");
      }
    }
    expect(engines, "by_one", numbers(d, List.of()), zero);
  }

  private static void expect(Engines engines, String f, Object... args) {
    engines.agreeInAnyStorage(f, args);
  }

  private static Tensor numbers(DType d, List<Object> elements) {
    return TensorBridge.tensor(d, List.of((long) elements.size()), elements);
  }

  /** None of them 0 where that would throw. */
  private static List<Object> divisors(DType d, Random random, int n) {
    var divisors = new ArrayList<Object>();
    for (Object y : TensorBridge.elements(Awkward.tensor(d, random, n))) {
      boolean zero = d.isInt() && ((Number) y).longValue() == 0;
      divisors.add(
          zero
              ? Scalars.wrap(d, 5)
              : random.nextBoolean() ? y : Awkward.number(d, random.nextInt(9) + 1));
    }
    return divisors;
  }

  /** Also the lowest and the highest numbers. */
  private static List<Object> besideMultiples(DType d, Random random, Tensor y, int n) {
    var elements = new ArrayList<>(TensorBridge.elements(Awkward.tensor(d, random, n)));
    if (d.isFloat()) {
      return elements;
    }
    List<Object> divisors = TensorBridge.elements(y);
    for (int i = 0; i < n; i++) {
      long divisor = ((Number) divisors.get(i)).longValue();
      switch (random.nextInt(4)) {
        case 0 ->
            elements.set(i, Scalars.wrap(d, random.nextBoolean() ? d.lowest() : d.lowest() - 1));
        case 1 ->
            elements.set(i, Scalars.wrap(d, divisor * random.nextInt() + random.nextInt(3) - 1));
        default -> {}
      }
    }
    return elements;
  }

  private static BigInteger highest(DType d) {
    return BigInteger.TWO.pow(8 * d.bytes() - (d.isSigned() ? 1 : 0)).subtract(BigInteger.ONE);
  }
}
