package dev.tensorc.embeddings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Writes {@code tokenizer.json} files for vocabularies that a test makes. */
final class TokenizerFiles {
  static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  private TokenizerFiles() {}

  /** The text of a file for an uncased model, in the form that sentence encoders have. */
  static String uncased(Collection<String> vocabulary) {
    return json(
        """
        {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
         "strip_accents": null, "lowercase": true}\
        """,
        vocabulary);
  }

  static String json(String normalizer, Collection<String> vocabulary) {
    Set<String> tokens = new LinkedHashSet<>(SPECIAL);
    tokens.addAll(vocabulary);
    var vocab = new StringBuilder();
    var added = new StringBuilder();
    int id = 0;
    for (String token : tokens) {
      if (id < SPECIAL.size()) {
        added.append(id == 0 ? "" : ", ");
        added.append(
            """
            {"id": %d, "content": "%s", "single_word": false, "lstrip": %s, "rstrip": %s,
             "normalized": false, "special": true}\
            """
                .formatted(id, token, token.equals("[MASK]"), token.equals("[PAD]")));
      }
      vocab.append(id == 0 ? "" : ", ").append(quoted(token)).append(": ").append(id++);
    }
    return """
    {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [%s],
     "normalizer": %s, "pre_tokenizer": {"type": "BertPreTokenizer"},
     "post_processor": {"type": "TemplateProcessing",
       "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
         {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
       "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
       "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
         "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
     "decoder": null,
     "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
       "max_input_chars_per_word": 100, "vocab": {%s}}}
    """
        .formatted(added, normalizer, vocab);
  }

  static Path write(Path folder, String json) throws IOException {
    return Files.writeString(folder.resolve("tokenizer.json"), json);
  }

  /** Each character as a piece that begins words, and as one that continues them. */
  static List<String> pieces(IntStream characters) {
    return characters
        .mapToObj(Character::toString)
        .flatMap(c -> IntStream.range(0, 2).mapToObj(i -> i == 0 ? c : "##" + c))
        .toList();
  }

  private static String quoted(String token) {
    var text = new StringBuilder("\"");
    for (char c : token.toCharArray()) {
      if (c < ' ' || c == '"' || c == '\\' || c > '~') {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}
