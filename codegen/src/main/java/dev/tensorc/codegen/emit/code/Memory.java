package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The kinds of storage, and all in which emitted code over one differs from code over the other:
 * the type of the elements' storage, the type of offsets and strides, and how an element or a
 * vector is read and written. One method walks one kind only: the JIT compiles neither well where
 * both come by.
 */
public enum Memory {
  /** Java arrays: offsets and strides are ints. */
  ARRAYS {
    @Override
    public Type base(DType d) {
      return JvmTypes.array(d);
    }

    @Override
    public Type index() {
      return Type.INT_TYPE;
    }

    @Override
    public void loadElement(Code c, DType d) {
      JvmTypes.loadElement(c, d);
    }

    @Override
    public void storeElement(Code c, DType d) {
      JvmTypes.storeElement(c, d);
    }
  },

  /** Native memory: offsets and strides are longs, and still count elements. */
  SEGMENTS {
    @Override
    public Type base(DType d) {
      return SEGMENT;
    }

    @Override
    public Type index() {
      return Type.LONG_TYPE;
    }

    @Override
    public void loadElement(Code c, DType d) {
      c.callStatic(
          RuntimeTypes.NATIVE_ELEMENTS,
          "load" + suffix(d),
          JvmTypes.element(d),
          SEGMENT,
          Type.LONG_TYPE);
      JvmTypes.fromElement(c, d);
    }

    @Override
    public void storeElement(Code c, DType d) {
      JvmTypes.toElement(c, d);
      c.callStatic(
          RuntimeTypes.NATIVE_ELEMENTS,
          "store" + suffix(d),
          Type.VOID_TYPE,
          SEGMENT,
          Type.LONG_TYPE,
          JvmTypes.element(d));
    }
  };

  public static final Type SEGMENT = Type.getObjectType("java/lang/foreign/MemorySegment");

  /**
   * The most bytes that the code of a method may have: those that fit, and over native memory those
   * that the JIT compiles, since there is another way.
   */
  public int mostBytes() {
    return this == ARRAYS ? JvmLimits.CODE_BYTES : JvmLimits.COMPILED_BYTES;
  }

  /** The type of the elements' storage. */
  public abstract Type base(DType d);

  /** The type of offsets and strides, in elements. */
  public abstract Type index();

  /** Pushes the value of the element whose base and index are on the stack. */
  public abstract void loadElement(Code c, DType d);

  /** Stores the value on the stack; base and index are below it. */
  public abstract void storeElement(Code c, DType d);

  /** The runtime's name of a thread's memory for elements, in Scratch and in Buffers. */
  public String scratch(DType d) {
    if (this == SEGMENTS) {
      return "segment";
    }
    return switch (d.storage()) {
      case BYTE -> "bytes";
      case SHORT -> "shorts";
      case INT -> "ints";
      case LONG -> "longs";
      case FLOAT -> "floats";
      case DOUBLE -> "doubles";
      case BOOLEAN -> "booleans";
    };
  }

  /** The base on the stack gives way to the number of its elements, a long. */
  public void pushCapacity(Code c, DType d) {
    if (this == ARRAYS) {
      c.op(Opcodes.ARRAYLENGTH);
      c.op(Opcodes.I2L);
    } else {
      c.callInterface(SEGMENT.getInternalName(), "byteSize", "()J");
      c.pushLong(d.bytes());
      c.op(Opcodes.LDIV);
    }
  }

  /** Pushes an offset or stride that is known. */
  public void push(Code c, int value) {
    if (this == ARRAYS) {
      c.pushInt(value);
    } else {
      c.pushLong(value);
    }
  }

  /** The int on the stack becomes an offset or stride. */
  public void fromInt(Code c) {
    if (this == SEGMENTS) {
      c.op(Opcodes.I2L);
    }
  }

  /** The long on the stack becomes an offset or stride. */
  public void fromLong(Code c) {
    if (this == ARRAYS) {
      c.op(Opcodes.L2I);
    }
  }

  /** The offset or stride on the stack becomes a long. */
  public void toLong(Code c) {
    if (this == ARRAYS) {
      c.op(Opcodes.I2L);
    }
  }

  /** Pushes the segment of a tensor in native memory. */
  public static void pushSegment(Code c, Local tensor) {
    c.load(tensor);
    c.callStatic(RuntimeTypes.NATIVE_ELEMENTS, "of", SEGMENT, RuntimeTypes.TENSOR);
  }

  /**
   * The tensor on the stack, below its name in messages, gives way to one whose elements lie in
   * this kind of storage: itself, or a copy.
   */
  public void stage(Code c) {
    c.callStatic(
        RuntimeTypes.STAGING,
        this == ARRAYS ? "inArray" : "inNative",
        RuntimeTypes.TENSOR,
        RuntimeTypes.TENSOR,
        JvmTypes.STRING);
  }

  /** The output on the stack gives way to the tensor that is written in its place. */
  public void stageOutput(Code c) {
    c.callStatic(
        RuntimeTypes.STAGING,
        this == ARRAYS ? "outputInArray" : "outputInNative",
        RuntimeTypes.TENSOR,
        RuntimeTypes.TENSOR);
  }

  /** The output on the stack gives way to a new one in its place. */
  public void stageNewOutput(Code c) {
    c.callStatic(
        RuntimeTypes.STAGING,
        this == ARRAYS ? "newInArray" : "newInNative",
        RuntimeTypes.TENSOR,
        RuntimeTypes.TENSOR);
  }

  /** Pushes an int that is 0 where the stride is. */
  public void pushWalks(Code c, Local stride) {
    c.load(stride);
    if (this == SEGMENTS) {
      c.pushLong(0);
      c.op(Opcodes.LCMP);
    }
  }

  /**
   * Jumps unless a stride equals an int.
   *
   * @param other pushes the int
   */
  public void jumpUnlessEqual(Code c, Local stride, Code.Part other, Label no) {
    Code.Part index =
        () -> {
          other.emit();
          fromInt(c);
        };
    c.load(stride).jumpIf(Opcodes.IFNE, index, no);
  }

  /** Adds two offsets. */
  public void add(Code c) {
    c.op(index().getOpcode(Opcodes.IADD));
  }

  private static String suffix(DType d) {
    return switch (d.storage()) {
      case BOOLEAN -> "Boolean";
      case BYTE -> "Byte";
      case SHORT -> "Short";
      case INT -> "Int";
      case LONG -> "Long";
      case FLOAT -> "Float";
      case DOUBLE -> "Double";
    };
  }
}
