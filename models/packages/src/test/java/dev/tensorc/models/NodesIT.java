package dev.tensorc.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.tensorc.embeddings.WordPieceTokenizer;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each node of models that people use, by itself: with the operands that ONNX Runtime gives it, the
 * imported node has ONNX Runtime's integers and floats, but for rounding in some. {@code -Pfull}
 * takes all nodes of all models, else one of each kind of the first quantized model is compared.
 */
class NodesIT {
  private static final boolean FULL = Boolean.getBoolean("tensorc.full");
  private static final String[] MODELS = FULL ? new String[0] : new String[] {"all-minilm-l6-v2-q"};

  /** Operators whose floats are rounded otherwise: other sums, other polynomials. */
  private static final Set<String> ROUNDED =
      Set.of("Erf", "Gemm", "MatMul", "ReduceMean", "Softmax", "Sqrt", "Tanh");

  /** Of their floats, by the largest of the node's results. */
  private static final double MOST_ERROR = 2e-6;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> nodesGiveWhatOnnxRuntimeGives() throws Exception {
    return Packages.forTest(Path.of(""), NodesIT.class, MODELS).stream()
        .map(model -> dynamicTest(model.id(), () -> compare(model)));
  }

  private void compare(ModelPackage model) throws Exception {
    ModelProto graph = ModelProto.parseFrom(Files.readAllBytes(model.model()));
    Map<String, Tensor> values = new HashMap<>();
    for (TensorProto weight : graph.getGraph().getInitializerList()) {
      values.put(weight.getName(), tensor(weight));
    }
    WordPieceTokenizer tokenizer = WordPieceTokenizer.load(model.tokenizer());
    long[] ids =
        IntStream.of(
                tokenizer.encode("The night train to the coast leaves from platform nine.").ids())
            .asLongStream()
            .toArray();
    try (var peer = new GraphValues(graph)) {
      values.putAll(peer.of(LongTensor.of(ids, 1, ids.length)));
    }
    var nodes = new OneNode(folder.resolve(model.id()), graph, !FULL);
    Map<String, Double> errors = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (NodeProto node : graph.getGraph().getNodeList()) {
      List<Tensor> wanted = node.getOutputList().stream().map(values::get).toList();
      List<Tensor> got = nodes.run(node, values);
      for (int i = 0; i < got.size(); i++) {
        errors.merge(node.getOpType(), error(got.get(i), wanted.get(i)), Math::max);
      }
      if (!got.isEmpty()) {
        counts.merge(node.getOpType(), 1, Integer::sum);
      }
    }
    System.out.println(model.id() + ": nodes " + counts + ", largest errors " + errors);
    errors.forEach(
        (operator, error) ->
            assertThat(error)
                .as(operator)
                .isLessThanOrEqualTo(ROUNDED.contains(operator) ? MOST_ERROR : 0));
  }

  /** 0 for equal integers, infinite for others; for floats by the largest. */
  private static double error(Tensor got, Tensor wanted) {
    assertThat(got.shape()).isEqualTo(wanted.shape());
    assertThat(got.type()).isEqualTo(wanted.type());
    if (wanted.type() != ElementType.F32) {
      return got.equals(wanted) ? 0 : Double.POSITIVE_INFINITY;
    }
    float[] a = ((FloatTensor) got).toArray();
    float[] b = ((FloatTensor) wanted).toArray();
    double most = 0;
    double difference = 0;
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) {
        difference = Math.max(difference, Math.abs((double) a[i] - b[i]));
      }
      most = Math.max(most, Math.abs(b[i]));
    }
    return difference == 0 ? 0 : difference / most;
  }

  private static Tensor tensor(TensorProto weight) {
    ElementType type =
        switch (weight.getDataType()) {
          case 1 -> ElementType.F32;
          case 2 -> ElementType.U8;
          case 3 -> ElementType.I8;
          case 6 -> ElementType.I32;
          case 7 -> ElementType.I64;
          default -> throw new IllegalArgumentException(weight.getName());
        };
    long[] shape = weight.getDimsList().stream().mapToLong(each -> each).toArray();
    return GraphValues.tensor(type, elements(weight), shape);
  }

  private static ByteBuffer elements(TensorProto weight) {
    if (!weight.getRawData().isEmpty()) {
      return weight.getRawData().asReadOnlyByteBuffer();
    }
    ByteBuffer bytes = ByteBuffer.allocate(8 * Math.max(1, weight.getSerializedSize()));
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    weight.getFloatDataList().forEach(bytes::putFloat);
    weight.getInt64DataList().forEach(bytes::putLong);
    for (int each : weight.getInt32DataList()) {
      if (weight.getDataType() == 6) {
        bytes.putInt(each);
      } else {
        bytes.put((byte) each);
      }
    }
    return bytes.flip();
  }
}
