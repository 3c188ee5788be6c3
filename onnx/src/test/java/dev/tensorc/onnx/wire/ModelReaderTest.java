package dev.tensorc.onnx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.onnx.proto.OnnxMl;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The reader finds the values that protobuf's own classes have written. */
class ModelReaderTest {

  private static OnnxMl.ModelProto.Builder model() {
    return OnnxMl.ModelProto.newBuilder()
        .setIrVersion(8)
        .setProducerName("pytorch")
        .setProducerVersion("2.1")
        .setDocString("left out")
        .addOpsetImport(OnnxMl.OperatorSetIdProto.newBuilder().setDomain("ai.onnx").setVersion(17))
        .addOpsetImport(OnnxMl.OperatorSetIdProto.newBuilder().setDomain("other").setVersion(1));
  }

  private static ModelProto read(OnnxMl.ModelProto.Builder model) {
    return ModelReader.read(MemorySegment.ofArray(model.build().toByteArray()));
  }

  @Test
  void headAndValues() {
    var shape = OnnxMl.TensorShapeProto.newBuilder();
    shape.addDimBuilder().setDimValue(3);
    shape.addDimBuilder().setDimParam("größe");
    shape.addDimBuilder();
    var type = OnnxMl.TypeProto.newBuilder();
    type.getTensorTypeBuilder().setElemType(7).setShape(shape);
    var graph = OnnxMl.GraphProto.newBuilder();
    graph.addInputBuilder().setName("x").setType(type);
    graph.addInputBuilder().setName("s").getTypeBuilder().getSequenceTypeBuilder();
    graph.addOutputBuilder().setName("y");
    ModelProto found = read(model().setGraph(graph));
    assertThat(found.irVersion()).isEqualTo(8);
    assertThat(found.producer()).isEqualTo("pytorch 2.1");
    assertThat(found.opsets())
        .containsExactly(new ModelProto.Opset("", 17), new ModelProto.Opset("other", 1));
    assertThat(found.graph().inputs())
        .containsExactly(
            new ValueProto(
                "x",
                7,
                List.of(
                    new ValueProto.DimProto(3, ""),
                    new ValueProto.DimProto(-1, "größe"),
                    new ValueProto.DimProto(-1, ""))),
            new ValueProto("s", 0, null));
    assertThat(found.graph().outputs()).containsExactly(new ValueProto("y", 0, null));
  }

  @Test
  void nodesAndAttributes() {
    var node =
        OnnxMl.NodeProto.newBuilder()
            .setName("n")
            .setOpType("Gemm")
            .addInput("a")
            .addInput("")
            .addOutput("y")
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(99, UnknownFieldSet.Field.newBuilder().addFixed64(1).build())
                    .build());
    node.addAttributeBuilder().setName("i").setI(-5);
    node.addAttributeBuilder().setName("f").setF(0.5f);
    node.addAttributeBuilder().setName("s").setS(ByteString.copyFromUtf8("NOTSET"));
    node.addAttributeBuilder().setName("is").addInts(1).addInts(-1).addInts(1L << 40);
    node.addAttributeBuilder().setName("fs").addFloats(1.5f).addFloats(-2);
    node.addAttributeBuilder().setName("none").setType(OnnxMl.AttributeProto.AttributeType.INTS);
    node.addAttributeBuilder().setName("g").getGBuilder().setName("inner");
    var graph = OnnxMl.GraphProto.newBuilder().addNode(node);
    NodeProto found = read(model().setGraph(graph)).graph().nodes().getFirst();
    assertThat(found.inputs()).containsExactly("a", "");
    assertThat(found.operator()).isEqualTo("Gemm");
    List<AttributeProto> attributes = found.attributes();
    assertThat(attributes.get(0).value()).isEqualTo(new AttributeProto.Int(-5));
    assertThat(attributes.get(1).value()).isEqualTo(new AttributeProto.Float(0.5f));
    assertThat(attributes.get(2).value()).isEqualTo(new AttributeProto.Text("NOTSET"));
    assertThat(((AttributeProto.Ints) attributes.get(3).value()).values())
        .containsExactly(1, -1, 1L << 40);
    assertThat(((AttributeProto.Floats) attributes.get(4).value()).values())
        .containsExactly(1.5f, -2);
    assertThat(((AttributeProto.Ints) attributes.get(5).value()).values()).isEmpty();
    assertThat(attributes.get(6).kind()).isEqualTo("a graph");
  }

  @Test
  void tensors() {
    var graph = OnnxMl.GraphProto.newBuilder();
    graph
        .addInitializerBuilder()
        .setName("raw")
        .setDataType(1)
        .addDims(2)
        .setRawData(ByteString.copyFrom(new byte[] {0, 0, (byte) 0x80, 0x3f, 0, 0, 0, 0x40}));
    graph
        .addInitializerBuilder()
        .setName("typed")
        .setDataType(7)
        .addDims(3)
        .addInt64Data(1)
        .addInt64Data(-1)
        .addInt64Data(300);
    graph
        .addInitializerBuilder()
        .setName("external")
        .setDataType(1)
        .setDataLocation(OnnxMl.TensorProto.DataLocation.EXTERNAL)
        .addExternalData(
            OnnxMl.StringStringEntryProto.newBuilder().setKey("location").setValue("w.bin"));
    List<TensorProto> found = read(model().setGraph(graph)).graph().initializers();
    assertThat(found.get(0).dims()).containsExactly(2);
    assertThat(found.get(0).raw().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4)).isEqualTo(2f);
    TensorProto.Typed typed = found.get(1).typed().getFirst();
    assertThat(typed.field()).isEqualTo(TensorProto.INT64_DATA);
    var numbers = new Packed(typed.packed());
    assertThat(List.of(numbers.next(), numbers.next(), numbers.next()))
        .containsExactly(1L, -1L, 300L);
    assertThat(numbers.hasNext()).isFalse();
    assertThat(found.get(2).external()).isEqualTo(Map.of("location", "w.bin"));
  }

  @Test
  void damage() {
    for (int[] bytes :
        new int[][] {
          {0x3a, 0x05}, // five bytes announced, none there
          {0x08}, // a number without its bytes
          {0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, // eleven bytes
          {0x00}, // field 0
          {0x0b}, // a group, which has not been written for long
          {0x12, 0x01, 0xff}, // a text that is no UTF-8
          {0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f} // 2^63 - 1 bytes
        }) {
      byte[] file = new byte[bytes.length];
      for (int i = 0; i < file.length; i++) {
        file[i] = (byte) bytes[i];
      }
      assertThatExceptionOfType(OnnxException.class)
          .isThrownBy(() -> ModelReader.read(MemorySegment.ofArray(file)))
          .withMessageStartingWith("no ONNX model, or damaged: ModelProto: ");
    }
  }
}
