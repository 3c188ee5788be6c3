package dev.tensorc.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.tensorc.onnx.TestModel.Attribute;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.runtime.ElementType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that cannot be imported is refused by name, with advice, before a file is written. */
class RefusalTest {
  @TempDir private Path folder;

  private static TestModel model() {
    return TestModel.of(13).input("x", ElementType.F32, "n", 4).output("y");
  }

  private void refuses(TestModel model, String... parts) throws IOException {
    refuses(model.bytes(), parts);
  }

  private void refuses(byte[] model, String... parts) throws IOException {
    assertThatExceptionOfType(OnnxException.class)
        .isThrownBy(() -> TestModel.text(model, folder, Map.of()))
        .withMessageStartingWith(folder.resolve("model.onnx") + ": ")
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    try (var files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .allMatch(each -> each.equals("model.onnx") || each.endsWith(".bin"));
    }
  }

  @Test
  void operators() throws IOException {
    refuses(
        model()
            .node("/a/Resize", "Resize", List.of("x"), List.of("h"))
            .node("/a/LSTM", "LSTM", List.of("h"), List.of("y")),
        "node '/a/Resize' (Resize), opset 13: the operator is not supported yet",
        "all that are not: Resize (1), LSTM (1)",
        "docs/onnx.md");
    TestModel fused = model().node("fused", "Gelu", List.of("x"), List.of("y"));
    fused.graph().getNodeBuilder(0).setDomain("com.microsoft");
    refuses(fused, "node 'fused' (Gelu) is an operator of com.microsoft", "without fused or");
  }

  @Test
  void attributesAndInputs() throws IOException {
    refuses(
        model().node("Relu", List.of("x"), "y", Attribute.of("slope", 1L)),
        "node 'Relu_y' (Relu): attribute 'slope' is not supported yet");
    refuses(
        model().node("Softmax", List.of("x"), "y", Attribute.of("axis", List.of(1L))),
        "attribute 'axis' is integers, not an integer");
    refuses(model().node("Add", List.of("x"), "y"), "(Add), opset 13: it has 1 inputs");
    refuses(
        model().node("Softmax", List.of("x"), "y", Attribute.of("axis", 2L)),
        "axis 2 is outside of 2 axes");
    refuses(
        TestModel.of(13)
            .input("x", ElementType.F32, 4)
            .input("s", ElementType.I64, 2)
            .output("y")
            .node("Reshape", List.of("x", "s"), "y"),
        "its shape, input 1, is computed at run time, which is not supported yet");
  }

  @Test
  void sizesAndTypes() throws IOException {
    refuses(
        model().input("z", ElementType.F32, 3, 3).node("Add", List.of("x", "z"), "y"),
        "node 'Add_y' (Add): the sizes 4 and 3 of one axis differ");
    refuses(
        model().input("z", ElementType.F64, 4).node("Add", List.of("x", "z"), "y"),
        "it takes f32 and f64, but both have to be the same");
    refuses(
        model().integers("s", List.of(2L), 3, -1).node("Reshape", List.of("x", "s"), "y"),
        "cannot tell the size that its shape leaves open, 4 * x.0 / (3); fix sizes with --size");
    refuses(
        TestModel.of(13)
            .input("x", ElementType.F32, 1L << 40, 1L << 40)
            .integers("s", List.of(1L), -1)
            .output("y")
            .node("Reshape", List.of("x", "s"), "y"),
        "node 'Reshape_y' (Reshape): a product of its sizes does not fit in 64 bits");
    TestModel text = model().node("Relu", List.of("x"), "y");
    text.graph().getInputBuilder(0).getTypeBuilder().getTensorTypeBuilder().setElemType(8);
    refuses(text, "input 'x' has element type string, which is not supported yet");
    TestModel any = model().node("Relu", List.of("x"), "y");
    any.graph().getInputBuilder(0).getTypeBuilder().getTensorTypeBuilder().clearShape();
    refuses(any, "input 'x' does not say how many axes it has");
  }

  @Test
  void namesOfSizes() {
    TestModel model = model().node("Relu", List.of("x"), "y");
    assertThatExceptionOfType(OnnxException.class)
        .isThrownBy(() -> model.text(folder, Map.of("m", 2L)))
        .withMessageEndingWith("there is no size 'm'; the sizes are n");
  }

  @Test
  void graphs() throws IOException {
    refuses(model().node("Relu", List.of("h"), "y"), "nothing gives the value 'h'");
    refuses(
        model()
            .node("Add", List.of("x", "b"), "a")
            .node("Add", List.of("a", "x"), "b")
            .node("Relu", List.of("b"), "y"),
        "is computed of itself");
    refuses(
        model().node("Relu", List.of("x"), "y").node("Relu", List.of("x"), "y"),
        "the value 'y' is defined twice");
    for (int opset : new int[] {8, 22}) {
      TestModel other = TestModel.of(opset).input("x", ElementType.F32, 4).output("y");
      refuses(
          other.node("Relu", List.of("x"), "y"),
          "opset %d is not supported yet, only 9 to 21".formatted(opset));
    }
  }

  @Test
  void filesThatAreNoModels() throws IOException {
    refuses("not a model at all".getBytes(StandardCharsets.UTF_8), "no ONNX model");
    refuses(new byte[0], "it has no graph");
    byte[] whole = model().node("Relu", List.of("x"), "y").bytes();
    refuses(Arrays.copyOf(whole, whole.length - 9), "no ONNX model, or damaged");
  }

  @Test
  void externalData() throws IOException {
    refuses(external("w.bin", 0, 16), "has its elements in 'w.bin', which is not there");
    Files.write(folder.resolve("w.bin"), new byte[12]);
    refuses(
        external("w.bin", 0, 16),
        "constant 'w' is to be 16 bytes from 0 on in w.bin, which has 12");
    Path outside = Files.createTempFile("outside", ".bin");
    refuses(external("../" + outside.getFileName(), 0, 0), "which is not in the model's folder");
    Files.delete(outside);
  }

  private static TestModel external(String location, long offset, long length) {
    TensorProto tensor =
        TensorProto.newBuilder()
            .setName("w")
            .setDataType(1)
            .addDims(4)
            .setDataLocation(TensorProto.DataLocation.EXTERNAL)
            .addExternalData(entry("location", location))
            .addExternalData(entry("offset", Long.toString(offset)))
            .addExternalData(entry("length", Long.toString(length)))
            .build();
    return model().constant(tensor).node("Add", List.of("x", "w"), "y");
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }
}
