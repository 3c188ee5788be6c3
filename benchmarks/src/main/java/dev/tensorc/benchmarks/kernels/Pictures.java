package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Pictures, whose last axis has three channels. */
public final class Pictures {

  private static final int CHANNELS = 3;

  private Pictures() {}

  /** A picture of h by w with an operand for each channel. */
  public static Kernel graded(long h, long w) {
    Operand img = Operand.normal(1, h, w, CHANNELS);
    Operand gain = Operand.normal(2, CHANNELS);
    Operand lift = Operand.normal(3, CHANNELS);
    Operand out = Operand.floats(h, w, CHANNELS);
    return Kernel.of("RGB picture f32 " + h + "x" + w, out)
        .program("pictures", "graded", img, gain, lift)
        .c("graded", img, gain, lift, h * w)
        .java(
            () -> graded(out.floatArray(), img.floatArray(), gain.floatArray(), lift.floatArray()));
  }

  /** Grey from red, green and blue, h by w. */
  public static Kernel grey(long h, long w) {
    Operand img = Operand.pixels(1, h, w, CHANNELS);
    Operand out = Operand.bytes(h, w);
    return Kernel.of("grey from RGB u8 " + h + "x" + w, out)
        .program("pictures", "grey", img)
        .c("grey", img, h * w)
        .java(() -> grey(out.byteArray(), img.byteArray()));
  }

  private static void graded(float[] out, float[] img, float[] gain, float[] lift) {
    for (int i = 0; i < out.length; i += CHANNELS) {
      for (int c = 0; c < CHANNELS; c++) {
        out[i + c] = img[i + c] * gain[c] + lift[c];
      }
    }
  }

  private static void grey(byte[] out, byte[] img) {
    for (int i = 0; i < out.length; i++) {
      int at = CHANNELS * i;
      out[i] =
          (byte)
              (int)
                  (0.299f * (img[at] & 0xff)
                      + 0.587f * (img[at + 1] & 0xff)
                      + 0.114f * (img[at + 2] & 0xff)
                      + 0.5f);
    }
  }
}
