package dev.tensorc.benchmarks.models;

import ai.onnxruntime.OrtException;
import dev.tensorc.embeddings.TextEmbedder;
import dev.tensorc.embeddings.WordPieceTokenizer;
import dev.tensorc.models.ModelPackage;
import dev.tensorc.models.OnnxRuntimeEncoder;
import java.io.IOException;
import java.nio.file.Path;

/** The two libraries that compute. */
enum Contestant {
  TENSORC,
  ONNX_RUNTIME;

  /**
   * The embedder of a model; both have the same tokenizer.
   *
   * @param folder the model folder of tensorc
   */
  TextEmbedder embedder(ModelPackage model, Path folder) throws IOException, OrtException {
    return switch (this) {
      case TENSORC -> TextEmbedder.load(folder);
      case ONNX_RUNTIME ->
          TextEmbedder.of(
              WordPieceTokenizer.load(folder.resolve(ModelPackage.TOKENIZER)),
              OnnxRuntimeEncoder.open(model.model()),
              model.pooling(),
              true);
    };
  }
}
