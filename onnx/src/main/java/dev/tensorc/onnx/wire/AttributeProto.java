package dev.tensorc.onnx.wire;

/** A constant of a node. */
public record AttributeProto(String name, Value value) {

  /** The kind of the value, in the words of errors. */
  public String kind() {
    return switch (value) {
      case Int _ -> "an integer";
      case Float _ -> "a float";
      case Text _ -> "a text";
      case TensorValue _ -> "a tensor";
      case Ints _ -> "integers";
      case Floats _ -> "floats";
      case Other(String kind) -> kind;
    };
  }

  /** The value; files of old exporters do not say which kind it is, so the fields decide. */
  public sealed interface Value {}

  public record Int(long value) implements Value {}

  public record Float(float value) implements Value {}

  public record Text(String value) implements Value {}

  public record TensorValue(TensorProto value) implements Value {}

  public record Ints(long[] values) implements Value {}

  public record Floats(float[] values) implements Value {}

  /** A kind that no supported operator takes: a graph, texts, a sparse tensor. */
  public record Other(String kind) implements Value {}
}
