package dev.tensorc.embeddings;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * WordPiece: a word is the longest piece of the vocabulary that it begins with, then the longest
 * continuation, and so on; a word that this does not use up is the unknown token.
 *
 * <p>Source: Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1, with the
 * greedy search of BERT.
 */
final class WordPieces {
  private final Map<String, Integer> starts;
  private final Map<String, Integer> continuations = new HashMap<>();
  private final int unknown;
  private final int maxWordLength;
  private final int longest;

  /**
   * @param vocabulary ids of tokens, which no longer changes
   * @param unknown the id of a word that has no pieces
   * @param prefix the prefix of continuations: {@code ##}
   * @param maxWordLength the code points that a word may have; a longer one is unknown
   */
  WordPieces(Map<String, Integer> vocabulary, int unknown, String prefix, int maxWordLength) {
    this.starts = Collections.unmodifiableMap(vocabulary);
    this.unknown = unknown;
    this.maxWordLength = maxWordLength;
    vocabulary.forEach(
        (token, id) -> {
          if (token.startsWith(prefix)) {
            continuations.put(token.substring(prefix.length()), id);
          }
        });
    this.longest = vocabulary.keySet().stream().mapToInt(String::length).max().orElse(0);
  }

  /** Hands over the ids of a word's pieces; a word has at least one character. */
  void pieces(String word, IntConsumer ids) {
    Integer whole = starts.get(word);
    if (word.codePointCount(0, word.length()) > maxWordLength) {
      ids.accept(unknown);
    } else if (whole != null) {
      ids.accept(whole);
    } else {
      int[] found = new int[word.length()];
      int count = search(word, found);
      if (count == 0) {
        ids.accept(unknown);
      }
      Arrays.stream(found, 0, count).forEach(ids);
    }
  }

  /** The number of pieces; 0 if they do not use up the word. */
  private int search(String word, int[] found) {
    int count = 0;
    int start = 0;
    while (start < word.length()) {
      Map<String, Integer> pieces = start == 0 ? starts : continuations;
      int end = Math.min(word.length(), start + longest);
      @Nullable Integer id = null;
      while (end > start && (id = pieces.get(word.substring(start, end))) == null) {
        end--;
      }
      if (id == null) {
        return 0;
      }
      found[count++] = id;
      start = end;
    }
    return count;
  }
}
