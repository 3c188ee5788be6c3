package dev.tensorc.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.io.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A model folder whose encoder is a formula: token id times 1, 2 and 3, and the sum for padding.
 */
class TextEmbedderTest {
  private static final String STATES =
      """
      export fn encode(input_ids: i64[b, s], attention_mask: i64[b, s]) -> f32[b, s, 3] {
          let column = astype(arange(1, 4), f32)
          let weight = astype(input_ids * attention_mask, f32)
          return weight[:, :, newaxis] * column
      }
      """;
  private static final String VECTORS =
      """
      export fn encode(token_type_ids: i64[b, s], input_ids: i64[b, s]) -> (
          pooled: f32[b, 1], total: f32[b, 2]
      ) {
          let sums = astype(sum(input_ids + token_type_ids, axis=1), f32)
          return (sums[:, newaxis], stack((sums, -sums), axis=1))
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    model(STATES);
    TokenizerFiles.write(folder, TokenizerFiles.uncased(List.of("five", "six", "seven")));
  }

  private void model(String program) throws IOException {
    for (Map.Entry<String, byte[]> file : Tensorc.compile(program).classFiles().entrySet()) {
      Files.write(folder.resolve(file.getKey().replace('.', '/') + ".class"), file.getValue());
    }
  }

  private void settings(String... lines) throws IOException {
    Files.write(folder.resolve("embedder.properties"), List.of(lines));
  }

  /** The ids of five, six and seven are 5, 6 and 7, that of [CLS] is 2, that of [SEP] 3. */
  @ParameterizedTest
  @CsvSource({
    "mean, five six seven seven, 5", // 30 / 6
    "mean, '', 2.5",
    "mean, five five five five five five, 4.375", // 35 / 8
    "cls, five six seven, 2"
  })
  void hiddenStatesArePooled(String pooling, String text, float first) throws IOException {
    settings("pooling=" + pooling, "normalize=false");
    assertThat(TextEmbedder.load(folder).embed(text)).containsExactly(first, 2 * first, 3 * first);
  }

  @Test
  void vectorsHaveLengthOne() throws IOException {
    settings("pooling = mean");
    float length = (float) Math.sqrt(14); // of 1, 2, 3
    assertThat(TextEmbedder.load(folder).embed("seven"))
        .containsExactly(1 / length, (float) (2 / Math.sqrt(14)), (float) (3 / Math.sqrt(14)));
    assertThat(Pooling.MEAN.pool(FloatTensor.zeros(1, 2, 3), new int[] {2}, 2)[0])
        .satisfies(Pooling::normalize)
        .containsExactly(0, 0, 0);
  }

  @Test
  void resultsAreInTheOrderOfTheTexts() throws IOException {
    settings("pooling=mean", "normalize=false");
    List<String> texts = List.of("seven", "five six seven five six seven", "", "five", "six six");
    float[][] vectors = TextEmbedder.load(folder).embedAll(texts);
    assertThat(List.of(vectors[0][0], vectors[1][0], vectors[2][0], vectors[3][0], vectors[4][0]))
        .containsExactly(12f / 3, 41f / 8, 5f / 2, 10f / 3, 17f / 4);
    assertThat(TextEmbedder.load(folder).embedAll(List.of())).isEmpty();
    assertThatThrownBy(() -> TextEmbedder.load(folder).embedAll(Arrays.asList("a", null)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("text 1");
  }

  @Test
  void textsAreCutAtMaxTokens() throws IOException {
    settings("pooling=mean", "normalize=false", "max_tokens=4");
    assertThat(TextEmbedder.load(folder).embed("seven seven five five")[0]).isEqualTo(19f / 4);
  }

  @Test
  void aProgramMayGiveTheVectors() throws IOException {
    model(VECTORS);
    settings("normalize=false");
    assertThat(TextEmbedder.load(folder).embed("five")).containsExactly(10);
    settings("normalize=false", "output=total");
    assertThat(TextEmbedder.load(folder).embed("five")).containsExactly(10, -10);
    settings("pooling=mean");
    refused("`pooling` is mean, but the program gives f32[texts, n]");
    settings("output=hidden");
    refused("`encode` gives no `hidden`; it gives [pooled, total]");
  }

  /** Row i of the weights is i, 2i, 3i: the hidden states of the other programs. */
  @Test
  void weightsLieInTheFolder() throws IOException {
    model(
        """
        weights "rows.safetensors" { rows: f32[8, 3] }
        export fn encode(input_ids: i64[b, s]) -> f32[b, s, 3] { return take(rows, input_ids, axis=0) }
        """);
    settings("pooling=mean", "normalize=false");
    assertThatThrownBy(() -> TextEmbedder.load(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rows.safetensors");
    float[] rows = new float[24];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i / 3 * (i % 3 + 1);
    }
    Safetensors.write(
        folder.resolve("rows.safetensors"), Map.of("rows", FloatTensor.of(rows, 8, 3)));
    assertThat(TextEmbedder.load(folder).embed("five six seven seven")).containsExactly(5, 10, 15);
  }

  /** Ids 2, 5, 3 of [CLS] five [SEP], and their negatives. */
  @Test
  void theProgramOfThePage() throws IOException {
    String page = Files.readString(Path.of("../../docs/embeddings.md"));
    model(page.split("```tensor\n")[1].split("```")[0]);
    settings("pooling=mean", "normalize=false");
    assertThat(TextEmbedder.load(folder).embed("five")).containsExactly(10f / 3, -10f / 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "normalize=true | `pooling` is missing: write pooling=mean or pooling=cls",
        "pooling=max | `pooling` is max: write mean, cls or none",
        "pooling=none | `pooling` is none, but the program gives f32[texts, tokens, n]",
        "poolng=mean | `poolng` is unknown; known are lower_case, max_tokens, normalize, output,"
            + " pooling",
        "normalize=1 | `normalize` is 1: write true or false",
        "max_tokens=2 | `max_tokens` is too small: at most 2 tokens, 2 of them special",
        "max_tokens=many | `max_tokens` is many: write a whole number",
        "lower_case=true | `lower_case` is for vocab.txt: tokenizer.json says it itself"
      })
  void settingsThatAreWrong(String line, String message) throws IOException {
    settings(line, line.startsWith("pool") || line.equals("normalize=true") ? "" : "pooling=mean");
    refused(message);
  }

  @Test
  void foldersThatAreNoModels() throws IOException {
    settings("pooling=mean");
    Files.delete(folder.resolve("tokenizer.json"));
    refused("it has no tokenizer.json, and no vocab.txt");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.writeString(empty.resolve("minilm.tc"), STATES);
    assertThatThrownBy(() -> TextEmbedder.load(empty))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith(empty + ": it holds no class")
        .hasMessageEndingWith("tensorc compile " + empty.resolve("minilm.tc") + " -d " + empty);
    assertThatThrownBy(() -> TextEmbedder.load(folder.resolve("none")))
        .hasMessageEndingWith("none: no such folder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "input_ids: i64[b, s] | tokens: i64[b, s] | exports 0 functions with a parameter input_ids",
        "attention_mask: i64 | attention_mask: i32 | has a parameter attention_mask: i32[b, s]",
        "attention_mask | masks | has a parameter masks: i64[b, s]; an encoder has i64[texts,"
            + " tokens]"
      })
  void programsThatAreNoEncoders(String from, String to, String message) throws IOException {
    settings("pooling=mean");
    String name = from.split(":")[0];
    String program = STATES.replace(from, to);
    model(
        program
            .replace("(" + name, "(" + to.split(":")[0])
            .replace("* " + name, "* " + to.split(":")[0]));
    refused(message);
  }

  private void refused(String message) {
    assertThatThrownBy(() -> TextEmbedder.load(folder))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(message);
  }
}
