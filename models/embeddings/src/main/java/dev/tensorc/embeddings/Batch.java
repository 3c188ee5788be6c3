package dev.tensorc.embeddings;

import dev.tensorc.runtime.LongTensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Texts of about the same number of tokens, which are encoded together. The shorter ones are filled
 * up with padding.
 *
 * @param places which of all texts they are
 * @param texts the longest first
 * @param padding the id of the padding
 */
record Batch(int[] places, List<Encoding> texts, int padding) {
  private static final int MOST_TEXTS = 32;

  /** With padding. A layer's attention has a square of it for each text and head. */
  private static final int MOST_TOKENS = 4096;

  /** The least part of the longest text's tokens that each text has: the rest would be padding. */
  private static final double LEAST_FILLED = 0.875;

  /** All texts, each in one batch. */
  static List<Batch> of(List<Encoding> texts, int padding) {
    List<Batch> batches = new ArrayList<>();
    int[] order =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> -texts.get(i).length()))
            .mapToInt(i -> i)
            .toArray();
    for (int from = 0; from < order.length; ) {
      int longest = texts.get(order[from]).length();
      int to = from + 1;
      while (to < order.length
          && to - from < MOST_TEXTS
          && (to - from + 1) * longest <= MOST_TOKENS
          && texts.get(order[to]).length() >= LEAST_FILLED * longest) {
        to++;
      }
      int[] places = Arrays.copyOfRange(order, from, to);
      List<Encoding> members = IntStream.of(places).mapToObj(texts::get).toList();
      batches.add(new Batch(places, members, padding));
      from = to;
    }
    return batches;
  }

  /** The tokens of the longest text. */
  int tokens() {
    return texts.getFirst().length();
  }

  int[] lengths() {
    return texts.stream().mapToInt(Encoding::length).toArray();
  }

  LongTensor ids() {
    return filled(padding, (text, i) -> text.ids()[i]);
  }

  LongTensor mask() {
    return filled(0, (_, _) -> 1);
  }

  LongTensor types() {
    return filled(0, (text, i) -> text.typeIds()[i]);
  }

  @FunctionalInterface
  private interface Element {
    long of(Encoding text, int i);
  }

  private LongTensor filled(long rest, Element element) {
    long[] values = new long[texts.size() * tokens()];
    for (int row = 0; row < texts.size(); row++) {
      Encoding text = texts.get(row);
      for (int i = 0; i < tokens(); i++) {
        values[row * tokens() + i] = i < text.length() ? element.of(text, i) : rest;
      }
    }
    return LongTensor.of(values, texts.size(), tokens());
  }
}
