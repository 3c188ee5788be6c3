package dev.tensorc.onnx.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An input or output of a graph.
 *
 * @param dtype the number of the element type; 0 where it is no tensor, or nothing is said
 * @param dims the sizes; null where nothing is said of them, not even how many there are
 */
public record ValueProto(String name, int dtype, @Nullable List<DimProto> dims) {

  /**
   * The size of an axis: a number, a name, or neither.
   *
   * @param value -1 where it is no number
   * @param name empty where it has none
   */
  public record DimProto(long value, String name) {}
}
