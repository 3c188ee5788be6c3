package dev.tensorc.embeddings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that are found in a text as they are written, before it is split into words: {@code
 * [MASK]} and its kind. Of several that begin at one place the longest is taken.
 */
final class AddedTokens {

  /**
   * @param takesLeft whether whitespace before it belongs to it
   * @param takesRight whether whitespace behind it belongs to it
   */
  record Token(String text, int id, boolean takesLeft, boolean takesRight) {}

  private final Map<Character, List<Token>> byFirst = new HashMap<>();

  AddedTokens(List<Token> tokens) {
    for (Token token : tokens) {
      byFirst.computeIfAbsent(token.text().charAt(0), _ -> new ArrayList<>()).add(token);
    }
    Comparator<Token> longestFirst = Comparator.comparingInt(t -> -t.text().length());
    byFirst.values().forEach(list -> list.sort(longestFirst));
  }

  /**
   * Hands over a text's parts in order; each taker says whether more are wanted, as this does.
   *
   * @param texts takes the text between two tokens, which is never empty
   * @param ids takes a token
   */
  boolean split(String text, Predicate<String> texts, IntPredicate ids) {
    int start = 0;
    for (int i = 0; i < text.length(); ) {
      Token token = tokenAt(text, i);
      if (token == null) {
        i++;
        continue;
      }
      int end = token.takesLeft() ? beforeWhitespace(text, start, i) : i;
      if (end > start && !texts.test(text.substring(start, end)) || !ids.test(token.id())) {
        return false;
      }
      i += token.text().length();
      while (token.takesRight() && i < text.length() && isWhitespace(text, i)) {
        i++;
      }
      start = i;
    }
    return start == text.length() || texts.test(text.substring(start));
  }

  private static int beforeWhitespace(String text, int start, int end) {
    int i = end;
    while (i > start && isWhitespace(text, i - 1)) {
      i--;
    }
    return i;
  }

  /** No whitespace needs two chars. */
  private static boolean isWhitespace(String text, int i) {
    return CharacterClasses.isWhitespace(text.charAt(i));
  }

  private @Nullable Token tokenAt(String text, int i) {
    for (Token token : byFirst.getOrDefault(text.charAt(i), List.of())) {
      if (text.startsWith(token.text(), i)) {
        return token;
      }
    }
    return null;
  }
}
