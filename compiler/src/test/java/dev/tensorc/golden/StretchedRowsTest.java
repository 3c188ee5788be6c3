package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Matrices, rows and columns joined at run time, rows of all lengths: one result in all engines.
 */
@ExtendWith(OnBigStack.class)
class StretchedRowsTest {

  private static final int[] ROWS = {1, 2, 5, 70};
  private static final int[] COLUMNS = {1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 33, 64, 65, 300};
  private static final String FIVE = "a: DT[?, ?], b: DT[?, ?], c: DT[?, ?], d: DT[?], e: DT[?, ?]";

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "U8"})
  void agree(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn two(a: DT[?, ?], b: DT[?, ?]) -> DT[?, ?] { return a - b }
            export fn five(FIVE) -> DT[?, ?] { return (a - b) * c + d - e * 3 }
            export fn below(FIVE) -> bool[?, ?] { return (a - b) * c < d - e }
            export fn channel(x: DT[n, ?], scale: DT[?], row: DT[n, 1]) -> DT[n, ?] {
              return x * scale + row
            }
            export fn apart(x: DT[n, m], y: DT[m, n], d: DT[?]) -> DT[n, m] {
              return x[:, ::-1] * y.T + d
            }
            """
                .replace("FIVE", FIVE)
                .replace("DT", dtype.label()));
    var random = new Random(dtype.ordinal());
    for (int n : ROWS) {
      for (int m : new Sample("stretched rows", dtype, n).of(4, COLUMNS)) {
        for (int draw = 0; draw < (Sample.isFull() ? 3 : 1); draw++) {
          Tensor a = operand(dtype, random, n, m);
          Tensor b = operand(dtype, random, n, m);
          Tensor c = operand(dtype, random, n, m);
          Tensor d = Awkward.tensor(dtype, random, random.nextBoolean() ? m : 1);
          Tensor e = operand(dtype, random, n, m);
          engines.agree("two", a, b);
          engines.agree("five", a, b, c, d, e);
          engines.agree("below", a, b, c, d, e);
          Tensor x = Awkward.tensor(dtype, random, n, m);
          engines.agree("channel", x, d, Awkward.tensor(dtype, random, n, 1));
          engines.agree("apart", x, Awkward.tensor(dtype, random, m, n), d);
        }
      }
    }
  }

  /** The first operand never stretches, so that the others have other numbers than places. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "U8"})
  void agreeBesideAnOperandThatNeverStretches(DType dtype) {
    var random = new Random(dtype.ordinal());
    for (int m : new int[] {20, 67}) {
      Engines engines =
          Engines.of(
              """
              export fn two(x: DT[3, M], a: DT[?, ?], b: DT[?, ?]) -> DT[3, M] { return x * a - b }
              export fn three(x: DT[3, M], a: DT[?, ?], b: DT[?, ?], c: DT[?]) -> DT[3, M] {
                return (x - a) * b + c
              }
              """
                  .replace("DT", dtype.label())
                  .replace("M", Integer.toString(m)));
      for (int draw = 0; draw < 12; draw++) {
        Tensor x = Awkward.tensor(dtype, random, 3, m);
        Tensor a = operand(dtype, random, 3, m);
        Tensor b = operand(dtype, random, 3, m);
        engines.agree("two", x, a, b);
        engines.agree(
            "three", x, a, b, Awkward.tensor(dtype, random, random.nextInt(2) * (m - 1) + 1));
      }
    }
  }

  /** Pictures of all numbers of channels, with operands for each channel, column or line. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "U8"})
  void agreeOnPictures(DType dtype) {
    Engines engines =
        Engines.of(
            """
            export fn graded(x: DT[h, w, n], gain: DT[n], lift: DT[n]) -> DT[h, w, n] {
              return x * gain + lift
            }
            export fn turned(x: DT[h, w, n], gain: DT[n], lift: DT[n]) -> DT[h, w, n] {
              return gain - x * lift[::-1]
            }
            export fn mixed(x: DT[h, w, n], gain: DT[n], y: DT[h, w, n]) -> DT[h, w, n] {
              return (x - y) * gain
            }
            export fn four(x: DT[h, w, n], a: DT[n], b: DT[n], c: DT[n]) -> DT[h, w, n] {
              return (x - a) * b + c
            }
            export fn wide(x: DT[h, w, n], gain: f64[n]) -> f64[h, w, n] {
              return astype(x, f64) * gain
            }
            export fn open(x: DT[?, ?, ?], gain: DT[?], lift: DT[?, 1, ?]) -> DT[?, ?, ?] {
              return x * gain + lift
            }
            export fn columns(x: DT[h, w, n], tint: DT[w, n], row: DT[h, 1, 1]) -> DT[h, w, n] {
              return x * tint - row
            }
            """
                .replace("DT", dtype.label()));
    var random = new Random(dtype.ordinal());
    for (int h : new int[] {0, 1, 3, 5}) {
      for (int w : new int[] {1, 4, 21, 67}) {
        for (int n :
            new Sample("pictures", dtype, h, w).of(3, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 33)) {
          Tensor x = Awkward.tensor(dtype, random, h, w, n);
          Tensor y = random.nextBoolean() ? Awkward.tensor(dtype, random, h, w, n) : x;
          Tensor a = Awkward.tensor(dtype, random, n);
          Tensor b = Views.spreadCopy(Awkward.tensor(dtype, random, n));
          engines.agree("graded", x, a, b);
          engines.agree("turned", x, a, b);
          engines.agree("mixed", x, b, y);
          engines.agree("four", random.nextBoolean() ? x : Views.spreadCopy(x), a, b, a);
          engines.agree("wide", x, Awkward.tensor(DType.F64, random, n));
          Tensor one = Awkward.tensor(dtype, random, random.nextBoolean() ? n : 1);
          engines.agree("open", x, one, Awkward.tensor(dtype, random, h, 1, n));
          engines.agree("open", x, a, Awkward.tensor(dtype, random, 1, 1, n));
          Tensor row = Awkward.tensor(dtype, random, h, 1, 1);
          engines.agree("columns", x, Awkward.tensor(dtype, random, w, n), row);
        }
      }
    }
  }

  /** A matrix, a row or a column, sometimes with gaps between its elements. */
  private static Tensor operand(DType dtype, Random random, int n, int m) {
    Tensor t =
        switch (random.nextInt(4)) {
          case 0 -> Awkward.tensor(dtype, random, n, 1);
          case 1 -> Awkward.tensor(dtype, random, 1, m);
          default -> Awkward.tensor(dtype, random, n, m);
        };
    return random.nextInt(6) == 0 ? Views.spreadCopy(t) : t;
  }
}
