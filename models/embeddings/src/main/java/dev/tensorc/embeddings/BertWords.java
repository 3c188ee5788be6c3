package dev.tensorc.embeddings;

import java.text.Normalizer;
import java.util.function.Predicate;

/**
 * Splits text into words as BERT does: cleaned, ideographs apart, without accents, in lower case,
 * and with each punctuation character as a word of its own.
 *
 * <p>A word at a time is as good as the whole text: none of the steps on words looks across
 * whitespace.
 *
 * @param cleanText whether control characters are left out
 * @param splitIdeographs whether each Chinese character is a word
 * @param stripAccents whether nonspacing marks are left out, after canonical decomposition (NFD)
 * @param lowerCase whether each character is mapped to lower case, by itself
 */
record BertWords(
    boolean cleanText, boolean splitIdeographs, boolean stripAccents, boolean lowerCase) {

  /** The settings of a file without a normalizer: words are only split. */
  static final BertWords AS_THEY_ARE = new BertWords(false, false, false, false);

  /** The words of {@code bert-base-uncased}, or of {@code bert-base-cased}. */
  static BertWords standard(boolean lowerCase) {
    return new BertWords(true, true, lowerCase, lowerCase);
  }

  /**
   * Hands over the words of a text, in order, and says whether more text is wanted.
   *
   * @param text where it has half of a surrogate pair, U+FFFD is read
   * @param wantsMore takes a word, and says whether another one is wanted
   */
  boolean split(String text, Predicate<String> wantsMore) {
    var word = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        c = 0xFFFD;
      }
      if (cleanText && CharacterClasses.isRemoved(c)) {
        continue;
      }
      boolean apart = splitIdeographs && CharacterClasses.isIdeograph(c);
      if (apart || CharacterClasses.isWhitespace(c)) {
        if (!finish(word, wantsMore) || apart && !finish(word.appendCodePoint(c), wantsMore)) {
          return false;
        }
      } else {
        word.appendCodePoint(c);
      }
    }
    return finish(word, wantsMore);
  }

  /** Normalizes the characters between two spaces, splits off their punctuation, and empties it. */
  private boolean finish(StringBuilder word, Predicate<String> wantsMore) {
    String text = normalized(word);
    word.setLength(0);
    int start = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (CharacterClasses.isPunctuation(c)) {
        if (i > start && !wantsMore.test(text.substring(start, i))
            || !wantsMore.test(text.substring(i, next))) {
          return false;
        }
        start = next;
      }
      i = next;
    }
    return start == text.length() || wantsMore.test(text.substring(start));
  }

  private String normalized(StringBuilder word) {
    boolean ascii = word.chars().allMatch(c -> c < 128);
    CharSequence text =
        stripAccents && !ascii ? Normalizer.normalize(word, Normalizer.Form.NFD) : word;
    var result = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> !stripAccents || !CharacterClasses.isNonspacingMark(c))
        .forEach(c -> append(result, c));
    return result.toString();
  }

  private void append(StringBuilder result, int c) {
    if (lowerCase && c == 0x130) {
      result.append("i\u0307"); // the one character whose lower case is two
    } else {
      result.appendCodePoint(lowerCase ? Character.toLowerCase(c) : c);
    }
  }
}
