package dev.tensorc.onnx.program;

import dev.tensorc.onnx.graph.Constant;
import java.util.List;

/**
 * A tensor of the weights' file.
 *
 * @param value its name in definitions
 * @param layers one constant, or one for each layer, which are one behind the other in the file
 * @param stacked whether it has an axis of layers
 * @param user the node that takes it, for a name where the constant has none
 */
public record Weight(String value, List<Constant> layers, boolean stacked, String user) {

  public Weight {
    layers = List.copyOf(layers);
  }

  /** The first, which has the type of all. */
  public Constant first() {
    return layers.getFirst();
  }

  /** The shape in the file. */
  public long[] shape() {
    long[] shape = first().shape();
    if (!stacked) {
      return shape;
    }
    long[] all = new long[shape.length + 1];
    all[0] = layers.size();
    System.arraycopy(shape, 0, all, 1, shape.length);
    return all;
  }
}
