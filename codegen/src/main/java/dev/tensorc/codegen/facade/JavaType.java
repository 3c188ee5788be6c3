package dev.tensorc.codegen.facade;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Locale;

/** A type that the methods which users call take or give. */
public sealed interface JavaType {

  /** Its name in Java source, where the runtime's classes are imported. */
  String source();

  /** The primitive that holds one value of a dtype. */
  record Scalar(DType dtype) implements JavaType {
    @Override
    public String source() {
      return dtype.carrier().name().toLowerCase(Locale.ROOT);
    }
  }

  /** The runtime's tensor class of a dtype. */
  record TensorOf(DType dtype) implements JavaType {
    @Override
    public String source() {
      return switch (dtype) {
        case BOOL -> "BooleanTensor";
        case U8 -> "UByteTensor";
        case U16 -> "UShortTensor";
        case U32 -> "UIntTensor";
        case U64 -> "ULongTensor";
        case I8 -> "ByteTensor";
        case I16 -> "ShortTensor";
        case F16 -> "Float16Tensor";
        case BF16 -> "BFloat16Tensor";
        case I32 -> "IntTensor";
        case I64 -> "LongTensor";
        case F32 -> "FloatTensor";
        case F64 -> "DoubleTensor";
      };
    }
  }

  /** The Java array that {@linkplain #isArrayElement holds} a dtype. */
  record ArrayOf(DType dtype) implements JavaType {
    @Override
    public String source() {
      return dtype.storage().name().toLowerCase(Locale.ROOT) + "[]";
    }
  }

  /** A record of several results. */
  record RecordOf(ResultClass results) implements JavaType {
    @Override
    public String source() {
      return results.simpleName();
    }
  }

  /** No result. */
  record Nothing() implements JavaType {
    @Override
    public String source() {
      return "void";
    }
  }

  /** The type of a parameter or result where arrays are tensors. */
  static JavaType of(Value v) {
    return v.isScalar() ? new Scalar(v.dtype()) : new TensorOf(v.dtype());
  }

  /** The type of a parameter or result where arrays are Java's. */
  static JavaType inArrays(Value v) {
    return v.isScalar() ? new Scalar(v.dtype()) : new ArrayOf(v.dtype());
  }

  /** Whether a Java array tells its elements' dtype: those of a {@code byte[]} are i8, not u8. */
  static boolean isArrayElement(DType dtype) {
    return !dtype.isUnsigned() && !dtype.isShortFloat();
  }
}
