package dev.tensorc.onnx.program;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Layers that differ in their weights alone: one function that is called again with its own result,
 * and with the number of the layer, by which it chooses its weights.
 *
 * @param result the value that the last layer gives
 * @param initial the value that the first layer takes
 * @param shared values that every layer takes as they are
 */
public record Loop(
    String result,
    TensorType type,
    Layer layer,
    int count,
    String initial,
    Map<String, TensorType> shared)
    implements Statement {

  /**
   * The function.
   *
   * @param path the exporter's name of the layers, without their number: {@code /encoder/layer}
   * @param carried the value in the body that is the layer before's
   * @param body definitions of the first layer, with its weights
   * @param result the value of the body that the next layer takes
   */
  public record Layer(
      String path, String carried, TensorType carriedType, List<Definition> body, String result) {}

  @Override
  public List<String> results() {
    return List.of(result);
  }

  @Override
  public Stream<String> uses() {
    return Stream.concat(Stream.of(initial), shared.keySet().stream());
  }
}
