package dev.tensorc;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;

/** The Java types of parameters and results. */
final class JavaTypes {

  private JavaTypes() {}

  static Class<?> of(DType dtype, boolean scalar) {
    return scalar ? primitive(dtype) : tensor(dtype);
  }

  static Class<? extends Tensor> tensor(DType dtype) {
    return TensorBridge.type(dtype).tensorClass();
  }

  static Class<?> primitive(DType dtype) {
    return switch (dtype.carrier()) {
      case BOOLEAN -> boolean.class;
      case INT -> int.class;
      case LONG -> long.class;
      case FLOAT -> float.class;
      case DOUBLE -> double.class;
    };
  }
}
