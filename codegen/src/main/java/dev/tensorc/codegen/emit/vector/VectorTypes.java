package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** How each dtype looks to the Vector API. */
public final class VectorTypes {

  private static final String PACKAGE = "jdk/incubator/vector/";
  public static final Type VECTOR = Type.getObjectType(PACKAGE + "Vector");
  public static final Type MASK = Type.getObjectType(PACKAGE + "VectorMask");
  public static final Type SPECIES = Type.getObjectType(PACKAGE + "VectorSpecies");
  static final Type SHUFFLE = Type.getObjectType(PACKAGE + "VectorShuffle");
  static final String OPERATORS = PACKAGE + "VectorOperators";

  static final Type BINARY = Type.getObjectType(OPERATORS + "$Binary");

  private VectorTypes() {}

  /** The type of a value in vector code: a mask for bool. */
  public static Type of(DType d) {
    return d == DType.BOOL ? MASK : Type.getObjectType(vector(d));
  }

  public static String vector(DType d) {
    return PACKAGE
        + switch (d.storage()) {
          case BYTE -> "ByteVector";
          case SHORT -> "ShortVector";
          case INT -> "IntVector";
          case LONG -> "LongVector";
          case FLOAT -> "FloatVector";
          case DOUBLE -> "DoubleVector";
          case BOOLEAN -> throw new IllegalStateException("no vectors of " + d);
        };
  }

  /** A constant to the JIT: the widest vectors of the machine that runs the code. */
  public static void pushSpecies(Code c, DType d) {
    c.getStatic(vector(d), "SPECIES_PREFERRED", SPECIES.getDescriptor());
  }

  /** {@code at += lanes}. */
  public static void advance(Code code, DType lane, Local at) {
    code.increase(at, () -> pushLength(code, lane));
  }

  /** Pushes {@code k} vectors' number of lanes. */
  public static void pushLanesTimes(Code c, DType d, int k) {
    if (k == 0) {
      c.pushInt(0);
      return;
    }
    pushLength(c, d);
    if (k > 1) {
      c.pushInt(k);
      c.op(Opcodes.IMUL);
    }
  }

  public static void pushLength(Code c, DType d) {
    pushSpecies(c, d);
    c.callInterface(SPECIES.getInternalName(), "length", "()I");
  }

  /** The scalar on the stack becomes a vector, a bool a mask over lanes of {@code lane}. */
  public static void broadcast(Code c, DType d, DType lane, Code.Part scalar) {
    LaneSpecies.push(c, d == DType.BOOL ? lane : d, lane);
    scalar.emit();
    if (d == DType.BOOL) {
      c.callInterface(SPECIES, "maskAll", MASK, Type.BOOLEAN_TYPE);
    } else {
      JvmTypes.toElement(c, d);
      c.callStatic(of(d), "broadcast", of(d), SPECIES, JvmTypes.element(d));
    }
  }

  /** The mask on the stack becomes one over lanes of that dtype. */
  static void castMask(Code c, DType d, DType lane) {
    LaneSpecies.push(c, d, lane);
    c.callVirtual(MASK, "cast", MASK, SPECIES);
  }

  /** A mask over lanes of {@code lane} as one over those of a dtype as wide. */
  public static Local mask(Code c, Local mask, DType d, DType lane) {
    return d == lane
        ? mask
        : c.newLocal(
            MASK,
            () -> {
              c.load(mask);
              castMask(c, d, lane);
            });
  }

  /** Calls a method of a vector that gives another one of its dtype. */
  public static void call(Code c, DType d, String name, Type... args) {
    c.callVirtual(of(d), name, of(d), args);
  }

  /** The species, array and index on the stack give way to the vector there. */
  public static void fromArray(Code c, DType d) {
    c.callStatic(of(d), "fromArray", of(d), SPECIES, JvmTypes.array(d), Type.INT_TYPE);
  }

  /** Stores the vector on the stack, which is below the array and index. */
  public static void intoArray(Code c, DType d) {
    c.callVirtual(of(d), "intoArray", Type.VOID_TYPE, JvmTypes.array(d), Type.INT_TYPE);
  }

  /** Combines the lanes of vectors: one, the operator and another are on the stack. */
  static void lanewise(Code c, DType d) {
    call(c, d, "lanewise", BINARY, VECTOR);
  }

  /** Compares vectors: one, the operator and another are on the stack. */
  static void compare(Code c, DType d) {
    Type comparison = Type.getObjectType(OPERATORS + "$Comparison");
    c.callVirtual(of(d), "compare", MASK, comparison, VECTOR);
  }

  static void operator(Code c, String name, String kind) {
    c.getStatic(OPERATORS, name, "L" + OPERATORS + "$" + kind + ";");
  }
}
