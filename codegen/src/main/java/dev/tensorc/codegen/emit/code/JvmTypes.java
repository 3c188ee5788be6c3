package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.facade.JavaType;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** How each dtype looks to the JVM. */
public final class JvmTypes {

  public static final Type STRING = Type.getType(String.class);
  public static final Type RUNTIME_EXCEPTION = Type.getType(RuntimeException.class);

  private JvmTypes() {}

  /** The type of a value outside of arrays: narrow integers are ints of their value. */
  public static Type scalar(DType d) {
    return switch (d.carrier()) {
      case BOOLEAN -> Type.BOOLEAN_TYPE;
      case INT -> Type.INT_TYPE;
      case LONG -> Type.LONG_TYPE;
      case FLOAT -> Type.FLOAT_TYPE;
      case DOUBLE -> Type.DOUBLE_TYPE;
    };
  }

  /** The type of an element of an array. */
  public static Type element(DType d) {
    return switch (d.storage()) {
      case BOOLEAN -> Type.BOOLEAN_TYPE;
      case BYTE -> Type.BYTE_TYPE;
      case SHORT -> Type.SHORT_TYPE;
      case INT -> Type.INT_TYPE;
      case LONG -> Type.LONG_TYPE;
      case FLOAT -> Type.FLOAT_TYPE;
      case DOUBLE -> Type.DOUBLE_TYPE;
    };
  }

  public static Type array(DType d) {
    return Type.getType("[" + element(d).getDescriptor());
  }

  /** Internal name of the runtime's tensor class. */
  public static String tensor(DType d) {
    return RuntimeTypes.tensor(d).getInternalName();
  }

  public static Type tensorType(DType d) {
    return RuntimeTypes.tensor(d);
  }

  /**
   * The type of a parameter or result.
   *
   * @param facade internal name of the class that users see
   */
  public static Type of(JavaType type, String facade) {
    return switch (type) {
      case JavaType.Scalar s -> scalar(s.dtype());
      case JavaType.TensorOf t -> tensorType(t.dtype());
      case JavaType.ArrayOf a -> array(a.dtype());
      case JavaType.RecordOf r -> Type.getObjectType(facade + "$" + r.results().simpleName());
      case JavaType.Nothing _ -> Type.VOID_TYPE;
    };
  }

  /** The type of a parameter or result of a plan. */
  public static Type of(Value v) {
    return v.isScalar() ? scalar(v.dtype()) : tensorType(v.dtype());
  }

  /** Pushes the value of the element whose array and index are on the stack. */
  public static void loadElement(Code c, DType d) {
    c.op(element(d).getOpcode(Opcodes.IALOAD));
    fromElement(c, d);
  }

  /** Turns an array's element on the stack into a value of the dtype. */
  static void fromElement(Code c, DType d) {
    if (d.isUnsigned()) {
      cut(c, d);
    } else if (d.isShortFloat()) {
      shortFloat(c, "from", d, "(S)F");
    }
  }

  public static void storeElement(Code c, DType d) {
    if (d.isShortFloat()) {
      toElement(c, d);
    }
    c.op(element(d).getOpcode(Opcodes.IASTORE));
  }

  /** Calls the method of ShortFloats for the dtype. */
  public static void shortFloat(Code c, String prefix, DType d, String descriptor) {
    c.callStatic(RuntimeTypes.SHORT_FLOATS, prefix + (d == DType.F16 ? "F16" : "BF16"), descriptor);
  }

  /** Cuts the surplus bits of an int or float on the stack off: it becomes a value of the dtype. */
  public static void cut(Code c, DType d) {
    if (d.isShortFloat()) {
      shortFloat(c, "round", d, "(F)F");
    }
    if (!d.isNarrow()) {
      return;
    }
    if (d.isSigned()) {
      c.op(d.bytes() == 1 ? Opcodes.I2B : Opcodes.I2S);
    } else if (d.bytes() == 1) {
      c.pushInt(0xff);
      c.op(Opcodes.IAND);
    } else {
      c.op(Opcodes.I2C);
    }
  }

  /** Turns the value on the stack into an array's element, or a byte or short parameter's value. */
  public static void toElement(Code c, DType d) {
    if (d.isNarrow()) {
      c.op(d.bytes() == 1 ? Opcodes.I2B : Opcodes.I2S);
    } else if (d.isShortFloat()) {
      shortFloat(c, "to", d, "(F)S");
    }
  }

  /** Pushes 0 or false. */
  public static void pushZero(Code c, DType d) {
    c.op(
        switch (d.carrier()) {
          case BOOLEAN, INT -> Opcodes.ICONST_0;
          case LONG -> Opcodes.LCONST_0;
          case FLOAT -> Opcodes.FCONST_0;
          case DOUBLE -> Opcodes.DCONST_0;
        });
  }

  public static void pushConstant(Code c, DType d, Object value) {
    switch (d.carrier()) {
      case BOOLEAN -> c.pushInt((Boolean) value ? 1 : 0);
      case INT -> c.pushInt(((Number) value).intValue());
      case LONG -> c.pushLong(((Number) value).longValue());
      case FLOAT, DOUBLE -> c.mv().visitLdcInsn(value);
    }
  }
}
