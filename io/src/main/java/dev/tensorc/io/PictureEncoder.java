package dev.tensorc.io;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A tensor as a picture: floats are clipped to 0..1 and scaled, u8 is stored as it is. */
final class PictureEncoder {

  private static final float JPEG_QUALITY = 0.95f;

  private final Pictures.Format format;
  private final int height;
  private final int width;
  private final int channels;
  private final IntUnaryOperator sample;

  private PictureEncoder(
      Pictures.Format format, int height, int width, int channels, IntUnaryOperator sample) {
    this.format = format;
    this.height = height;
    this.width = width;
    this.channels = channels;
    this.sample = sample;
  }

  static PictureEncoder of(Tensor tensor, Pictures.Format format, String file)
      throws TensorFileException {
    boolean jpeg = format == Pictures.Format.JPEG;
    long channels = tensor.rank() == 3 ? tensor.size(2) : 1;
    boolean drawable = tensor.rank() == 2 || tensor.rank() == 3;
    boolean fits = channels == 1 || channels == 3 || channels == 4 && !jpeg;
    if (!drawable || !fits || tensor.count() == 0) {
      throw new TensorFileException(
          file,
          "a picture has shape [height, width] or [height, width, %s] and at least one pixel, the tensor has shape %s"
              .formatted(jpeg ? "1 or 3" : "1, 3 or 4", Arrays.toString(tensor.shape())));
    }
    if (tensor.count() > Integer.MAX_VALUE) {
      throw new TensorFileException(file, "a picture has at most 2^31-1 samples");
    }
    return new PictureEncoder(
        format, (int) tensor.size(0), (int) tensor.size(1), (int) channels, samples(tensor));
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
    write(image, out);
  }

  private void write(BufferedImage image, OutputStream out) throws IOException {
    boolean jpeg = format == Pictures.Format.JPEG;
    ImageWriter writer = ImageIO.getImageWritersByFormatName(jpeg ? "jpeg" : "png").next();
    ImageWriteParam how = writer.getDefaultWriteParam();
    if (jpeg) {
      how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      how.setCompressionQuality(JPEG_QUALITY);
    }
    try (var to = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(to);
      writer.write(null, new IIOImage(image, null, null), how);
    } finally {
      writer.dispose();
    }
  }
}
