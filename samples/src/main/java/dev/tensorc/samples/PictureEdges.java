package dev.tensorc.samples;

import dev.tensorc.runtime.FloatTensor;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;

/** Writes the edges of a picture to another one: {@code PictureEdges IN.png OUT.png}. */
public final class PictureEdges {

  private PictureEdges() {}

  public static void main(String[] args) throws IOException {
    FloatTensor edges = Edges.edges(read(new File(args[0])));
    ImageIO.write(grey(edges), "png", new File(args[1]));
  }

  /** A picture as numbers from 0 to 1: height x width x 3. */
  static FloatTensor read(File file) throws IOException {
    BufferedImage image = ImageIO.read(file);
    var data = new float[image.getHeight() * image.getWidth() * 3];
    int at = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y);
        data[at++] = ((rgb >> 16) & 255) / 255f;
        data[at++] = ((rgb >> 8) & 255) / 255f;
        data[at++] = (rgb & 255) / 255f;
      }
    }
    return FloatTensor.of(data, image.getHeight(), image.getWidth(), 3);
  }

  /** Numbers from 0 to 1, height x width, as a picture; numbers above 1 are white. */
  private static BufferedImage grey(FloatTensor tensor) {
    int height = (int) tensor.size(0);
    int width = (int) tensor.size(1);
    var image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int level = Math.round(255 * Math.min(tensor.get(y, x), 1));
        image.getRaster().setSample(x, y, 0, level);
      }
    }
    return image;
  }
}
