package dev.tensorc.models;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values that ONNX Runtime computes at each node of a model, without its optimizations. */
final class GraphValues implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  /** Makes each node's results outputs of the model. */
  GraphValues(ModelProto model) throws OrtException {
    GraphProto.Builder graph = model.getGraph().toBuilder().clearOutput();
    for (NodeProto node : graph.getNodeList()) {
      for (String result : node.getOutputList()) {
        graph.addOutput(ValueInfoProto.newBuilder().setName(result));
      }
    }
    byte[] bytes = model.toBuilder().setGraph(graph).build().toByteArray();
    try (var options = new OrtSession.SessionOptions()) {
      options.setOptimizationLevel(OptLevel.NO_OPT);
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      session = environment.createSession(bytes, options);
    }
  }

  /**
   * The results of all nodes, by their names, and the inputs.
   *
   * @param ids one text; its mask is 1, and its types are 0
   */
  Map<String, Tensor> of(LongTensor ids) throws OrtException {
    Map<String, Tensor> values = new LinkedHashMap<>();
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try {
      for (String name : session.getInputNames()) {
        LongTensor value = LongTensor.zeros(ids.shape());
        for (int i = 0; i < ids.size(1); i++) {
          value.set(
              switch (name) {
                case "input_ids" -> ids.get(0, i);
                case "attention_mask" -> 1;
                default -> 0;
              },
              0,
              i);
        }
        values.put(name, value);
        LongBuffer elements = LongBuffer.wrap(value.toArray());
        inputs.put(name, OnnxTensor.createTensor(environment, elements, value.shape()));
      }
      try (OrtSession.Result results = session.run(inputs)) {
        for (Map.Entry<String, OnnxValue> each : results) {
          values.put(each.getKey(), tensor((OnnxTensor) each.getValue()));
        }
      }
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
    return values;
  }

  private static Tensor tensor(OnnxTensor value) {
    ElementType type =
        switch (value.getInfo().type) {
          case FLOAT -> ElementType.F32;
          case INT64 -> ElementType.I64;
          case INT32 -> ElementType.I32;
          case INT8 -> ElementType.I8;
          case UINT8 -> ElementType.U8;
          default -> throw new IllegalArgumentException("a tensor of " + value.getInfo().type);
        };
    ByteBuffer elements = value.getByteBuffer().order(ByteOrder.nativeOrder());
    return tensor(type, elements, value.getInfo().getShape());
  }

  /**
   * @param elements in the machine's order
   */
  static Tensor tensor(ElementType type, ByteBuffer elements, long... shape) {
    Tensor copy = Tensors.zeros(type, shape);
    MemorySegment into =
        switch (copy.array()) {
          case float[] array -> MemorySegment.ofArray(array);
          case long[] array -> MemorySegment.ofArray(array);
          case int[] array -> MemorySegment.ofArray(array);
          case byte[] array -> MemorySegment.ofArray(array);
          default -> throw new IllegalArgumentException("a tensor of " + type);
        };
    MemorySegment.copy(
        MemorySegment.ofBuffer(elements),
        ValueLayout.JAVA_BYTE,
        0,
        into,
        ValueLayout.JAVA_BYTE,
        0,
        into.byteSize());
    return copy;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
