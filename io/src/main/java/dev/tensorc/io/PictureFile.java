package dev.tensorc.io;

import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * An open picture, whose size and channels are known before its pixels are decoded. Samples are as
 * stored, without colour conversion; alpha only where the file has it.
 */
final class PictureFile implements AutoCloseable {

  private static final int PIXELS_OF_A_BYTE = 8 * 64;

  private final ImageInputStream in;
  private final Source source;
  private final long bytes;
  private final ImageReader reader;
  private final int height;
  private final int width;
  private final ImageTypeSpecifier type;

  /** Where its bytes come from: a decoder takes them away as it goes. */
  private interface Source {
    ImageInputStream open() throws IOException;
  }

  private PictureFile(Source source, long bytes, ImageInputStream in, ImageReader reader)
      throws IOException {
    this.source = source;
    this.bytes = bytes;
    this.in = in;
    this.reader = reader;
    this.height = reader.getHeight(0);
    this.width = reader.getWidth(0);
    this.type = reader.getImageTypes(0).next(); // the type that the picture is decoded to
  }

  /**
   * Opens a picture that does not promise more than the file can hold.
   *
   * @throws IOException if it cannot be read, or is no such picture
   * @throws RuntimeException likewise: the decoder throws either at damaged files
   */
  static PictureFile open(Path file) throws IOException {
    if (!Files.isRegularFile(file) && Files.exists(file)) {
      throw new IOException("it is no regular file");
    }
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return open(() -> new FileImageInputStream(file.toFile()), Files.size(file));
  }

  /** Opens a picture that is in memory, as {@link #open(Path)} does. */
  static PictureFile of(byte[] bytes) throws IOException {
    return open(
        () -> new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes)), bytes.length);
  }

  private static PictureFile open(Source source, long bytes) throws IOException {
    ImageInputStream in = source.open();
    try {
      boolean jpeg = isJpeg(in);
      if (!jpeg) {
        PngHeader.read(in).requireFitting(bytes);
      }
      ImageReader reader = ImageIO.getImageReadersByFormatName(jpeg ? "jpeg" : "png").next();
      try {
        in.seek(0);
        reader.setInput(in, true, true);
        if (jpeg) {
          requireFitting(reader.getWidth(0), reader.getHeight(0), bytes);
        }
        return new PictureFile(source, bytes, in, reader);
      } catch (IOException | RuntimeException e) {
        reader.dispose();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      in.close();
      requireWhole(source, bytes);
      throw e;
    }
  }

  /** Says of a picture that could not be read whether that is because its file was cut. */
  private static void requireWhole(Source source, long bytes) throws IOException {
    try (ImageInputStream in = source.open()) {
      PngChunks.requireWhole(in, bytes);
    }
  }

  private static boolean isJpeg(ImageInputStream in) throws IOException {
    boolean jpeg = in.read() == 0xff && in.read() == 0xd8 && in.read() == 0xff;
    in.seek(0);
    return jpeg;
  }

  /** JPEG has at least one bit for 64 pixels: the first coefficient of a block. */
  private static void requireFitting(int width, int height, long bytes) throws IOException {
    long pixels = (long) width * height;
    if (pixels > PngHeader.MAX_PIXELS || pixels / PIXELS_OF_A_BYTE > bytes) {
      throw new IOException(
          "%d x %d pixels are more than %d, or than the %d bytes of the file can hold"
              .formatted(width, height, PngHeader.MAX_PIXELS, bytes));
    }
  }

  int height() {
    return height;
  }

  int width() {
    return width;
  }

  int channels() {
    ColorModel colours = type.getColorModel();
    return colours instanceof IndexColorModel palette
        ? (isGrey(palette) ? 1 : 3) + (palette.hasAlpha() ? 1 : 0)
        : type.getNumBands();
  }

  /** The value of a full sample: 255, or 65535 for a picture of 16 bits a channel. */
  int max() {
    return type.getColorModel() instanceof IndexColorModel
        ? 255
        : (1 << type.getBitsPerBand(0)) - 1;
  }

  /** The samples of a row, the channels of a pixel beside each other. */
  interface Rows {
    /** Puts a row's samples into an array of their number. */
    void get(int y, int[] samples);
  }

  /** Decodes the pixels. */
  Rows decode() throws IOException {
    Raster raster = raster();
    if (!(type.getColorModel() instanceof IndexColorModel palette)) {
      return (y, samples) -> raster.getPixels(0, y, width, 1, samples);
    }
    // Colours from a palette; also how the decoder gives grey pictures of 1, 2 or 4 bits.
    int colours = isGrey(palette) ? 1 : 3;
    var indices = new int[width];
    return (y, samples) -> {
      raster.getPixels(0, y, width, 1, indices);
      int at = 0;
      for (int index : indices) {
        samples[at++] = palette.getRed(index);
        if (colours == 3) {
          samples[at++] = palette.getGreen(index);
          samples[at++] = palette.getBlue(index);
        }
        if (palette.hasAlpha()) {
          samples[at++] = palette.getAlpha(index);
        }
      }
    };
  }

  private Raster raster() throws IOException {
    try {
      return reader.read(0).getRaster();
    } catch (IOException | RuntimeException e) {
      requireWhole(source, bytes);
      throw e;
    }
  }

  private static boolean isGrey(IndexColorModel palette) {
    for (int i = 0; i < palette.getMapSize(); i++) {
      if (palette.getRed(i) != palette.getGreen(i) || palette.getRed(i) != palette.getBlue(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.dispose();
    in.close();
  }
}
