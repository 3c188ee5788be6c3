package dev.tensorc.embeddings;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Lines of text in many scripts: the JDK's names of languages, countries, months and currencies in
 * all its languages, and texts that tokenizers trip over, drawn by a seed.
 */
final class TextLines {
  private static final int[][] BLOCKS = {
    {0x20, 0x7E}, // Latin
    {0xA0, 0x24F},
    {0x250, 0x36F}, // phonetics, combining marks
    {0x370, 0x52F}, // Greek, Cyrillic
    {0x530, 0x7FF}, // Armenian to NKo
    {0x900, 0xDFF}, // scripts of India
    {0xE00, 0x109F}, // Thai, Lao, Tibetan, Myanmar
    {0x10A0, 0x139F}, // Georgian, Hangul letters, Ethiopic
    {0x1E00, 0x1FFF}, // Latin and Greek with accents
    {0x2000, 0x23FF}, // spaces, punctuation, signs
    {0x3000, 0x30FF}, // Japanese
    {0x4E00, 0x9FFF}, // Chinese
    {0xAC00, 0xD7A3}, // Hangul
    {0xF900, 0xFFFD}, // compatibility forms
    {0x10000, 0x104FF},
    {0x11000, 0x114FF},
    {0x1D400, 0x1D7FF},
    {0x1F300, 0x1FAFF}, // emoji
    {0x20000, 0x2A6DF},
    {0x2B700, 0x2B960}, // about a gap in BERT's list of ideographs
    {0x2F800, 0x2FA1F},
    {0xE0000, 0xE01EF} // tags and selectors
  };
  private static final String[] SEPARATORS = {
    " ", " ", " ", " ", "  ", "\t", "\u00A0", "\u3000", "\u2028", "\r\n", "", "-", ", ", "'",
    "\u200B"
  };
  private static final String[] PIECES = {
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "[PAD]",
    "[UNK]",
    " [MASK] ",
    "[mask]",
    "[SEP",
    "##ing",
    "##",
    "e\u0301",
    "A\u030A\u0327",
    "\u0130stanbul",
    "\u01C5",
    "\u1E9E",
    "\u03A3\u03A3",
    "\uFB01",
    "\u212B",
    "\u2126",
    "\u1100\u1161\u11A8",
    "\u0915\u094D\u0937",
    "\u200D",
    "\uFE0F",
    "\uFEFF",
    "\uFFFD",
    "\0",
    "\u0007",
    "\u0085",
    "\u000B",
    "\u007F",
    "\u00AD",
    "don't",
    "U.S.A.",
    "3.14",
    "$5",
    "x=y^2",
    "a_b",
    "\u00BF\u00A1",
    "\u2026",
    "\u201C\u201D",
    "\u3002",
    "\uD83D\uDC69\u200D\uD83D\uDC67",
    "\uD83C\uDDE9\uD83C\uDDEA",
    "\uD83D\uDC4D\uD83C\uDFFD",
    "1\uFE0F\u20E3"
  };

  private final Random random;
  private final Locale[] locales = Locale.getAvailableLocales();
  private final List<Currency> currencies = new ArrayList<>(Currency.getAvailableCurrencies());
  private final String[] languages = Locale.getISOLanguages();
  private final String[] countries = Locale.getISOCountries();

  TextLines(long seed) {
    this.random = new Random(seed);
  }

  List<String> next(int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(random.nextInt(3) == 0 ? drawn() : named());
    }
    return lines;
  }

  /** Names in one of the JDK's languages. */
  private String named() {
    Locale in = pick(locales);
    return joined(
        2 + random.nextInt(8),
        () ->
            switch (random.nextInt(5)) {
              case 0 -> Locale.of(pick(languages)).getDisplayLanguage(in);
              case 1 -> Locale.of("", pick(countries)).getDisplayCountry(in);
              case 2 -> Month.of(1 + random.nextInt(12)).getDisplayName(TextStyle.FULL, in);
              case 3 -> DayOfWeek.of(1 + random.nextInt(7)).getDisplayName(TextStyle.FULL, in);
              default -> currencies.get(random.nextInt(currencies.size())).getDisplayName(in);
            });
  }

  /** Characters of one or two blocks, and pieces that are easily taken for something else. */
  private String drawn() {
    int[] block = pick(BLOCKS);
    return joined(
        random.nextInt(12),
        () ->
            switch (random.nextInt(8)) {
              case 0, 1 -> pick(PIECES);
              case 2 -> characters(pick(BLOCKS), random.nextInt(4));
              case 3 -> characters(block, random.nextInt(20) == 0 ? 95 + random.nextInt(12) : 9);
              default -> characters(block, 1 + random.nextInt(6));
            });
  }

  private String characters(int[] block, int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.appendCodePoint(block[0] + random.nextInt(block[1] - block[0] + 1));
    }
    return text.toString();
  }

  private String joined(int count, Supplier<String> part) {
    var line = new StringBuilder();
    for (int i = 0; i < count; i++) {
      line.append(i == 0 ? "" : pick(SEPARATORS)).append(part.get());
    }
    return line.toString();
  }

  private <T> T pick(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
