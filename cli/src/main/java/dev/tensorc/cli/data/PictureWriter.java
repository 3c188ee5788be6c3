package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import javax.imageio.ImageIO;

/** A result as a picture: floats are clipped to 0..1 and scaled, u8 is stored as it is. */
final class PictureWriter {

  private final int height;
  private final int width;
  private final int channels;
  private final IntUnaryOperator sample;

  private PictureWriter(int height, int width, int channels, IntUnaryOperator sample) {
    this.height = height;
    this.width = width;
    this.channels = channels;
    this.sample = sample;
  }

  static PictureWriter of(Tensor tensor, String file) {
    if (tensor.type() != ElementType.U8
        && tensor.type() != ElementType.F32
        && tensor.type() != ElementType.F64) {
      throw Failure.data(file + ": a picture holds u8, f32 or f64, not " + tensor.type().label());
    }
    long channels = tensor.rank() == 3 ? tensor.size(2) : 1;
    boolean drawable = tensor.rank() == 2 || tensor.rank() == 3;
    if (!drawable || (channels != 1 && channels != 3 && channels != 4) || tensor.count() == 0) {
      throw Failure.data(
          file
              + ": a picture has shape [height, width] or [height, width, 1, 3 or 4] and at least"
              + " one pixel, the result has shape "
              + Arrays.toString(tensor.shape()));
    }
    return new PictureWriter(
        (int) tensor.size(0), (int) tensor.size(1), (int) channels, samples(tensor));
  }

  /** The samples in row-major order, from 0 to 255. */
  private static IntUnaryOperator samples(Tensor tensor) {
    boolean plain = tensor.isContiguous() && !tensor.isNative();
    Object data = plain ? tensor.array() : tensor.toArray();
    int start = plain ? (int) tensor.offset() : 0;
    return switch (data) {
      case byte[] bytes -> i -> bytes[start + i] & 0xff;
      case float[] floats -> i -> sample(floats[start + i]);
      case double[] doubles -> i -> sample(doubles[start + i]);
      default -> throw new IllegalStateException("dtype was checked");
    };
  }

  /** NaN is black. */
  private static int sample(double v) {
    return (int) Math.round(Math.clamp(v, 0.0, 1.0) * 255);
  }

  void encode(OutputStream out) throws IOException {
    int type =
        switch (channels) {
          case 1 -> BufferedImage.TYPE_BYTE_GRAY;
          case 3 -> BufferedImage.TYPE_3BYTE_BGR;
          default -> BufferedImage.TYPE_4BYTE_ABGR;
        };
    var image = new BufferedImage(width, height, type);
    var row = new int[width * channels];
    for (int y = 0; y < height; y++) {
      int first = y * row.length;
      Arrays.setAll(row, i -> sample.applyAsInt(first + i));
      image.getRaster().setPixels(0, y, width, 1, row);
    }
    ImageIO.setUseCache(false);
    if (!ImageIO.write(image, "png", out)) {
      throw new IOException("this JDK cannot write PNG pictures");
    }
  }
}
