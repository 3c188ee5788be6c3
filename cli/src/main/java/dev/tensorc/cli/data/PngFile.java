package dev.tensorc.cli.data;

import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.FileImageInputStream;

/**
 * An open PNG picture, whose size and channels are known before its pixels are decoded. Samples are
 * as stored, without colour conversion; alpha only where the file has it.
 */
final class PngFile implements AutoCloseable {

  private final FileImageInputStream in;
  private final ImageReader reader;
  private final int height;
  private final int width;
  private final ImageTypeSpecifier type;

  private PngFile(FileImageInputStream in, ImageReader reader) throws IOException {
    this.in = in;
    this.reader = reader;
    this.height = reader.getHeight(0);
    this.width = reader.getWidth(0);
    this.type = reader.getImageTypes(0).next(); // what the picture is decoded to
  }

  /**
   * Opens a picture whose header does not promise more than the file can hold.
   *
   * @throws IOException if it cannot be read, or is no such picture
   * @throws RuntimeException likewise: the decoder throws either at damaged files
   */
  static PngFile open(Path file) throws IOException {
    if (!Files.isRegularFile(file) && Files.exists(file)) {
      throw new IOException("it is no regular file");
    }
    PngHeader.read(file).requireFitting(Files.size(file));
    ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
    var in = new FileImageInputStream(file.toFile());
    try {
      reader.setInput(in, true, true);
      return new PngFile(in, reader);
    } catch (IOException | RuntimeException e) {
      reader.dispose();
      in.close();
      throw e;
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

  /** What a full sample is: 255, or 65535 for a picture of 16 bits a channel. */
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
    Raster raster = reader.read(0).getRaster();
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
