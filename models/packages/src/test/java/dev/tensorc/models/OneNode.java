package dev.tensorc.models;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.tensorc.Tensorc;
import dev.tensorc.onnx.OnnxImport;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Imports nodes of a model by themselves, and runs them. */
final class OneNode {
  private final Path folder;
  private final boolean once;
  private final List<OperatorSetIdProto> opsets;

  /** The model's constants that are one number. */
  private final Map<String, TensorProto> numbers = new HashMap<>();

  /** Of nodes that differ in their operands' elements alone there is one program. */
  private final Map<ModelProto, Function> programs = new HashMap<>();

  /**
   * @param folder for the imported nodes
   * @param once whether a program is run for the first of its nodes alone
   */
  OneNode(Path folder, ModelProto model, boolean once) {
    this.folder = folder;
    this.once = once;
    this.opsets = model.getOpsetImportList();
    for (TensorProto weight : model.getGraph().getInitializerList()) {
      addNumber(weight.getName(), weight);
    }
    for (NodeProto node : model.getGraph().getNodeList()) {
      if (node.getOpType().equals("Constant")) {
        addNumber(node.getOutput(0), node.getAttribute(0).getT());
      }
    }
  }

  private void addNumber(String name, TensorProto constant) {
    if (constant.getDimsCount() == 0) {
      numbers.put(name, constant);
    }
  }

  /**
   * The results of a node. None where it computes only with sizes, which the import folds, or where
   * its program has run.
   *
   * @param values of all operands; numbers, sizes and axes are constants of the program, and all
   *     else are its arguments
   */
  List<Tensor> run(NodeProto node, Map<String, Tensor> values) throws IOException {
    List<Object> arguments = new ArrayList<>();
    GraphProto.Builder graph = GraphProto.newBuilder().setName("node");
    NodeProto.Builder renamed = node.toBuilder().clearInput().clearOutput().setName("node");
    for (String operand : node.getInputList()) {
      String name = operand.isEmpty() ? "" : "x" + renamed.getInputCount();
      renamed.addInput(name);
      if (operand.isEmpty()) {
        continue;
      }
      Tensor value = Objects.requireNonNull(values.get(operand), operand);
      TensorProto number = numbers.get(operand);
      if (number != null) {
        graph.addInitializer(number.toBuilder().setName(name));
      } else if (value instanceof LongTensor sizes && value.rank() < 2) {
        graph.addInitializer(constant(name, sizes));
      } else {
        graph.addInput(ValueInfoProto.newBuilder().setName(name).setType(type(value)));
        arguments.add(value.rank() == 0 ? number(value) : value);
      }
    }
    if (arguments.isEmpty() || node.getOpType().equals("Shape")) {
      return List.of();
    }
    for (int i = 0; i < node.getOutputCount(); i++) {
      renamed.addOutput("y" + i);
      graph.addOutput(ValueInfoProto.newBuilder().setName("y" + i));
    }
    var model =
        ModelProto.newBuilder()
            .setIrVersion(8)
            .addAllOpsetImport(opsets)
            .setGraph(graph.addNode(renamed))
            .build();
    Function program = programs.get(model);
    if (program == null) {
      program = program(model);
      programs.put(model, program);
    } else if (once) {
      return List.of();
    }
    Object results = program.invoke(arguments.toArray());
    return results instanceof List<?> several
        ? several.stream().map(OneNode::tensor).toList()
        : List.of(tensor(results));
  }

  private static Number number(Tensor scalar) {
    return switch (scalar) {
      case FloatTensor floats -> floats.get();
      case UByteTensor bytes -> bytes.get();
      case ByteTensor bytes -> bytes.get();
      default -> throw new IllegalArgumentException("a scalar of " + scalar.type());
    };
  }

  /** Scalars are Java's numbers in the runtime's calls; those of bytes are u8 in these models. */
  private static Tensor tensor(Object result) {
    return switch (result) {
      case Float number -> FloatTensor.of(new float[] {number});
      case Integer number -> UByteTensor.of(new byte[] {number.byteValue()});
      default -> (Tensor) result;
    };
  }

  private static TensorProto constant(String name, LongTensor sizes) {
    var constant = TensorProto.newBuilder().setName(name).setDataType(7);
    for (long size : sizes.shape()) {
      constant.addDims(size);
    }
    for (long size : sizes.toArray()) {
      constant.addInt64Data(size);
    }
    return constant.build();
  }

  private static TypeProto type(Tensor value) {
    var shape = TensorShapeProto.newBuilder();
    for (long size : value.shape()) {
      shape.addDimBuilder().setDimValue(size);
    }
    int number =
        switch (value.type()) {
          case F32 -> 1;
          case U8 -> 2;
          case I8 -> 3;
          case I32 -> 6;
          case I64 -> 7;
          default -> throw new IllegalArgumentException("a tensor of " + value.type());
        };
    var tensor = TypeProto.Tensor.newBuilder().setElemType(number).setShape(shape);
    return TypeProto.newBuilder().setTensorType(tensor).build();
  }

  private Function program(ModelProto model) throws IOException {
    Path made = folder.resolve("node" + programs.size());
    Files.createDirectories(made);
    Path file = made.resolve("node.onnx");
    Files.write(file, model.toByteArray());
    List<Path> files = OnnxImport.run(file, new OnnxImport.Options(made, "node", Map.of()));
    Program program = Tensorc.compile(files.getFirst());
    return (files.size() > 1 ? program.withWeights(files.get(1)) : program).function("forward");
  }
}
