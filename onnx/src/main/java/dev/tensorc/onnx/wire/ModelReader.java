package dev.tensorc.onnx.wire;

import dev.tensorc.onnx.wire.ModelProto.Opset;
import dev.tensorc.onnx.wire.ValueProto.DimProto;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of ONNX that a program is made of; fields that are nothing to it, such as
 * documentation, are left out. The numbers of the fields are those of {@code onnx.proto} at
 * github.com/onnx/onnx. Elements of tensors stay where they are.
 */
public final class ModelReader {
  private static final int MAX_DIMS = 64;

  private ModelReader() {}

  /**
   * Reads a file.
   *
   * @throws OnnxException if the bytes are no model
   */
  public static ModelProto read(MemorySegment file) {
    var in = new WireReader(file, "ModelProto");
    long irVersion = 0;
    String producer = "";
    String producerVersion = "";
    List<Opset> opsets = new ArrayList<>();
    @Nullable GraphProto graph = null;
    int functions = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> irVersion = in.varint();
        case 2 -> producer = in.text();
        case 3 -> producerVersion = in.text();
        case 7 -> {
          if (graph != null) {
            throw in.damaged("it has two graphs");
          }
          graph = graph(in.message("GraphProto"));
        }
        case 8 -> opsets.add(opset(in.message("OperatorSetIdProto")));
        case 25 -> {
          functions++;
          in.skip();
        }
        default -> in.skip();
      }
    }
    if (graph == null || opsets.isEmpty()) {
      throw in.damaged("it has no " + (graph == null ? "graph" : "opset"));
    }
    String by = (producer + " " + producerVersion).strip();
    return new ModelProto(irVersion, by, List.copyOf(opsets), graph, functions);
  }

  private static Opset opset(WireReader in) {
    String domain = "";
    long version = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> domain = in.text();
        case 2 -> version = in.varint();
        default -> in.skip();
      }
    }
    return new Opset(ownDomain(domain), version);
  }

  /** ONNX's own domain has two names. */
  private static String ownDomain(String domain) {
    return domain.equals("ai.onnx") ? "" : domain;
  }

  private static GraphProto graph(WireReader in) {
    List<NodeProto> nodes = new ArrayList<>();
    List<TensorProto> initializers = new ArrayList<>();
    List<ValueProto> inputs = new ArrayList<>();
    List<ValueProto> outputs = new ArrayList<>();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> nodes.add(node(in.message("NodeProto")));
        case 5 -> initializers.add(tensor(in.message("TensorProto")));
        case 11 -> inputs.add(value(in.message("ValueInfoProto")));
        case 12 -> outputs.add(value(in.message("ValueInfoProto")));
        case 15 ->
            throw new OnnxException(
                "sparse initializers are not supported yet; store them as dense tensors");
        default -> in.skip();
      }
    }
    return new GraphProto(nodes, initializers, inputs, outputs);
  }

  private static NodeProto node(WireReader in) {
    String name = "";
    String domain = "";
    String operator = "";
    List<String> inputs = new ArrayList<>(2);
    List<String> outputs = new ArrayList<>(1);
    List<AttributeProto> attributes = new ArrayList<>(1);
    while (in.next()) {
      switch (in.field()) {
        case 1 -> inputs.add(in.text());
        case 2 -> outputs.add(in.text());
        case 3 -> name = in.text();
        case 4 -> operator = in.text();
        case 5 -> attributes.add(attribute(in.message("AttributeProto")));
        case 7 -> domain = ownDomain(in.text());
        default -> in.skip();
      }
    }
    if (operator.isEmpty() || outputs.isEmpty()) {
      throw in.damaged(operator.isEmpty() ? "it has no operator" : operator + " gives nothing");
    }
    return new NodeProto(name, domain, operator, inputs, outputs, attributes);
  }

  private static AttributeProto attribute(WireReader in) {
    String name = "";
    AttributeProto.@Nullable Value value = null;
    var ints = new Numbers();
    var floats = new Numbers();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> name = in.text();
        case 2 -> value = new AttributeProto.Float(in.fixed32());
        case 3 -> value = new AttributeProto.Int(in.varint());
        case 4 -> value = new AttributeProto.Text(in.text());
        case 5 -> value = new AttributeProto.TensorValue(tensor(in.message("TensorProto")));
        case 6, 11 -> value = other(in, "a graph");
        case 7 -> floats.addFloats(in);
        case 8 -> ints.addVarints(in);
        case 9 -> value = other(in, "texts");
        case 10 -> value = other(in, "tensors");
        case 14, 15 -> value = other(in, "a type");
        case 20 -> value = value == null ? empty(in.varint()) : skipped(in, value);
        case 21 -> value = other(in, "a reference to an attribute of a function");
        case 22, 23 -> value = other(in, "a sparse tensor");
        default -> in.skip();
      }
    }
    if (ints.count() > 0) {
      value = new AttributeProto.Ints(ints.toArray());
    } else if (floats.count() > 0) {
      value = new AttributeProto.Floats(floats.toFloats());
    }
    if (name.isEmpty() || value == null) {
      throw in.damaged(name.isEmpty() ? "it has no name" : name + " has no value");
    }
    return new AttributeProto(name, value);
  }

  private static AttributeProto.Value skipped(WireReader in, AttributeProto.Value value) {
    in.skip();
    return value;
  }

  private static AttributeProto.Value other(WireReader in, String kind) {
    in.skip();
    return new AttributeProto.Other(kind);
  }

  /** The value of an attribute whose fields have no value: an empty list. */
  private static AttributeProto.@Nullable Value empty(long type) {
    return switch ((int) type) {
      case 6 -> new AttributeProto.Floats(new float[0]);
      case 7 -> new AttributeProto.Ints(new long[0]);
      default -> null;
    };
  }

  private static TensorProto tensor(WireReader in) {
    String name = "";
    int dtype = 0;
    var dims = new Numbers();
    @Nullable MemorySegment raw = null;
    List<TensorProto.Typed> typed = new ArrayList<>(0);
    Map<String, String> external = new HashMap<>(0);
    boolean isExternal = false;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> dims.addVarints(in);
        case 2 -> dtype = (int) in.varint();
        case TensorProto.FLOAT_DATA,
            TensorProto.INT32_DATA,
            TensorProto.INT64_DATA,
            TensorProto.DOUBLE_DATA,
            TensorProto.UINT64_DATA ->
            typed.add(new TensorProto.Typed(in.field(), in.bytes()));
        case 8 -> name = in.text();
        case 9 -> raw = in.bytes();
        case 13 -> entry(in.message("StringStringEntryProto"), external);
        case 14 -> isExternal = in.varint() == 1;
        default -> in.skip();
      }
      if (dims.count() > MAX_DIMS) {
        throw in.damaged("a tensor has more than %d axes".formatted(MAX_DIMS));
      }
    }
    return new TensorProto(name, dtype, dims.toArray(), raw, typed, isExternal ? external : null);
  }

  private static void entry(WireReader in, Map<String, String> entries) {
    String key = "";
    String value = "";
    while (in.next()) {
      switch (in.field()) {
        case 1 -> key = in.text();
        case 2 -> value = in.text();
        default -> in.skip();
      }
    }
    entries.put(key, value);
  }

  private static ValueProto value(WireReader in) {
    String name = "";
    int dtype = 0;
    @Nullable List<DimProto> dims = null;
    while (in.next()) {
      if (in.field() == 1) {
        name = in.text();
      } else if (in.field() == 2) {
        WireReader type = in.message("TypeProto");
        while (type.next()) {
          if (type.field() == 1) {
            WireReader tensor = type.message("TypeProto.Tensor");
            while (tensor.next()) {
              switch (tensor.field()) {
                case 1 -> dtype = (int) tensor.varint();
                case 2 -> dims = dims(tensor.message("TensorShapeProto"));
                default -> tensor.skip();
              }
            }
          } else {
            type.skip();
          }
        }
      } else {
        in.skip();
      }
    }
    return new ValueProto(name, dtype, dims);
  }

  private static List<DimProto> dims(WireReader in) {
    List<DimProto> dims = new ArrayList<>();
    while (in.next()) {
      if (in.field() == 1) {
        dims.add(dim(in.message("TensorShapeProto.Dimension")));
      } else {
        in.skip();
      }
      if (dims.size() > MAX_DIMS) {
        throw in.damaged("a tensor has more than %d axes".formatted(MAX_DIMS));
      }
    }
    return dims;
  }

  private static DimProto dim(WireReader in) {
    long size = -1;
    String name = "";
    while (in.next()) {
      switch (in.field()) {
        case 1 -> size = in.varint();
        case 2 -> name = in.text();
        default -> in.skip();
      }
    }
    return new DimProto(size, name);
  }
}
