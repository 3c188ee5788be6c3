package dev.tensorc.models;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.tensorc.embeddings.TextEncoder;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** An ONNX file as ONNX Runtime computes it, with one thread. */
public final class OnnxRuntimeEncoder implements TextEncoder, AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  private OnnxRuntimeEncoder(Path model, OptLevel level) throws OrtException {
    try (var options = new OrtSession.SessionOptions()) {
      options.setOptimizationLevel(level);
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      session = environment.createSession(model.toString(), options);
    }
  }

  /**
   * An encoder with all optimizations, as ONNX Runtime runs models unless told.
   *
   * @throws OrtException if the file is no model, or cannot be read
   */
  public static OnnxRuntimeEncoder open(Path model) throws OrtException {
    return new OnnxRuntimeEncoder(model, OptLevel.ALL_OPT);
  }

  /** As {@link #open}, without optimizations: each node of the file by itself. */
  public static OnnxRuntimeEncoder unoptimized(Path model) throws OrtException {
    return new OnnxRuntimeEncoder(model, OptLevel.NO_OPT);
  }

  /** The model's first output. */
  @Override
  public FloatTensor encode(LongTensor ids, LongTensor mask, LongTensor types) {
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try {
      for (String name : session.getInputNames()) {
        LongTensor argument =
            switch (name) {
              case "input_ids" -> ids;
              case "attention_mask" -> mask;
              default -> types;
            };
        LongBuffer elements = LongBuffer.wrap(argument.toArray());
        inputs.put(name, OnnxTensor.createTensor(environment, elements, argument.shape()));
      }
      try (OrtSession.Result results = session.run(inputs)) {
        var result = (OnnxTensor) results.get(0);
        FloatBuffer elements = result.getFloatBuffer();
        float[] array = new float[elements.remaining()];
        elements.get(array);
        return FloatTensor.of(array, result.getInfo().getShape());
      }
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
