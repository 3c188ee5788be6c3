package dev.tensorc.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tokenizer against the tokenizers of Hugging Face, as DJL brings them in native code: the same
 * ids for lines and characters. {@code -Pfull} compares 100,000 lines and all assigned characters,
 * other builds a third of those that are no ideographs or syllables, another third each day; {@code
 * -Dembeddings.lines=FILE} compares the lines of a file, too.
 */
class PeerTokenizerTest {
  private static final boolean FULL = Boolean.getBoolean("tensorc.full");

  /** Which third of the characters is drawn. */
  private static final int THIRD =
      Math.floorMod(Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay()), 3);

  /** Capitals of Unicode 17, which the JDK 25 does not know, and the peer maps to lower case. */
  private static final int[][] NEWER_CAPITALS = {
    {0xA7CE, 0xA7CE}, {0xA7D2, 0xA7D2}, {0xA7D4, 0xA7D4}, {0x16EA0, 0x16EB8}
  };

  /** Letters from Unicode 13 on that the JDK decomposes, and the peer's older tables do not. */
  private static final int[][] NEWER_COMPOSITES = {
    {0x105C9, 0x105C9}, {0x105E4, 0x105E4}, {0x11383, 0x11383}, {0x11385, 0x11385},
    {0x1138E, 0x1138E}, {0x11391, 0x11391}, {0x113C5, 0x113C5}, {0x113C7, 0x113C8},
    {0x11938, 0x11938}, {0x16121, 0x16128}, {0x16D68, 0x16D6A}
  };

  @TempDir Path folder;

  private record Pair(WordPieceTokenizer ours, HuggingFaceTokenizer peer) {

    /** The lines for which the ids differ, with both. */
    List<String> differences(List<String> lines) {
      List<String> differences = new ArrayList<>();
      for (int i = 0; i < lines.size(); i += 1000) {
        List<String> part = lines.subList(i, Math.min(lines.size(), i + 1000));
        var expected = peer.batchEncode(part);
        for (int j = 0; j < part.size(); j++) {
          int[] ids = ours.encode(part.get(j)).ids();
          long[] theirs = expected[j].getIds();
          if (!Arrays.equals(Arrays.stream(ids).asLongStream().toArray(), theirs)) {
            differences.add(
                part.get(j) + " -> " + Arrays.toString(ids) + " | " + Arrays.toString(theirs));
          }
        }
      }
      return differences;
    }
  }

  private static Pair load(Path file) throws IOException {
    Map<String, String> limits =
        Map.of("truncation", "true", "maxLength", "512", "padding", "false");
    return new Pair(WordPieceTokenizer.load(file), HuggingFaceTokenizer.newInstance(file, limits));
  }

  /** Pieces of all lengths of the words that the lines have, so that few words are unknown. */
  private static List<String> vocabulary(List<String> lines) {
    Set<String> pieces = new HashSet<>();
    for (String line : lines) {
      BertWords.standard(true)
          .split(
              line,
              word -> {
                int length = 1 + Math.floorMod(word.hashCode(), 4);
                for (int i = 0; i + length <= word.length(); i += length) {
                  pieces.add((i == 0 ? "" : "##") + word.substring(i, i + length));
                }
                return true;
              });
    }
    pieces.removeIf(piece -> piece.codePoints().anyMatch(c -> c >= 0xD800 && c < 0xE000));
    pieces.addAll(TokenizerFiles.pieces(IntStream.range(0x20, 0x250)));
    return pieces.stream().sorted().toList();
  }

  @Test
  void linesOfManyScripts() throws IOException {
    List<String> lines = new TextLines(44).next(FULL ? 100_000 : 1_000);
    List<String> vocabulary = vocabulary(lines.subList(0, 700));
    Path file = TokenizerFiles.write(folder, TokenizerFiles.uncased(vocabulary));
    Pair tokenizers = load(file);
    assertThat(tokenizers.differences(lines)).isEmpty();
    tokenizers.peer().close();
  }

  @Test
  void linesOfAFile() throws IOException {
    String more = System.getProperty("embeddings.lines");
    List<String> lines =
        more == null ? List.of("", " ", "One line.") : Files.readAllLines(Path.of(more));
    Path model = Path.of(System.getProperty("embeddings.tokenizer", ""));
    Path file =
        Files.isRegularFile(model)
            ? model
            : TokenizerFiles.write(folder, TokenizerFiles.uncased(vocabulary(lines)));
    Pair tokenizers = load(file);
    assertThat(tokenizers.differences(lines)).isEmpty();
    tokenizers.peer().close();
  }

  /** Each character between two letters: the text that is left of it, and where it splits. */
  @ParameterizedTest
  @CsvSource({"true, true, null, true", "false, false, false, true", "true, false, true, false"})
  void everyCharacter(String clean, String ideographs, String accents, String lower)
      throws IOException {
    int[] characters =
        IntStream.range(0, 0x110000)
            .filter(c -> FULL ? isAssigned(c) || c % 257 == 0 : isOften(c) && c % 3 == THIRD)
            .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
            .toArray();
    String normalizer =
        """
        {"type": "BertNormalizer", "clean_text": %s, "handle_chinese_chars": %s,
         "strip_accents": %s, "lowercase": %s}\
        """
            .formatted(clean, ideographs, accents, lower);
    List<String> vocabulary = TokenizerFiles.pieces(Arrays.stream(characters));
    Path file = TokenizerFiles.write(folder, TokenizerFiles.json(normalizer, vocabulary));
    Pair tokenizers = load(file);
    boolean strips = accents.equals("null") ? lower.equals("true") : accents.equals("true");
    List<String> lines =
        Arrays.stream(characters)
            .filter(c -> !lower.equals("true") || !isIn(NEWER_CAPITALS, c))
            .filter(c -> !strips || !isIn(NEWER_COMPOSITES, c))
            .mapToObj(c -> "a" + Character.toString(c) + "b")
            .toList();
    assertThat(tokenizers.differences(lines)).isEmpty();
    tokenizers.peer().close();
  }

  private static boolean isAssigned(int c) {
    return Character.isDefined(c) && Character.getType(c) != Character.PRIVATE_USE;
  }

  /** No ideographs and Hangul syllables: many of them are of the same kind. */
  private static boolean isOften(int c) {
    return c < 0x3400 || c >= 0xA000 && c < 0xAC00;
  }

  private static boolean isIn(int[][] ranges, int c) {
    return Arrays.stream(ranges).anyMatch(range -> c >= range[0] && c <= range[1]);
  }
}
