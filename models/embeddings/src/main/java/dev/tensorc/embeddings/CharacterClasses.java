package dev.tensorc.embeddings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The classes of characters by which BERT cleans and splits text. Punctuation, nonspacing marks and
 * removed characters follow Unicode 8.0, as in Hugging Face's tokenizers, whatever the JDK's
 * Unicode: their classes are the same on every JDK.
 */
final class CharacterClasses {
  private static final Map<String, BitSet> TABLES = read("unicode-8.0.txt");
  private static final BitSet PUNCTUATION = table("punctuation");
  private static final BitSet NONSPACING_MARKS = table("nonspacing-mark");
  private static final BitSet REMOVED = table("removed");

  /** Unified and compatibility ideographs; the gap 2B820 to 2B91F is in BERT's own list, too. */
  private static final int[][] IDEOGRAPHS = {
    {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xF900, 0xFAFF},
    {0x20000, 0x2A6DF},
    {0x2A700, 0x2B81F},
    {0x2B920, 0x2CEAF},
    {0x2F800, 0x2FA1F}
  };

  private CharacterClasses() {}

  /** Unicode's property White_Space. */
  static boolean isWhitespace(int c) {
    return c == ' '
        || c >= '\t' && c <= '\r'
        || c >= 0x2000 && c <= 0x200A
        || switch (c) {
          case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
          default -> false;
        };
  }

  /** Control, format and private characters, U+0000 and U+FFFD; but not tab and line ends. */
  static boolean isRemoved(int c) {
    return c == 0xFFFD || REMOVED.get(c) && c != '\t' && c != '\n' && c != '\r';
  }

  /**
   * Characters that are words of their own: Unicode's punctuation, and all of ASCII but letters and
   * digits.
   */
  static boolean isPunctuation(int c) {
    return c < 128 ? c > ' ' && c < 127 && !Character.isLetterOrDigit(c) : PUNCTUATION.get(c);
  }

  static boolean isNonspacingMark(int c) {
    return NONSPACING_MARKS.get(c);
  }

  /** Chinese characters, which stand without spaces: each is a word. */
  static boolean isIdeograph(int c) {
    if (c < IDEOGRAPHS[0][0]) {
      return false;
    }
    for (int[] range : IDEOGRAPHS) {
      if (c >= range[0] && c <= range[1]) {
        return true;
      }
    }
    return false;
  }

  private static BitSet table(String name) {
    BitSet table = TABLES.get(name);
    if (table == null) {
      throw new IllegalStateException("no class of characters " + name);
    }
    return table;
  }

  /** Lines with a class's name, and behind each indented lines of its code points and ranges. */
  private static Map<String, BitSet> read(String resource) {
    Map<String, BitSet> tables = new HashMap<>();
    try (InputStream in = CharacterClasses.class.getResourceAsStream(resource);
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      BitSet table = new BitSet();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(" ")) {
          addRanges(table, line.strip());
        } else if (!line.startsWith("#")) {
          table = new BitSet();
          tables.put(line, table);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tables;
  }

  private static void addRanges(BitSet table, String ranges) {
    for (String range : ranges.split(" ")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1], 16);
      table.set(Integer.parseInt(ends[0], 16), last + 1);
    }
  }
}
