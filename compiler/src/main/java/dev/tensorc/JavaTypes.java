package dev.tensorc;

import dev.tensorc.ir.DType;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;

/** The Java types of parameters and results. */
final class JavaTypes {

  private JavaTypes() {}

  static Class<?> of(DType dtype, boolean scalar) {
    return scalar ? primitive(dtype) : tensor(dtype);
  }

  static Class<? extends Tensor> tensor(DType dtype) {
    return switch (dtype) {
      case F32 -> FloatTensor.class;
      case F64 -> DoubleTensor.class;
      case I32 -> IntTensor.class;
      case I64 -> LongTensor.class;
      case U8 -> ByteTensor.class;
      case BOOL -> BooleanTensor.class;
    };
  }

  static Class<?> primitive(DType dtype) {
    return switch (dtype) {
      case F32 -> float.class;
      case F64 -> double.class;
      case I32, U8 -> int.class;
      case I64 -> long.class;
      case BOOL -> boolean.class;
    };
  }
}
