package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.scalar.ScalarCasts;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Type;

/**
 * Emits {@code astype} between numbers of the vector on the stack, lane by lane as {@link
 * ScalarCasts} does it: from floats to integers saturating, between integers wrapping.
 *
 * @param lane the dtype that has as many lanes in the machine's widest vectors
 */
record VectorCasts(Code code, DType lane) {

  void emit(DType from, DType to) {
    emit(from, to, false);
  }

  /**
   * @param exact whether each element is a number that {@code to}, a short float, holds
   */
  void emit(DType from, DType to, boolean exact) {
    if (from == to) {
      return;
    }
    if (from.isShortFloat()) {
      step(DType.I16, DType.I32);
      new ShortFloatLanes(code, lane).toFloat(from);
      emit(DType.F32, to);
    } else if (to.isShortFloat()) {
      emit(from, DType.F32);
      new ShortFloatLanes(code, lane).fromFloat(to, exact);
      step(DType.I32, DType.U16);
    } else {
      betweenComputed(from, to);
    }
  }

  /** Between dtypes that are computed with. */
  private void betweenComputed(DType from, DType to) {
    if (from.storage() == to.storage()) {
      return; // signed and unsigned: the same bits
    }
    if (from.isFloat() && to.isNarrow()) {
      step(from, DType.I32);
      clamp("MAX", to.lowest());
      clamp("MIN", to.highest());
      step(DType.I32, to);
    } else if (from.isFloat() && to.isWideUnsigned()) {
      saturate(from, to);
    } else if (from.isWideUnsigned() && to.isFloat()) {
      toFloat(from, to);
    } else if (from.isUnsigned() && to.isFloat()) {
      step(from, DType.I32);
      step(DType.I32, to);
    } else {
      step(from, to);
    }
  }

  /**
   * None of the JDK's conversions gives unsigned integers. Values that the signed ones of that
   * width do not hold are converted less 2^(width - 1), which is exact, and get their highest bit
   * then.
   */
  private void saturate(DType from, DType to) {
    DType signed = signed(to);
    int bits = 8 * to.bytes();
    Local x = code.newLocal(VectorTypes.of(from));
    code.store(x);
    Local high = code.newLocal(VectorTypes.of(from), () -> real(from, Math.scalb(1.0, bits - 1)));
    Local isHigh =
        code.newLocal(
            VectorTypes.MASK,
            () -> {
              code.load(x);
              VectorTypes.operator(code, "GE", "Comparison");
              code.load(high);
              VectorTypes.compare(code, from);
            });
    code.load(x);
    code.load(high);
    code.load(isHigh);
    VectorTypes.call(code, from, "sub", VectorTypes.VECTOR, VectorTypes.MASK);
    step(from, signed);
    whole(signed, 0);
    VectorTypes.call(code, signed, "max", VectorTypes.VECTOR);
    VectorTypes.operator(code, "XOR", "Associative");
    whole(signed, signed.lowest());
    code.load(isHigh);
    if (from != signed) {
      VectorTypes.castMask(code, signed, lane);
    }
    VectorTypes.call(
        code, signed, "lanewise", VectorTypes.BINARY, VectorTypes.VECTOR, VectorTypes.MASK);
  }

  /** Rounds once. */
  private void toFloat(DType from, DType to) {
    DType signed = signed(from);
    if (from == DType.U64) {
      halves(to);
    } else if (to == DType.F64) {
      step(from, DType.I64);
      step(DType.I64, to);
    } else { // both halves of the bits are exact, and so is the higher one times 2^16
      Local x = code.newLocal(VectorTypes.of(from));
      code.store(x);
      code.load(x);
      shiftRight(signed, 16);
      step(signed, to);
      real(to, Math.scalb(1.0, 16));
      VectorTypes.call(code, to, "mul", VectorTypes.VECTOR);
      code.load(x);
      VectorTypes.operator(code, "AND", "Associative");
      whole(signed, 0xffff);
      VectorTypes.lanewise(code, signed);
      step(signed, to);
      VectorTypes.call(code, to, "add", VectorTypes.VECTOR);
    }
  }

  /**
   * A u64 beyond i64 is converted as half of it, and doubled: its lowest bit, which is cut off,
   * stays in the one above for the rounding.
   */
  private void halves(DType to) {
    Type longs = VectorTypes.of(DType.I64);
    Local x = code.newLocal(longs);
    code.store(x);
    Local isHigh =
        code.newLocal(
            VectorTypes.MASK,
            () -> {
              code.load(x);
              VectorTypes.operator(code, "LT", "Comparison");
              whole(DType.I64, 0);
              VectorTypes.compare(code, DType.I64);
            });
    code.load(x);
    code.load(x);
    shiftRight(DType.I64, 1);
    VectorTypes.operator(code, "OR", "Associative");
    code.load(x);
    VectorTypes.operator(code, "AND", "Associative");
    whole(DType.I64, 1);
    VectorTypes.lanewise(code, DType.I64);
    VectorTypes.lanewise(code, DType.I64);
    code.load(isHigh);
    VectorTypes.call(code, DType.I64, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
    step(DType.I64, to);
    Local converted = code.newLocal(VectorTypes.of(to));
    code.store(converted);
    code.load(converted);
    code.load(converted);
    code.load(isHigh);
    VectorTypes.castMask(code, to, lane);
    VectorTypes.call(code, to, "add", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  private static DType signed(DType unsigned) {
    return unsigned == DType.U64 ? DType.I64 : DType.I32;
  }

  private void shiftRight(DType t, int bits) {
    VectorTypes.operator(code, "LSHR", "Binary");
    JvmTypes.pushConstant(code, t, bits);
    VectorTypes.call(code, t, "lanewise", VectorTypes.BINARY, JvmTypes.element(t));
  }

  private void whole(DType t, long value) {
    Object number = t == DType.I64 ? (Object) value : (Object) (int) value;
    VectorTypes.broadcast(code, t, lane, () -> JvmTypes.pushConstant(code, t, number));
  }

  private void real(DType t, double value) {
    Object number = t == DType.F64 ? (Object) value : (Object) (float) value;
    VectorTypes.broadcast(code, t, lane, () -> JvmTypes.pushConstant(code, t, number));
  }

  private void clamp(String operator, long bound) {
    VectorTypes.operator(code, operator, "Associative");
    code.pushInt((int) bound);
    VectorTypes.call(code, DType.I32, "lanewise", VectorTypes.BINARY, Type.INT_TYPE);
  }

  private void step(DType from, DType to) {
    if (from == DType.I64 && to.isFloat()) {
      new LongCasts(code, lane)
          .emit(to, () -> conversion(from, to), () -> conversion(DType.F64, to));
    } else {
      conversion(from, to);
    }
  }

  /** One of the JDK's conversions. */
  private void conversion(DType from, DType to) {
    boolean extend = from.isUnsigned() && !to.isFloat() && from.bytes() < to.bytes();
    String name = (extend ? "ZERO_EXTEND_" : "") + letter(from) + "2" + letter(to);
    VectorTypes.operator(code, name, "Conversion");
    LaneSpecies.push(code, to, lane);
    code.pushInt(0);
    code.callVirtual(
        VectorTypes.of(from),
        "convertShape",
        VectorTypes.VECTOR,
        Type.getObjectType(VectorTypes.OPERATORS + "$Conversion"),
        VectorTypes.SPECIES,
        Type.INT_TYPE);
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
