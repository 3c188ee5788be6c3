package dev.tensorc.onnx.graph;

import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.runtime.ElementType;
import java.util.List;

/** The element types of ONNX: the values of {@code TensorProto.DataType}. */
public final class Dtypes {
  private static final List<String> NAMES =
      List.of(
          "undefined",
          "float",
          "uint8",
          "int8",
          "uint16",
          "int16",
          "int32",
          "int64",
          "string",
          "bool",
          "float16",
          "double",
          "uint32",
          "uint64",
          "complex64",
          "complex128",
          "bfloat16",
          "float8e4m3fn",
          "float8e4m3fnuz",
          "float8e5m2",
          "float8e5m2fnuz",
          "uint4",
          "int4");

  private Dtypes() {}

  /**
   * The element type of a number.
   *
   * @param what the tensor or value that has it, for the error
   * @throws OnnxException if tensors cannot hold it
   */
  public static ElementType of(long number, String what) {
    return switch ((int) number) {
      case 1 -> ElementType.F32;
      case 2 -> ElementType.U8;
      case 3 -> ElementType.I8;
      case 4 -> ElementType.U16;
      case 5 -> ElementType.I16;
      case 6 -> ElementType.I32;
      case 7 -> ElementType.I64;
      case 9 -> ElementType.BOOL;
      case 10 -> ElementType.F16;
      case 11 -> ElementType.F64;
      case 12 -> ElementType.U32;
      case 13 -> ElementType.U64;
      case 16 -> ElementType.BF16;
      default ->
          throw new OnnxException(
              "%s has element type %s, which is not supported yet; convert the model to float,"
                      .formatted(what, name(number))
                  + " float16 or integers of 8 to 64 bits");
    };
  }

  private static String name(long number) {
    return number >= 0 && number < NAMES.size() ? NAMES.get((int) number) : "number " + number;
  }
}
