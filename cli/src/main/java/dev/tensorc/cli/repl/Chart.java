package dev.tensorc.cli.repl;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/** A line through the elements of a vector, of dots of Braille: two across and four down a cell. */
final class Chart {

  private static final int DOTS_ACROSS = 2;
  private static final int DOTS_DOWN = 4;
  private static final char EMPTY = '\u2800';

  /** The bit of each dot of a cell, by column and row. */
  private static final int[][] BITS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

  private final double[] values;
  private final int columns;
  private final int rows;
  private final double least;
  private final double greatest;
  private final int[][] cells;

  private Chart(double[] values, int columns, int rows) {
    this.values = values;
    this.columns = columns;
    this.rows = rows;
    this.least = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
    this.greatest = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
    this.cells = new int[rows][columns];
  }

  /**
   * The chart, with the greatest value at its first line and the least at its last.
   *
   * @param columns cells across, without the labels
   * @param rows cells down
   */
  static String of(double[] values, int columns, int rows) {
    var chart = new Chart(values, columns, rows);
    chart.draw();
    return chart.text();
  }

  /** Each column of dots goes from the least to the greatest of its elements, and to the next. */
  private void draw() {
    int across = columns * DOTS_ACROSS;
    int before = -1;
    for (int x = 0; x < across; x++) {
      int low = Integer.MAX_VALUE;
      int high = -1;
      for (double value : column(x, across)) {
        if (Double.isFinite(value)) {
          low = Math.min(low, dot(value));
          high = Math.max(high, dot(value));
        }
      }
      if (high < 0) {
        before = -1;
        continue;
      }
      int last = (low + high) / 2;
      int bottom = before < 0 ? low : Math.min(low, Math.min(before + 1, last));
      int top = before < 0 ? high : Math.max(high, Math.max(before - 1, last));
      for (int y = bottom; y <= top; y++) {
        set(x, y);
      }
      before = last;
    }
  }

  /** The elements of a column of dots; where there are fewer than columns, a point between two. */
  private double[] column(int x, int across) {
    int count = values.length;
    if (count >= across) {
      int from = (int) ((long) x * count / across);
      return Arrays.copyOfRange(values, from, (int) ((long) (x + 1) * count / across));
    }
    double place = x * (count - 1.0) / (across - 1);
    int left = (int) place;
    double right = values[Math.min(left + 1, count - 1)];
    return new double[] {values[left] + (place - left) * (right - values[left])};
  }

  /** The row of dots of a value, from below. */
  private int dot(double value) {
    int most = rows * DOTS_DOWN - 1;
    return greatest == least
        ? most / 2
        : (int) Math.round((value - least) / (greatest - least) * most);
  }

  private void set(int x, int y) {
    int down = rows * DOTS_DOWN - 1 - y;
    cells[down / DOTS_DOWN][x / DOTS_ACROSS] |= BITS[x % DOTS_ACROSS][down % DOTS_DOWN];
  }

  private String text() {
    String top = number(greatest);
    String bottom = number(least);
    int width = Math.max(top.length(), bottom.length());
    var text = new StringBuilder();
    for (int row = 0; row < rows; row++) {
      String label = row == 0 ? top : row == rows - 1 ? bottom : "";
      text.append(" ".repeat(width - label.length())).append(label).append(" \u2502");
      for (int cell : cells[row]) {
        text.append((char) (EMPTY + cell));
      }
      text.append('\n');
    }
    String last = String.valueOf(Math.max(0, values.length - 1));
    text.append(" ".repeat(width + 1))
        .append('\u2514')
        .append("\u2500".repeat(columns))
        .append('\n');
    return text.append(" ".repeat(width + 2))
        .append("0")
        .append(" ".repeat(Math.max(1, columns - 1 - last.length())))
        .append(last)
        .append('\n')
        .toString();
  }

  private static String number(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toString();
  }
}
