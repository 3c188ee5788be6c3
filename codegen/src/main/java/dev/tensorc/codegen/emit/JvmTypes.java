package dev.tensorc.codegen.emit;

import dev.tensorc.ir.DType;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** How each dtype looks to the JVM. */
final class JvmTypes {

  static final String RUNTIME = "dev/tensorc/runtime/";

  private JvmTypes() {}

  /** The type of a scalar in a local: u8 is an int from 0 to 255, bool an int 0 or 1. */
  static Type scalar(DType d) {
    return switch (d) {
      case BOOL -> Type.BOOLEAN_TYPE;
      case U8, I32 -> Type.INT_TYPE;
      case I64 -> Type.LONG_TYPE;
      case F32 -> Type.FLOAT_TYPE;
      case F64 -> Type.DOUBLE_TYPE;
    };
  }

  static Type element(DType d) {
    return d == DType.U8 ? Type.BYTE_TYPE : scalar(d);
  }

  static Type array(DType d) {
    return Type.getType("[" + element(d).getDescriptor());
  }

  /** Internal name of the runtime's tensor class. */
  static String tensor(DType d) {
    return RUNTIME
        + switch (d) {
          case BOOL -> "BooleanTensor";
          case U8 -> "ByteTensor";
          case I32 -> "IntTensor";
          case I64 -> "LongTensor";
          case F32 -> "FloatTensor";
          case F64 -> "DoubleTensor";
        };
  }

  static Type tensorType(DType d) {
    return Type.getObjectType(tensor(d));
  }

  /** Reads the element whose array and index are on the stack. */
  static void loadElement(Code c, DType d) {
    c.op(element(d).getOpcode(Opcodes.IALOAD));
    if (d == DType.U8) {
      c.pushInt(255);
      c.op(Opcodes.IAND);
    }
  }

  static void storeElement(Code c, DType d) {
    c.op(element(d).getOpcode(Opcodes.IASTORE));
  }

  static void pushConstant(Code c, DType d, Object value) {
    switch (d) {
      case BOOL -> c.pushInt((Boolean) value ? 1 : 0);
      case U8, I32 -> c.pushInt(((Number) value).intValue());
      case I64 -> c.pushLong(((Number) value).longValue());
      case F32, F64 -> c.mv().visitLdcInsn(value);
    }
  }
}
