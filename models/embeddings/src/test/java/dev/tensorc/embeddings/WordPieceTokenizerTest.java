package dev.tensorc.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consequences of the rules of WordPiece, with a vocabulary in which each word is seen. */
class WordPieceTokenizerTest {
  private static final List<String> WORDS =
      List.of(
          "un",
          "##aff",
          "##able",
          "able",
          "cafe",
          "##s",
          "the",
          "!",
          "[",
          "]",
          "mask",
          "中",
          "##国",
          "i",
          "##\u0307",
          "ss",
          "ß");

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeTokenizer() throws IOException {
    file = TokenizerFiles.write(folder, TokenizerFiles.uncased(WORDS));
  }

  private static String token(int id) {
    int special = TokenizerFiles.SPECIAL.size();
    return id < special ? TokenizerFiles.SPECIAL.get(id) : WORDS.get(id - special);
  }

  private static String tokens(Encoding encoding) {
    List<String> tokens =
        Arrays.stream(encoding.ids()).mapToObj(WordPieceTokenizerTest::token).toList();
    return String.join(" ", tokens);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unaffable | un ##aff ##able", // the longest piece at each place
        "unable | un ##able",
        "UnAFFable! | un ##aff ##able !",
        "unaffablex | [UNK]", // pieces must use up the word
        "Caf\u00E9s the | cafe ##s the", // the accent goes
        "Cafe\u0301s the | cafe ##s the",
        "the\u3000the\u00A0the | the the the", // Unicode's spaces
        "un\u200Baffable | un ##aff ##able", // format characters go
        "the[mask]the | the [ mask ] the", // in lower case it is a text
        "the [MASK] the | the [MASK] the",
        "the中中 | the 中 中", // each ideograph is a word
        "\u0130 | i", // its dot is a nonspacing mark
        "ß | ß" // to lower case, not folded
      })
  void piecesOfWords(String text, String expected) throws IOException {
    Encoding encoding = WordPieceTokenizer.load(file).encode(text);
    assertThat(tokens(encoding)).isEqualTo("[CLS] " + expected + " [SEP]");
    assertThat(encoding.typeIds()).containsOnly(0).hasSize(encoding.length());
  }

  @Test
  void aWordOfMoreThanHundredCharactersIsUnknown() throws IOException {
    WordPieceTokenizer tokenizer = WordPieceTokenizer.load(file);
    assertThat(tokens(tokenizer.encode("able" + "s".repeat(96)))).contains("able ##s ##s");
    assertThat(tokens(tokenizer.encode("able" + "s".repeat(97)))).isEqualTo("[CLS] [UNK] [SEP]");
  }

  @Test
  void longTextsAreCutAndKeepTheirSpecialTokens() throws IOException {
    WordPieceTokenizer tokenizer = WordPieceTokenizer.load(file).withMostTokens(5);
    assertThat(tokens(tokenizer.encode("the unaffable the"))).isEqualTo("[CLS] the un ##aff [SEP]");
    assertThat(WordPieceTokenizer.load(file).encode("the ".repeat(600)).length()).isEqualTo(512);
    assertThatThrownBy(() -> tokenizer.withMostTokens(2))
        .hasMessageContaining("at most 2 tokens, 2 of them special: at least 3 are needed");
  }

  @Test
  void halfOfASurrogatePairIsReadAsTheReplacementCharacter() throws IOException {
    assertThat(tokens(WordPieceTokenizer.load(file).encode("the\uD800 \uDC00the")))
        .isEqualTo("[CLS] the the [SEP]"); // which cleaning removes
  }

  @Test
  void emptyTextsHaveSpecialTokensOnly() throws IOException {
    assertThat(tokens(WordPieceTokenizer.load(file).encode(""))).isEqualTo("[CLS] [SEP]");
    assertThat(tokens(WordPieceTokenizer.load(file).encode(" \u0301"))).isEqualTo("[CLS] [SEP]");
  }

  @Test
  void aVocabularyFileGivesTheSame() throws IOException {
    Path vocabulary = folder.resolve("vocab.txt");
    List<String> lines = new ArrayList<>(TokenizerFiles.SPECIAL);
    lines.addAll(WORDS);
    Files.write(vocabulary, lines);
    WordPieceTokenizer fromText = WordPieceTokenizer.loadVocabulary(vocabulary, true);
    String text = "The caf\u00E9s [MASK] unaffable [the]中!";
    assertThat(fromText.encode(text).ids())
        .isEqualTo(WordPieceTokenizer.load(file).encode(text).ids());
    WordPieceTokenizer cased = WordPieceTokenizer.loadVocabulary(vocabulary, false);
    assertThat(tokens(cased.encode("the The"))).isEqualTo("[CLS] the [UNK] [SEP]");
    assertThatThrownBy(
            () -> WordPieceTokenizer.loadVocabulary(Files.writeString(vocabulary, "the\n"), true))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("no line is [PAD]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"WordPiece\" | \"BPE\" | `model.type` is BPE: not supported yet; WordPiece is",
        "\"BertNormalizer\" | \"Sequence\" | `normalizer.type` is Sequence: not supported yet;"
            + " BertNormalizer is",
        "\"BertPreTokenizer\" | \"ByteLevel\" | `pre_tokenizer.type` is ByteLevel: not supported"
            + " yet",
        "\"TemplateProcessing\" | \"RobertaProcessing\" | `post_processor.type` is"
            + " RobertaProcessing",
        "\"[UNK]\", \"cont | \"[NONE]\", \"cont | `model.unk_token` is [NONE], which is not in the"
            + " vocabulary",
        "\"single_word\": false | \"single_word\": true | `added_tokens[0].single_word` is true:"
            + " not supported yet",
        "\"lowercase\": true | \"lowercase\": 3 | `normalizer.lowercase` is not true or false",
        "_per_word\": 100 | _per_word\": -1 | `model.max_input_chars_per_word` is -1, not a number"
            + " from 0 to 2147483647",
        "\"truncation\": null | \"truncation\": {\"max_length\": 2} | `truncation.max_length` is 2,"
            + " and leaves no room",
        "\"padding\": null | \"padding\": {\"direction\": \"Left\"} | `padding.direction` is Left:"
            + " not supported yet; Right is",
        "\"un\": 5 | \"un\": 5, \"un\": 5 | Duplicate field 'un'",
        "\"un\": 5 | \"un\": 99999999999999999999 | out of range",
        "{\"version\" | {\"version | line 1",
        "\"version\" | \"version\": }, | Unexpected character"
      })
  void whatAFileMayNotHave(String from, String to, String message) throws IOException {
    Path changed = folder.resolve("changed.json");
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(changed, text.replace(from, to));
    assertThatThrownBy(() -> WordPieceTokenizer.load(changed))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith(changed + ": ")
        .hasMessageContaining(message);
  }

  /** Cut anywhere, a file is refused by one exception. */
  @Test
  void filesThatAreCut() throws IOException {
    String text = Files.readString(file).strip();
    Path cut = folder.resolve("cut.json");
    for (int length = 0; length < text.length(); length += 7) {
      Files.writeString(cut, text.substring(0, length));
      assertThatThrownBy(() -> WordPieceTokenizer.load(cut))
          .isInstanceOf(ModelFileException.class)
          .hasMessageStartingWith(cut + ": ");
    }
  }

  @Test
  void bertProcessingIsATemplate() throws IOException {
    String text = Files.readString(file);
    int start = text.indexOf("{\"type\": \"TemplateProcessing\"");
    int end = text.indexOf("\"decoder\"");
    String processor =
        "{\"type\": \"BertProcessing\", \"sep\": [\"[SEP]\", 3], \"cls\": [\"[CLS]\", 2]}, ";
    Files.writeString(file, text.substring(0, start) + processor + text.substring(end));
    assertThat(tokens(WordPieceTokenizer.load(file).encode("the"))).isEqualTo("[CLS] the [SEP]");
  }
}
