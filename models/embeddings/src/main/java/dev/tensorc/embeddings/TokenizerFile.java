package dev.tensorc.embeddings;

import dev.tensorc.embeddings.SpecialTokens.Special;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a tokenizer from {@code tokenizer.json}, as Hugging Face's tokenizers write it, or from
 * {@code vocab.txt}, as BERT had it. Parts of a tokenizer beyond WordPiece are refused by name.
 */
final class TokenizerFile {
  private static final int MOST_TOKENS = 512; // as many as BERT has positions

  private final JsonObject root;
  private final JsonObject model;
  private final Map<String, Integer> vocabulary;

  private TokenizerFile(JsonObject root) throws ModelFileException {
    this.root = root;
    this.model = root.object("model");
    if (model.has("type") && !model.text("type").equals("WordPiece")) {
      throw notYet(model, "type", "WordPiece");
    }
    this.vocabulary = model.counts("vocab");
  }

  static WordPieceTokenizer json(Path file) throws IOException {
    return new TokenizerFile(JsonObject.read(file)).tokenizer();
  }

  /** A token a line, whose number is its line's, from 0 on. */
  static WordPieceTokenizer vocabulary(Path file, boolean lowerCase) throws IOException {
    Map<String, Integer> ids = new HashMap<>();
    try (var lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        ids.put(line.stripTrailing(), number++);
      }
    } catch (CharacterCodingException e) {
      throw new ModelFileException(file, "it is not text in UTF-8");
    }
    List<AddedTokens.Token> added = new ArrayList<>();
    for (String token : List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")) {
      Integer id = ids.get(token);
      if (id == null) {
        throw new ModelFileException(file, "no line is " + token);
      }
      added.add(new AddedTokens.Token(token, id, false, false));
    }
    var special =
        new SpecialTokens(
            List.of(new Special(ids.getOrDefault("[CLS]", 0), 0)),
            List.of(new Special(ids.getOrDefault("[SEP]", 0), 0)),
            0,
            ids.getOrDefault("[PAD]", 0));
    var pieces = new WordPieces(ids, ids.getOrDefault("[UNK]", 0), "##", 100);
    return new WordPieceTokenizer(
        new AddedTokens(added), BertWords.standard(lowerCase), pieces, special, MOST_TOKENS);
  }

  private WordPieceTokenizer tokenizer() throws ModelFileException {
    if (!root.has("pre_tokenizer")) {
      throw root.wrong("pre_tokenizer", "is missing: write {\"type\": \"BertPreTokenizer\"}");
    }
    requireType(root.object("pre_tokenizer"), "BertPreTokenizer");
    AddedTokens added = addedTokens();
    SpecialTokens special = specialTokens();
    return new WordPieceTokenizer(added, words(), pieces(), special, mostTokens(special));
  }

  private WordPieces pieces() throws ModelFileException {
    return new WordPieces(
        vocabulary,
        id(model, "unk_token"),
        model.text("continuing_subword_prefix"),
        model.count("max_input_chars_per_word"));
  }

  private BertWords words() throws ModelFileException {
    if (!root.has("normalizer")) {
      return BertWords.AS_THEY_ARE;
    }
    JsonObject normalizer = root.object("normalizer");
    requireType(normalizer, "BertNormalizer");
    boolean lowerCase = normalizer.flag("lowercase");
    return new BertWords(
        normalizer.flag("clean_text"),
        normalizer.flag("handle_chinese_chars"),
        normalizer.has("strip_accents") ? normalizer.flag("strip_accents") : lowerCase,
        lowerCase);
  }

  private AddedTokens addedTokens() throws ModelFileException {
    List<AddedTokens.Token> tokens = new ArrayList<>();
    if (root.has("added_tokens")) {
      for (JsonObject token : root.objects("added_tokens")) {
        for (String flag : List.of("single_word", "normalized")) {
          if (token.flag(flag)) {
            throw token.wrong(flag, "is true: not supported yet; false is");
          }
        }
        String text = token.text("content");
        if (text.isEmpty()) {
          throw token.wrong("content", "is empty");
        }
        boolean left = token.flag("lstrip");
        boolean right = token.flag("rstrip");
        tokens.add(new AddedTokens.Token(text, token.count("id"), left, right));
        vocabulary.putIfAbsent(text, token.count("id"));
      }
    }
    return new AddedTokens(tokens);
  }

  private SpecialTokens specialTokens() throws ModelFileException {
    List<Special> before = new ArrayList<>();
    List<Special> after = new ArrayList<>();
    int typeId = 0;
    if (root.has("post_processor")) {
      JsonObject processor = root.object("post_processor");
      if (processor.text("type").equals("BertProcessing")) {
        before.add(new Special(processor.numberOfPair("cls"), 0));
        after.add(new Special(processor.numberOfPair("sep"), 0));
      } else {
        requireType(processor, "TemplateProcessing");
        typeId = readTemplate(processor, before, after);
      }
    }
    return new SpecialTokens(before, after, typeId, padding());
  }

  /** The type of the text's own tokens; the special tokens go to the lists. */
  private int readTemplate(JsonObject processor, List<Special> before, List<Special> after)
      throws ModelFileException {
    int typeId = 0;
    List<Special> side = before;
    for (JsonObject part : processor.objects("single")) {
      if (part.has("Sequence")) {
        typeId = part.object("Sequence").count("type_id");
        side = after;
      } else {
        JsonObject special = part.object("SpecialToken");
        side.add(new Special(id(special, "id"), special.count("type_id")));
      }
    }
    if (side == before) {
      throw processor.wrong("single", "has no Sequence");
    }
    return typeId;
  }

  private int padding() throws ModelFileException {
    if (!root.has("padding")) {
      return vocabulary.getOrDefault("[PAD]", 0);
    }
    requireRight(root.object("padding"));
    return root.object("padding").count("pad_id");
  }

  private int mostTokens(SpecialTokens special) throws ModelFileException {
    if (!root.has("truncation")) {
      return MOST_TOKENS;
    }
    JsonObject truncation = root.object("truncation");
    requireRight(truncation);
    int most = truncation.count("max_length");
    if (most <= special.count()) {
      throw truncation.wrong("max_length", "is " + most + ", and leaves no room for a text");
    }
    return most;
  }

  private int id(JsonObject object, String name) throws ModelFileException {
    String token = object.text(name);
    Integer id = vocabulary.get(token);
    if (id == null) {
      throw object.wrong(name, "is " + token + ", which is not in the vocabulary");
    }
    return id;
  }

  private static void requireRight(JsonObject object) throws ModelFileException {
    if (object.has("direction") && !object.text("direction").equals("Right")) {
      throw notYet(object, "direction", "Right");
    }
  }

  private static void requireType(JsonObject object, String type) throws ModelFileException {
    if (!object.text("type").equals(type)) {
      throw notYet(object, "type", type);
    }
  }

  private static ModelFileException notYet(JsonObject object, String name, String supported)
      throws ModelFileException {
    return object.wrong(
        name, "is " + object.text(name) + ": not supported yet; " + supported + " is");
  }
}
