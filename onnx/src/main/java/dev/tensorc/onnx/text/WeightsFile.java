package dev.tensorc.onnx.text;

import dev.tensorc.onnx.graph.Constant;
import dev.tensorc.onnx.program.Weight;
import dev.tensorc.onnx.text.WeightNames.Named;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.io.StagedFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The file of a program's weights. */
public final class WeightsFile {
  private static final long ALIGNMENT = 64;

  private WeightsFile() {}

  /**
   * The content of the file.
   *
   * @param arena for weights that do not lie in the model as a tensor has them
   */
  public static StagedFiles.Content content(List<Named> weights, Arena arena, Path file)
      throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (Named each : weights) {
      tensors.put(each.key(), tensor(each.weight(), arena));
    }
    return Safetensors.content(file, tensors, Map.of());
  }

  private static Tensor tensor(Weight weight, Arena arena) {
    Constant first = weight.first();
    ElementType type = first.type();
    long bytes = first.bytes().byteSize();
    MemorySegment all = arena.allocate(bytes * weight.layers().size(), ALIGNMENT);
    long at = 0;
    for (Constant each : weight.layers()) {
      copy(each, all, at);
      at += bytes;
    }
    return Tensors.wrap(type, all, weight.shape());
  }

  /** Little-endian elements to the machine's order. */
  private static void copy(Constant from, MemorySegment to, long at) {
    ValueLayout layout = from.type().layout();
    MemorySegment.copy(
        from.bytes(),
        layout.withByteAlignment(1).withOrder(ByteOrder.LITTLE_ENDIAN),
        0,
        to,
        layout,
        at,
        from.count());
  }
}
