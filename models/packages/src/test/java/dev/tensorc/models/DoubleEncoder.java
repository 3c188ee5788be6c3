package dev.tensorc.models;

import dev.tensorc.Tensorc;
import dev.tensorc.embeddings.TextEncoder;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An imported encoder that computes in f64 where the model has f32. Its activations round to the
 * integers that exact numbers round to, unless a number lies within some 1e-13 between two.
 */
final class DoubleEncoder implements TextEncoder {
  private final Function function;

  private DoubleEncoder(Function function) {
    this.function = function;
  }

  /**
   * @param program as imported, with its weights beside it
   * @param weights a file to write: the same weights in f64
   */
  static DoubleEncoder of(Path program, Path weights) throws IOException {
    Program compiled = Tensorc.compile(Files.readString(program).replace("f32", "f64"));
    String file = compiled.weights().orElseThrow().file();
    Map<String, Tensor> wide = new LinkedHashMap<>();
    Safetensors.read(program.resolveSibling(file)).forEach((name, t) -> wide.put(name, wide(t)));
    Safetensors.write(weights, wide);
    return new DoubleEncoder(compiled.withWeights(weights).function("forward"));
  }

  private static Tensor wide(Tensor tensor) {
    if (!(tensor instanceof FloatTensor floats)) {
      return tensor;
    }
    float[] values = floats.toArray();
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return DoubleTensor.of(wide, floats.shape());
  }

  @Override
  public FloatTensor encode(LongTensor ids, LongTensor mask, LongTensor types) {
    var states = (DoubleTensor) function.invoke(ids, mask, types);
    double[] values = states.toArray();
    float[] narrow = new float[values.length];
    for (int i = 0; i < narrow.length; i++) {
      narrow[i] = (float) values[i];
    }
    return FloatTensor.of(narrow, states.shape());
  }
}
