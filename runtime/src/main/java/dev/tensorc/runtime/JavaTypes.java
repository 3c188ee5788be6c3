package dev.tensorc.runtime;

/** The Java types of parameters and results. */
final class JavaTypes {

  private JavaTypes() {}

  static Class<?> of(Parameter p) {
    return p.isScalar() ? primitive(p.dtype()) : p.dtype().tensorClass();
  }

  /** The type of one value outside of arrays: narrow integers are ints of their value. */
  static Class<?> primitive(ElementType dtype) {
    return switch (dtype) {
      case BOOL -> boolean.class;
      case I8, U8, I16, U16, I32, U32 -> int.class;
      case I64, U64 -> long.class;
      case F16, BF16, F32 -> float.class;
      case F64 -> double.class;
    };
  }
}
