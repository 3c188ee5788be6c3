package dev.tensorc.embeddings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes vectors of texts: texts that mean the same have vectors in about the same direction. A text
 * becomes tokens, the encoder computes hidden states of them, and these are pooled into one vector.
 *
 * <p>An embedder is immutable; any number of threads may share one. The memory of its model lives
 * as long as it can be reached.
 */
public final class TextEmbedder {
  private final WordPieceTokenizer tokenizer;
  private final TextEncoder encoder;
  private final Pooling pooling;
  private final boolean normalize;

  private TextEmbedder(
      WordPieceTokenizer tokenizer, TextEncoder encoder, Pooling pooling, boolean normalize) {
    this.tokenizer = Objects.requireNonNull(tokenizer, "tokenizer");
    this.encoder = Objects.requireNonNull(encoder, "encoder");
    this.pooling = Objects.requireNonNull(pooling, "pooling");
    this.normalize = normalize;
  }

  /**
   * The embedder of a folder with the classes that {@code tensorc compile} made of an encoder, its
   * tokenizer and {@code embedder.properties}: docs/embeddings.md lists the files that must be
   * there.
   *
   * @throws ModelFileException if a file is missing, damaged, or asks for a thing that is not
   *     supported
   * @throws IOException if a file cannot be read
   */
  public static TextEmbedder load(Path modelFolder) throws IOException {
    ModelFolder model = ModelFolder.open(modelFolder);
    return new TextEmbedder(model.tokenizer(), model.encoder(), model.pooling(), model.normalize());
  }

  /**
   * An embedder of parts that are there already, such as a class that was compiled ahead of time.
   *
   * @param tokenizer cuts texts at its {@link WordPieceTokenizer#mostTokens}
   * @param encoder may be called by several threads at once
   * @param normalize whether vectors are divided by their length, so that their dot product is the
   *     cosine of the angle between them
   */
  public static TextEmbedder of(
      WordPieceTokenizer tokenizer, TextEncoder encoder, Pooling pooling, boolean normalize) {
    return new TextEmbedder(tokenizer, encoder, pooling, normalize);
  }

  /** The tokenizer of the texts; its limit is the embedder's. */
  public WordPieceTokenizer tokenizer() {
    return tokenizer;
  }

  /** The encoder, which makes hidden states of tokens, or vectors. */
  public TextEncoder encoder() {
    return encoder;
  }

  /** The vector of a text. Tokens beyond the model's limit do not count. */
  public float[] embed(String text) {
    return embedAll(List.of(Objects.requireNonNull(text, "text")))[0];
  }

  /**
   * The vectors of texts, in their order. Texts of about the same length are encoded together, so
   * this is faster than one call for each.
   *
   * @throws NullPointerException if a text is null
   */
  public float[][] embedAll(List<String> texts) {
    List<Encoding> encodings = new ArrayList<>(texts.size());
    for (String text : texts) {
      encodings.add(
          tokenizer.encode(Objects.requireNonNull(text, () -> "text " + encodings.size())));
    }
    float[][] vectors = new float[encodings.size()][];
    for (Batch batch : Batch.of(encodings, tokenizer.padding())) {
      float[][] pooled =
          pooling.pool(
              encoder.encode(batch.ids(), batch.mask(), batch.types()),
              batch.lengths(),
              batch.tokens());
      for (int i = 0; i < pooled.length; i++) {
        if (normalize) {
          Pooling.normalize(pooled[i]);
        }
        vectors[batch.places()[i]] = pooled[i];
      }
    }
    return vectors;
  }
}
