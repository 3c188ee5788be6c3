package dev.tensorc.models;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Texts of many kinds, drawn by a seed. */
final class Texts {
  private static final List<String> SENTENCES = lines("sentences.txt");
  private static final List<String> EMOJI =
      List.of(
          "\uD83D\uDE00",
          "\uD83D\uDC69\u200D\uD83D\uDCBB",
          "\uD83C\uDDF5\uD83C\uDDF9",
          "\uD83D\uDC4D\uD83C\uDFFD",
          "1\uFE0F\u20E3",
          "\u2764\uFE0F");

  /** Sentences of some ten tokens each: more than a model has positions for. */
  private static final int MANY = 120;

  private final Random random;

  Texts(long seed) {
    this.random = new Random(seed);
  }

  /** A short text. The first ones are of all kinds. */
  List<String> next(int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(
          switch (i % 16) {
            case 0 -> " ".repeat(i % 5);
            case 1 -> pick(List.of(sentence().split(" ")));
            case 2 -> pick(EMOJI) + pick(EMOJI);
            case 3 -> sentence() + " " + pick(EMOJI) + " " + sentence();
            case 4 -> joined(3, "\n");
            case 5 -> sentence().toUpperCase(java.util.Locale.ROOT);
            default -> sentence();
          });
    }
    Collections.shuffle(texts, random);
    return texts;
  }

  /** A text of more tokens than a model has positions for. */
  String tooLong() {
    return joined(MANY, " ");
  }

  private String sentence() {
    return pick(SENTENCES);
  }

  private String joined(int count, String separator) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(sentence());
    }
    return String.join(separator, parts);
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static List<String> lines(String resource) {
    try (InputStream in = Texts.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
