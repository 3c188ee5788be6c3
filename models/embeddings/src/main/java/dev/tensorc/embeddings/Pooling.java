package dev.tensorc.embeddings;

import dev.tensorc.runtime.FloatTensor;
import java.util.Arrays;

/** How the hidden states of a text's tokens become one vector. */
public enum Pooling {
  /** The mean of all tokens, padding left out. */
  MEAN,
  /** The first token, which is {@code [CLS]}. */
  CLS,
  /** None: the program gives a vector for each text. */
  NONE;

  /**
   * The vectors of a batch.
   *
   * @param states the encoder's results: {@code [texts, tokens, n]}, or {@code [texts, n]} for
   *     {@link #NONE}
   * @param lengths how many tokens of each text are no padding
   * @param tokens how many tokens each row has
   * @throws IllegalStateException if the states have another shape
   */
  float[][] pool(FloatTensor states, int[] lengths, int tokens) {
    long[] expected =
        this == NONE ? new long[] {lengths.length} : new long[] {lengths.length, tokens};
    if (states.rank() != expected.length + 1 || !startsWith(states.shape(), expected)) {
      throw new IllegalStateException(
          "the encoder gave %s for %d texts of %d tokens; pooling %s needs [%s]"
              .formatted(
                  Arrays.toString(states.shape()),
                  lengths.length,
                  tokens,
                  name(),
                  this == NONE ? "texts, n" : "texts, tokens, n"));
    }
    int n = (int) states.size(states.rank() - 1);
    float[] values = states.toArray();
    float[][] vectors = new float[lengths.length][];
    int row = (this == NONE ? 1 : tokens) * n;
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] =
          this == MEAN
              ? mean(values, i * row, lengths[i], n)
              : Arrays.copyOfRange(values, i * row, i * row + n);
    }
    return vectors;
  }

  private static boolean startsWith(long[] shape, long[] start) {
    return Arrays.equals(shape, 0, start.length, start, 0, start.length);
  }

  private static float[] mean(float[] values, int from, int tokens, int n) {
    double[] sums = new double[n];
    for (int t = 0; t < tokens; t++) {
      for (int j = 0; j < n; j++) {
        sums[j] += values[from + t * n + j];
      }
    }
    float[] means = new float[n];
    for (int j = 0; j < n; j++) {
      means[j] = (float) (sums[j] / Math.max(tokens, 1));
    }
    return means;
  }

  /** Divides a vector by its length, so that its dot products are cosines; zeros stay. */
  static void normalize(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += (double) value * value;
    }
    if (squares > 0) {
      double length = Math.sqrt(squares);
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) (vector[i] / length);
      }
    }
  }
}
