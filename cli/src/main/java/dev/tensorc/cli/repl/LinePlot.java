package dev.tensorc.cli.repl;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** A line through the elements of a vector, as a picture without letters: fonts may be missing. */
final class LinePlot {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;
  private static final int MARGIN = 30;
  private static final int GRID_LINES = 4;

  private static final Color PAPER = Color.WHITE;
  private static final Color GRID = new Color(0xe4e4e4);
  private static final Color LINE = new Color(0x0f6e6e);

  private final double[] values;
  private final double least;
  private final double greatest;

  LinePlot(double[] values) {
    this.values = values;
    this.least = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
    this.greatest = Arrays.stream(values).filter(Double::isFinite).max().orElse(1);
  }

  Picture picture() {
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    try {
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      g.setColor(PAPER);
      g.fillRect(0, 0, WIDTH, HEIGHT);
      g.setColor(GRID);
      for (int i = 0; i <= GRID_LINES; i++) {
        int y = MARGIN + i * (HEIGHT - 2 * MARGIN) / GRID_LINES;
        g.drawLine(MARGIN, y, WIDTH - MARGIN, y);
      }
      g.setColor(LINE);
      g.setStroke(new BasicStroke(2, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
      g.draw(line());
    } finally {
      g.dispose();
    }
    return picture(image);
  }

  /** Broken where elements are NaN or infinite. */
  private Path2D line() {
    var line = new Path2D.Double();
    boolean begun = false;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        begun = false;
        continue;
      }
      double part = values.length == 1 ? 0.5 : i / (values.length - 1.0);
      double x = MARGIN + part * (WIDTH - 2 * MARGIN);
      double up = greatest == least ? 0.5 : (values[i] - least) / (greatest - least);
      double y = HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN);
      if (begun) {
        line.lineTo(x, y);
      } else {
        line.moveTo(x, y);
        line.lineTo(x, y); // a single element shows as a dot
        begun = true;
      }
    }
    return line;
  }

  private static Picture picture(BufferedImage image) {
    int[] pixels = image.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH);
    var rgb = new int[pixels.length * 3];
    for (int i = 0; i < pixels.length; i++) {
      rgb[3 * i] = pixels[i] >> 16 & 0xff;
      rgb[3 * i + 1] = pixels[i] >> 8 & 0xff;
      rgb[3 * i + 2] = pixels[i] & 0xff;
    }
    return new Picture(HEIGHT, WIDTH, rgb);
  }
}
