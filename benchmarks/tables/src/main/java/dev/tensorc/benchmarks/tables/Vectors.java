package dev.tensorc.benchmarks.tables;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * Random vectors, the same in each process.
 *
 * @param rows how many
 * @param width numbers in each
 */
record Vectors(int rows, int width) implements Serializable {

  float[] vector(int row) {
    var random = new SplittableRandom(row);
    float[] vector = new float[width];
    for (int k = 0; k < width; k++) {
      vector[k] = (float) random.nextDouble(-1, 1);
    }
    return vector;
  }

  /** The vector that all are compared with. */
  float[] query() {
    return vector(-1);
  }

  /** The first rows, so many times fewer; at least two, since one has no covariance. */
  Vectors part(int share) {
    return new Vectors(Math.max(2, rows / share), width);
  }
}
