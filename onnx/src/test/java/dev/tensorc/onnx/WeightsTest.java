package dev.tensorc.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The file of weights has the elements of the model's constants, wherever these stand. */
class WeightsTest {
  private static final int COUNT = 70; // more than are written into the program

  @TempDir private Path folder;

  private static double[] elements() {
    double[] elements = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      elements[i] = i % 2;
    }
    return elements;
  }

  private void imports(TensorProto tensor) throws IOException {
    imports(tensor, ElementType.F32);
  }

  private void imports(TensorProto tensor, ElementType type) throws IOException {
    String text =
        TestModel.of(13)
            .input("i", ElementType.I64, "n")
            .constant(tensor)
            .node("Gather", List.of("w", "i"), "y")
            .output("y")
            .text(folder);
    assertThat(text).contains("    w: %s[%d]\n".formatted(type.label(), COUNT));
    Tensor found = Safetensors.read(folder.resolve("out/model.safetensors")).get("w");
    assertThat(found.type()).isEqualTo(type);
    double[] expected = elements();
    double[] read = type == ElementType.BF16 ? bfloats(found) : Elements.of(found);
    assertThat(read).containsExactly(expected);
  }

  private static double[] bfloats(Tensor tensor) {
    short[] bits = (short[]) tensor.toArray();
    double[] values = new double[bits.length];
    for (int i = 0; i < bits.length; i++) {
      values[i] = Float.intBitsToFloat(bits[i] << 16);
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void rawBytes(ElementType type) throws IOException {
    imports(TestModel.tensor("w", type, List.of((long) COUNT), elements()), type);
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void fieldsOfTypes(ElementType type) throws IOException {
    var tensor =
        TensorProto.newBuilder().setName("w").setDataType(TestModel.number(type)).addDims(COUNT);
    for (double each : elements()) {
      switch (type) {
        case F32 -> tensor.addFloatData((float) each);
        case F64 -> tensor.addDoubleData(each);
        case I64 -> tensor.addInt64Data((long) each);
        case U32, U64 -> tensor.addUint64Data((long) each);
        case F16 -> tensor.addInt32Data(Float.floatToFloat16((float) each));
        case BF16 -> tensor.addInt32Data(Float.floatToRawIntBits((float) each) >>> 16);
        case I8, I16, I32, U8, U16, BOOL -> tensor.addInt32Data((int) each);
      }
    }
    imports(tensor.build(), type);
  }

  @Test
  void anotherFile() throws IOException {
    byte[] raw =
        TestModel.tensor("w", ElementType.F32, List.of((long) COUNT), elements())
            .getRawData()
            .toByteArray();
    byte[] file = new byte[raw.length + 3]; // not aligned
    System.arraycopy(raw, 0, file, 3, raw.length);
    Files.write(folder.resolve("w.bin"), file);
    imports(
        TensorProto.newBuilder()
            .setName("w")
            .setDataType(1)
            .addDims(COUNT)
            .setDataLocation(TensorProto.DataLocation.EXTERNAL)
            .addExternalData(entry("location", "w.bin"))
            .addExternalData(entry("offset", "3"))
            .build());
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  /** Layers stand one behind the other in one tensor. */
  @Test
  void layers() throws IOException {
    TestModel model = TestModel.of(13).input("x", ElementType.F32, "n", 2);
    for (int i = 0; i < 2; i++) {
      String path = "/layer." + i + "/";
      model
          .floats("layer." + i + ".w", List.of(2L), 10 * i, 10 * i + 1)
          .node(
              path + "Mul",
              "Mul",
              List.of(i == 0 ? "x" : "h0", "layer." + i + ".w"),
              List.of("h" + i));
    }
    String text = model.output("h1").text(folder);
    assertThat(text).contains("    w: f32[2, 2]\n");
    Map<String, Tensor> written = Safetensors.read(folder.resolve("out/model.safetensors"));
    assertThat(written.keySet()).containsExactly("w");
    assertThat(Elements.of(written.get("w"))).containsExactly(0, 1, 10, 11);
  }

  @Test
  void namesOfTheModelStayInTheFile() throws IOException {
    String text =
        TestModel.of(13)
            .input("x", ElementType.F32, "n", 2)
            .floats("enc.LayerNorm.weight", List.of(2L), 1, 2)
            .node("Mul", List.of("x", "enc.LayerNorm.weight"), "y")
            .output("y")
            .text(folder);
    assertThat(text).contains("enc_layer_norm_weight: f32[2] = \"enc.LayerNorm.weight\"\n");
    assertThat(Safetensors.read(folder.resolve("out/model.safetensors")))
        .containsOnlyKeys("enc.LayerNorm.weight");
  }
}
