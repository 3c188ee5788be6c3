package dev.tensorc.codegen.emit;

import dev.tensorc.ir.DType;
import org.objectweb.asm.Type;

/**
 * Emits {@code astype} between numbers of the vector on the stack, lane by lane as {@link
 * ScalarCasts} does it: from floats to integers saturating, between integers wrapping.
 */
final class VectorCasts {

  private final Code code;
  private final DType lane;

  /**
   * @param lane the dtype that has as many lanes in the machine's widest vectors
   */
  VectorCasts(Code code, DType lane) {
    this.code = code;
    this.lane = lane;
  }

  /** Whether there is no vector form: none of the JDK's conversions takes unsigned integers. */
  static boolean impossible(DType from, DType to) {
    boolean fromWide = from.isWideUnsigned() && to.isFloat();
    return from.isFloat() && to.isWideUnsigned() || fromWide && !throughLong(from, to);
  }

  private static boolean throughLong(DType from, DType to) {
    return from == DType.U32 && to == DType.F64;
  }

  void emit(DType from, DType to) {
    if (from.storage() == to.storage()) {
      return; // signed and unsigned: the same bits
    }
    if (from.isFloat() && to.isNarrow()) {
      step(from, DType.I32);
      clamp("MAX", to.lowest());
      clamp("MIN", to.highest());
      step(DType.I32, to);
    } else if (from.isUnsigned() && to.isFloat()) {
      DType signed = throughLong(from, to) ? DType.I64 : DType.I32;
      step(from, signed);
      emit(signed, to);
    } else {
      step(from, to);
    }
  }

  private void clamp(String operator, long bound) {
    VectorTypes.operator(code, operator, "Associative");
    code.pushInt((int) bound);
    code.callVirtual(
        VectorTypes.vector(DType.I32),
        "lanewise",
        Type.getMethodDescriptor(
            VectorTypes.of(DType.I32),
            Type.getObjectType(VectorTypes.OPERATORS + "$Binary"),
            Type.INT_TYPE));
  }

  /** One of the JDK's conversions. */
  private void step(DType from, DType to) {
    boolean extend = from.isUnsigned() && !to.isFloat() && from.bytes() < to.bytes();
    String name = (extend ? "ZERO_EXTEND_" : "") + letter(from) + "2" + letter(to);
    VectorTypes.operator(code, name, "Conversion");
    LaneSpecies.push(code, to, lane);
    code.pushInt(0);
    code.callVirtual(
        VectorTypes.vector(from),
        "convertShape",
        Type.getMethodDescriptor(
            VectorTypes.VECTOR,
            Type.getObjectType(VectorTypes.OPERATORS + "$Conversion"),
            VectorTypes.SPECIES,
            Type.INT_TYPE));
    code.cast(VectorTypes.vector(to));
  }

  private static String letter(DType t) {
    return switch (t.storage()) {
      case BYTE -> "B";
      case SHORT -> "S";
      case INT -> "I";
      case LONG -> "L";
      case FLOAT -> "F";
      case DOUBLE -> "D";
      case BOOLEAN -> throw new IllegalStateException("no conversion from or to " + t);
    };
  }
}
