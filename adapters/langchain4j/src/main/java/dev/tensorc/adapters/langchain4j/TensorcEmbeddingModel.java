package dev.tensorc.adapters.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tensorc.embeddings.TextEmbedder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A {@link TextEmbedder} as an embedding model of LangChain4j. Any number of threads may share one.
 */
public final class TensorcEmbeddingModel implements EmbeddingModel {
  private final TextEmbedder embedder;

  public TensorcEmbeddingModel(TextEmbedder embedder) {
    this.embedder = Objects.requireNonNull(embedder, "embedder");
  }

  /**
   * The model of a folder, as {@link TextEmbedder#load} reads it.
   *
   * @throws IOException if a file is missing or damaged, or cannot be read
   */
  public static TensorcEmbeddingModel load(Path modelFolder) throws IOException {
    return new TensorcEmbeddingModel(TextEmbedder.load(modelFolder));
  }

  /** The embeddings of texts, in their order; tokens beyond the model's limit do not count. */
  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
    List<Embedding> embeddings = new ArrayList<>(segments.size());
    for (float[] vector : embedder.embedAll(segments.stream().map(TextSegment::text).toList())) {
      embeddings.add(Embedding.from(vector));
    }
    return Response.from(embeddings);
  }
}
