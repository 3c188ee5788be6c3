package dev.tensorc.cli;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** A PNG picture: samples as stored, no colour conversion; alpha only where the file has it. */
final class Picture {

  /** Larger pictures are refused by name: their samples would not fit an array. */
  private static final long MAX_PIXELS = 1L << 28;

  private final int height;
  private final int width;
  private final int channels;
  private final int max;
  private final int[] samples;

  /**
   * @param max what a full sample is: 255, or 65535 for a picture of 16 bits a channel
   * @param samples row by row, the channels of a pixel beside each other
   */
  Picture(int height, int width, int channels, int max, int[] samples) {
    this.height = height;
    this.width = width;
    this.channels = channels;
    this.max = max;
    this.samples = samples;
  }

  int height() {
    return height;
  }

  int width() {
    return width;
  }

  int channels() {
    return channels;
  }

  int max() {
    return max;
  }

  int[] samples() {
    return samples;
  }

  static Picture decode(InputStream in) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
    try (var stream = new MemoryCacheImageInputStream(in)) {
      reader.setInput(stream, true, true);
      long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
      if (pixels > MAX_PIXELS) {
        throw new IOException(
            "%d x %d pixels are too many".formatted(reader.getWidth(0), reader.getHeight(0)));
      }
      BufferedImage image = reader.read(0);
      return image.getColorModel() instanceof IndexColorModel palette
          ? ofPalette(image.getRaster(), palette)
          : ofSamples(image.getRaster());
    } finally {
      reader.dispose();
    }
  }

  private static Picture ofSamples(Raster raster) {
    int bits = raster.getSampleModel().getSampleSize(0);
    int[] samples = raster.getPixels(0, 0, raster.getWidth(), raster.getHeight(), (int[]) null);
    int max = (1 << bits) - 1;
    return new Picture(raster.getHeight(), raster.getWidth(), raster.getNumBands(), max, samples);
  }

  /** Colours from a palette; also how the decoder gives grey pictures of 1, 2 or 4 bits. */
  private static Picture ofPalette(Raster raster, IndexColorModel palette) {
    int channels = (isGrey(palette) ? 1 : 3) + (palette.hasAlpha() ? 1 : 0);
    int[] indices = raster.getPixels(0, 0, raster.getWidth(), raster.getHeight(), (int[]) null);
    var samples = new int[Math.multiplyExact(indices.length, channels)];
    int at = 0;
    for (int index : indices) {
      samples[at++] = palette.getRed(index);
      if (channels >= 3) {
        samples[at++] = palette.getGreen(index);
        samples[at++] = palette.getBlue(index);
      }
      if (palette.hasAlpha()) {
        samples[at++] = palette.getAlpha(index);
      }
    }
    return new Picture(raster.getHeight(), raster.getWidth(), channels, 255, samples);
  }

  private static boolean isGrey(IndexColorModel palette) {
    for (int i = 0; i < palette.getMapSize(); i++) {
      if (palette.getRed(i) != palette.getGreen(i) || palette.getRed(i) != palette.getBlue(i)) {
        return false;
      }
    }
    return true;
  }

  /** Writes a picture of 8 bits a channel with 1, 3 or 4 channels. */
  void encode(OutputStream out) throws IOException {
    int type =
        switch (channels) {
          case 1 -> BufferedImage.TYPE_BYTE_GRAY;
          case 3 -> BufferedImage.TYPE_3BYTE_BGR;
          default -> BufferedImage.TYPE_4BYTE_ABGR;
        };
    var image = new BufferedImage(width, height, type);
    image.getRaster().setPixels(0, 0, width, height, samples);
    ImageIO.setUseCache(false);
    if (!ImageIO.write(image, "png", out)) {
      throw new IOException("this JDK cannot write PNG pictures");
    }
  }
}
