package dev.tensorc.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.tensorc.runtime.ElementType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Builds small models with the classes that protobuf's compiler makes of onnx.proto. */
final class TestModel {
  private final ModelProto.Builder model = ModelProto.newBuilder().setIrVersion(8);
  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("test");

  private TestModel() {}

  static TestModel of(int opset) {
    var test = new TestModel();
    test.model.addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset));
    test.model.setProducerName("test");
    return test;
  }

  /** An input; a size is a number, or a name that is no number. */
  TestModel input(String name, ElementType type, Object... sizes) {
    graph.addInput(value(name, type, sizes));
    return this;
  }

  TestModel output(String... names) {
    for (String each : names) {
      graph.addOutput(ValueInfoProto.newBuilder().setName(each));
    }
    return this;
  }

  static ValueInfoProto value(String name, ElementType type, Object... sizes) {
    var shape = TensorShapeProto.newBuilder();
    for (Object each : sizes) {
      if (each instanceof Number number) {
        shape.addDimBuilder().setDimValue(number.longValue());
      } else {
        shape.addDimBuilder().setDimParam(each.toString());
      }
    }
    var tensor = TypeProto.Tensor.newBuilder().setElemType(number(type)).setShape(shape);
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  /** A node with one output. */
  TestModel node(String operator, List<String> inputs, String output, Attribute... attributes) {
    return node(operator + "_" + output, operator, inputs, List.of(output), attributes);
  }

  TestModel node(
      String name,
      String operator,
      List<String> inputs,
      List<String> outputs,
      Attribute... attributes) {
    var node =
        NodeProto.newBuilder()
            .setName(name)
            .setOpType(operator)
            .addAllInput(inputs)
            .addAllOutput(outputs);
    for (Attribute each : attributes) {
      node.addAttribute(each.proto());
    }
    graph.addNode(node);
    return this;
  }

  TestModel constant(TensorProto tensor) {
    graph.addInitializer(tensor);
    return this;
  }

  TestModel floats(String name, List<Long> shape, double... values) {
    return constant(tensor(name, ElementType.F32, shape, values));
  }

  TestModel integers(String name, List<Long> shape, double... values) {
    return constant(tensor(name, ElementType.I64, shape, values));
  }

  /** A tensor whose elements are raw bytes. */
  static TensorProto tensor(String name, ElementType type, List<Long> shape, double... values) {
    var bytes =
        ByteBuffer.allocate(values.length * type.byteWidth()).order(ByteOrder.LITTLE_ENDIAN);
    for (double each : values) {
      switch (type) {
        case F32 -> bytes.putFloat((float) each);
        case F64 -> bytes.putDouble(each);
        case I64, U64 -> bytes.putLong((long) each);
        case I32, U32 -> bytes.putInt((int) each);
        case I16, U16 -> bytes.putShort((short) each);
        case F16 -> bytes.putShort(Float.floatToFloat16((float) each));
        case BF16 -> bytes.putShort((short) (Float.floatToRawIntBits((float) each) >>> 16));
        case I8, U8, BOOL -> bytes.put((byte) each);
      }
    }
    return TensorProto.newBuilder()
        .setName(name)
        .setDataType(number(type))
        .addAllDims(shape)
        .setRawData(ByteString.copyFrom(bytes.flip()))
        .build();
  }

  /** The element type's number in ONNX. */
  static int number(ElementType type) {
    return switch (type) {
      case F32 -> 1;
      case U8 -> 2;
      case I8 -> 3;
      case U16 -> 4;
      case I16 -> 5;
      case I32 -> 6;
      case I64 -> 7;
      case BOOL -> 9;
      case F16 -> 10;
      case F64 -> 11;
      case U32 -> 12;
      case U64 -> 13;
      case BF16 -> 16;
    };
  }

  ModelProto.Builder model() {
    return model;
  }

  GraphProto.Builder graph() {
    return graph;
  }

  byte[] bytes() {
    return model.setGraph(graph).build().toByteArray();
  }

  /** Imports it, and gives the program's text. */
  String text(Path folder) throws IOException {
    return text(folder, Map.of());
  }

  String text(Path folder, Map<String, Long> sizes) throws IOException {
    return text(bytes(), folder, sizes);
  }

  static String text(byte[] model, Path folder, Map<String, Long> sizes) throws IOException {
    Path file = folder.resolve("model.onnx");
    Files.write(file, model);
    OnnxImport.run(file, new OnnxImport.Options(folder.resolve("out"), "model", sizes));
    return Files.readString(folder.resolve("out").resolve("model.tc"));
  }

  /** An attribute of a node. */
  record Attribute(AttributeProto proto) {
    static Attribute of(String name, long value) {
      return new Attribute(
          AttributeProto.newBuilder()
              .setName(name)
              .setType(AttributeProto.AttributeType.INT)
              .setI(value)
              .build());
    }

    static Attribute of(String name, float value) {
      return new Attribute(
          AttributeProto.newBuilder()
              .setName(name)
              .setType(AttributeProto.AttributeType.FLOAT)
              .setF(value)
              .build());
    }

    static Attribute of(String name, List<Long> values) {
      return new Attribute(
          AttributeProto.newBuilder()
              .setName(name)
              .setType(AttributeProto.AttributeType.INTS)
              .addAllInts(values)
              .build());
    }
  }
}
