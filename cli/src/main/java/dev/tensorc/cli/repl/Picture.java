package dev.tensorc.cli.repl;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.util.Arrays;

/**
 * A matrix, or an array of pixels, as colours from 0 to 255. Elements of a matrix are grey, from
 * the least (black) to the greatest (white); those of pixels are from 0 to 1, or bytes as they are.
 *
 * @param rgb for each pixel, row by row, three bytes from 0 to 255
 */
record Picture(int height, int width, int[] rgb) {

  private static final String RAMP = " .:-=+*#%@";
  private static final int CHANNELS = 3;

  /** Two pixels, one above the other. */
  private static final char UPPER_HALF = '\u2580';

  /**
   * The picture of an array.
   *
   * @param shape [height, width] or [height, width, channels] of 1, 3 or 4 channels
   * @param elements row-major
   * @param bytes whether elements are colours from 0 to 255
   */
  static Picture of(long[] shape, double[] elements, boolean bytes) {
    int height = Math.toIntExact(shape[0]);
    int width = Math.toIntExact(shape[1]);
    boolean matrix = shape.length == 2;
    int channels = matrix ? 1 : Math.toIntExact(shape[2]);
    double least = matrix ? Arrays.stream(elements).filter(Double::isFinite).min().orElse(0) : 0;
    double most = matrix ? Arrays.stream(elements).filter(Double::isFinite).max().orElse(1) : 1;
    var rgb = new int[height * width * CHANNELS];
    for (int pixel = 0; pixel < height * width; pixel++) {
      for (int c = 0; c < CHANNELS; c++) {
        double e = elements[pixel * channels + (channels < CHANNELS ? 0 : c)];
        double part =
            bytes && !matrix ? e / 255 : most == least ? 0.5 : (e - least) / (most - least);
        rgb[pixel * CHANNELS + c] = (int) Math.round(255 * Math.clamp(part, 0.0, 1.0)); // NaN: 0
      }
    }
    return new Picture(height, width, rgb);
  }

  /** As a picture file takes it: u8[height, width, 3]. */
  Tensor tensor() {
    var bytes = new byte[rgb.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) rgb[i];
    }
    return Tensors.of(ElementType.U8, bytes, height, width, CHANNELS);
  }

  /**
   * The picture on a terminal, made smaller where it has to be.
   *
   * @param columns cells across at most
   * @param rows cells down at most
   * @param colours whether the terminal shows colours; else characters stand for grey
   */
  String text(int columns, int rows, boolean colours) {
    double scale = Math.max(1, Math.max((double) width / columns, height / (2.0 * rows)));
    int across = Math.max(1, (int) (width / scale));
    int lines =
        Math.max(1, (int) Math.ceil(height / (2 * scale))); // a cell is twice as high as wide
    var text = new StringBuilder();
    for (int y = 0; y < lines; y++) {
      for (int x = 0; x < across; x++) {
        if (colours) {
          text.append(colour(38, x, across, 2 * y, 2 * lines));
          text.append(colour(48, x, across, 2 * y + 1, 2 * lines)).append(UPPER_HALF);
        } else {
          text.append(RAMP.charAt(grey(x, across, y, lines) * (RAMP.length() - 1) / 255));
        }
      }
      text.append(colours ? "\u001b[0m\n" : "\n");
    }
    return text.toString();
  }

  private String colour(int code, int x, int across, int y, int lines) {
    return "\u001b[%d;2;%d;%d;%dm"
        .formatted(
            code,
            mean(0, x, across, y, lines),
            mean(1, x, across, y, lines),
            mean(2, x, across, y, lines));
  }

  private int grey(int x, int across, int y, int lines) {
    return (mean(0, x, across, y, lines)
            + mean(1, x, across, y, lines)
            + mean(2, x, across, y, lines))
        / CHANNELS;
  }

  /** The mean of the pixels that one of the drawn ones stands for. */
  private int mean(int channel, int x, int across, int y, int lines) {
    int left = (int) ((long) x * width / across);
    int right = Math.max(left + 1, (int) ((long) (x + 1) * width / across));
    int top = Math.min((int) ((long) y * height / lines), height - 1);
    int bottom = Math.max(top + 1, (int) ((long) (y + 1) * height / lines));
    long sum = 0;
    for (int row = top; row < bottom; row++) {
      for (int column = left; column < right; column++) {
        sum += rgb[(row * width + column) * CHANNELS + channel];
      }
    }
    return (int) (sum / ((long) (bottom - top) * (right - left)));
  }
}
