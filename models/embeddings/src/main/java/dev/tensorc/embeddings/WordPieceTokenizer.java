package dev.tensorc.embeddings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Makes the numbers of tokens that BERT and its kind read of a text: cleaned and in lower case as
 * the model's file says, split into words, each word into pieces of the vocabulary, between special
 * tokens, and cut at the model's limit. It gives the same as Hugging Face's tokenizers; the few
 * characters that are newer than the JDK's Unicode are listed in docs/embeddings.md.
 *
 * <p>Tokenizers are immutable; any number of threads may share one.
 */
public final class WordPieceTokenizer {
  private final AddedTokens added;
  private final BertWords words;
  private final WordPieces pieces;
  private final SpecialTokens special;
  private final int mostTokens;

  WordPieceTokenizer(
      AddedTokens added,
      BertWords words,
      WordPieces pieces,
      SpecialTokens special,
      int mostTokens) {
    this.added = added;
    this.words = words;
    this.pieces = pieces;
    this.special = special;
    this.mostTokens = mostTokens;
  }

  /**
   * Reads {@code tokenizer.json}.
   *
   * @throws ModelFileException if it is no such file, or asks for a thing that is not supported
   *     yet: the message says where
   * @throws IOException if it cannot be read
   */
  public static WordPieceTokenizer load(Path tokenizerJson) throws IOException {
    return TokenizerFile.json(tokenizerJson);
  }

  /**
   * Reads {@code vocab.txt}, a token a line, with the special tokens of BERT.
   *
   * @param lowerCase whether texts are put in lower case and lose their accents, as in models that
   *     are called uncased
   * @throws ModelFileException if it is not text in UTF-8, or lacks a special token
   * @throws IOException if it cannot be read
   */
  public static WordPieceTokenizer loadVocabulary(Path vocabTxt, boolean lowerCase)
      throws IOException {
    return TokenizerFile.vocabulary(vocabTxt, lowerCase);
  }

  /**
   * The most tokens of a text that the file asks for, special ones included; 512 if it does not.
   */
  public int mostTokens() {
    return mostTokens;
  }

  /**
   * The same tokenizer with another limit.
   *
   * @param most how many tokens a text may have, special ones included
   * @throws IllegalArgumentException if not even one token of a text would remain
   */
  public WordPieceTokenizer withMostTokens(int most) {
    if (most <= special.count()) {
      throw new IllegalArgumentException(
          "at most %d tokens, %d of them special: at least %d are needed"
              .formatted(most, special.count(), special.count() + 1));
    }
    return new WordPieceTokenizer(added, words, pieces, special, most);
  }

  /** A text with its special tokens; tokens beyond {@link #mostTokens} are left out. */
  public Encoding encode(String text) {
    var ids = new Ids(mostTokens - special.count());
    added.split(text, part -> words.split(part, ids::addPieces), ids::add);
    return special.around(ids.values, ids.length);
  }

  int padding() {
    return special.padding();
  }

  /** The first ids of a text, up to the most that are wanted. */
  private final class Ids {
    private final int most;
    private int[] values = new int[16];
    private int length;

    Ids(int most) {
      this.most = most;
    }

    /** Adds an id, and says whether there is room for another. */
    boolean add(int id) {
      if (length == most) {
        return false;
      }
      if (length == values.length) {
        values = Arrays.copyOf(values, 2 * length);
      }
      values[length++] = id;
      return length < most;
    }

    boolean addPieces(String word) {
      pieces.pieces(word, this::add);
      return length < most;
    }
  }
}
