package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Type;

/**
 * Emits conversions between f32 and f16 or bf16 of the vector on the stack. Vectors of short floats
 * hold their bits, as memory does; with few integer operations they become those of f32 and back,
 * rounded as {@code ShortFloats} rounds.
 */
public final class ShortFloatLanes {

  private static final Type INTS = VectorTypes.of(DType.I32);
  private static final Type FLOATS = VectorTypes.of(DType.F32);
  private static final int MAGNITUDE = 0x7fff_ffff;
  private static final int INFINITY = 0x7f80_0000;

  /** Bits that the significand of an f32 has more than that of an f16. */
  private static final int MORE_DIGITS = 13;

  /** How much greater the exponent of an f32 is for the same power of two. */
  private static final int MORE_BIAS = 127 - 15;

  private final Code code;
  private final DType lane;

  /**
   * @param lane the dtype that has as many lanes in the machine's widest vectors
   */
  ShortFloatLanes(Code code, DType lane) {
    this.code = code;
    this.lane = lane;
  }

  /** The bits of the short floats on the stack lose their signs. */
  void magnitude() {
    pushOperator("AND");
    VectorTypes.broadcast(code, DType.I16, lane, () -> code.pushInt(0x7fff));
    VectorTypes.lanewise(code, DType.I16);
  }

  /** The bits on the stack, as ints with their sign, become an f32. */
  void toFloat(DType from) {
    if (from == DType.BF16) {
      shift("LSHL", 16);
      floats();
    } else {
      fromHalf();
    }
  }

  /** The f32 on the stack becomes the bits of the nearest short float, as ints. */
  void fromFloat(DType to) {
    ints();
    Local bits = stored();
    if (to == DType.BF16) {
      toUpperHalf(bits);
    } else {
      toHalf(bits);
    }
  }

  /**
   * An f16's exponent and digits have their places in an f32, whose exponent means less: a
   * multiplication mends that, of subnormal ones too. Infinity and NaN keep the greatest exponent.
   */
  private void fromHalf() {
    shift("LSHL", MORE_DIGITS);
    and(0x8000_0000 | (0x7fff << MORE_DIGITS));
    floats();
    pushFloat(Math.scalb(1f, MORE_BIAS));
    VectorTypes.call(code, DType.F32, "mul", VectorTypes.VECTOR);
    Local value = code.newLocal(FLOATS);
    code.store(value);
    code.load(value);
    code.load(value);
    ints();
    pushOperator("OR");
    pushInt(INFINITY);
    VectorTypes.lanewise(code, DType.I32);
    floats();
    code.load(value);
    VectorTypes.call(code, DType.F32, "abs");
    VectorTypes.operator(code, "GE", "Comparison");
    pushFloat(Math.scalb(1f, 16));
    VectorTypes.compare(code, DType.F32);
    VectorTypes.call(code, DType.F32, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  private void toHalf(Local bits) {
    code.load(bits);
    and(MAGNITUDE);
    Local magnitude = stored();
    code.load(magnitude);
    shift("LSHR", MORE_DIGITS);
    Local digits = stored();
    // to the nearest: half of a last place less a bit, and that bit where the place is odd
    code.load(magnitude);
    pushInt((1 << MORE_DIGITS - 1) - 1 - (MORE_BIAS << 23));
    add();
    code.load(digits);
    and(1);
    add();
    shift("LSHR", MORE_DIGITS);
    // an f16 is subnormal: added to 0.5, whose last place is its own, it is rounded
    code.load(magnitude);
    floats();
    pushFloat(0.5f);
    VectorTypes.call(code, DType.F32, "add", VectorTypes.VECTOR);
    ints();
    pushInt(Float.floatToRawIntBits(0.5f));
    VectorTypes.call(code, DType.I32, "sub", VectorTypes.VECTOR);
    blendWhere(magnitude, "LT", Float.floatToRawIntBits(Math.scalb(1f, -14)));
    pushInt(0x7c00);
    blendWhere(magnitude, "GE", Float.floatToRawIntBits(Math.scalb(1f, 16)));
    code.load(digits);
    and(0x3ff);
    pushOperator("OR");
    pushInt(0x7e00);
    VectorTypes.lanewise(code, DType.I32);
    blendWhere(magnitude, "GT", INFINITY);
    code.load(bits);
    shift("LSHR", 16);
    and(0x8000);
    or();
  }

  private void toUpperHalf(Local bits) {
    code.load(bits);
    pushInt(0x7fff);
    add();
    code.load(bits);
    shift("LSHR", 16);
    Local upper = stored();
    code.load(upper);
    and(1);
    add();
    shift("LSHR", 16);
    code.load(upper);
    pushOperator("OR");
    pushInt(0x40); // not to become an infinity
    VectorTypes.lanewise(code, DType.I32);
    code.load(bits);
    and(MAGNITUDE);
    blendWhere(stored(), "GT", INFINITY);
  }

  private Local stored() {
    Local local = code.newLocal(INTS);
    code.store(local);
    return local;
  }

  private void ints() {
    code.callVirtual(VectorTypes.of(DType.F32), "reinterpretAsInts", INTS);
  }

  private void floats() {
    code.callVirtual(VectorTypes.of(DType.I32), "reinterpretAsFloats", FLOATS);
  }

  private void pushInt(int value) {
    VectorTypes.broadcast(code, DType.I32, lane, () -> code.pushInt(value));
  }

  private void pushFloat(float value) {
    VectorTypes.broadcast(
        code, DType.F32, lane, () -> JvmTypes.pushConstant(code, DType.F32, value));
  }

  private void pushOperator(String name) {
    VectorTypes.operator(code, name, "Associative");
  }

  private void and(int bits) {
    pushOperator("AND");
    pushInt(bits);
    VectorTypes.lanewise(code, DType.I32);
  }

  /** Of the two vectors on the stack. */
  private void or() {
    VectorTypes.call(code, DType.I32, "or", VectorTypes.VECTOR);
  }

  private void add() {
    VectorTypes.call(code, DType.I32, "add", VectorTypes.VECTOR);
  }

  private void shift(String operator, int bits) {
    VectorTypes.operator(code, operator, "Binary");
    code.pushInt(bits);
    VectorTypes.call(code, DType.I32, "lanewise", VectorTypes.BINARY, Type.INT_TYPE);
  }

  private void pushCompared(Local ints, String operator, int bound) {
    code.load(ints);
    VectorTypes.operator(code, operator, "Comparison");
    pushInt(bound);
    VectorTypes.compare(code, DType.I32);
  }

  /** The lanes of the second vector on the stack where the comparison holds. */
  private void blendWhere(Local ints, String operator, int bound) {
    pushCompared(ints, operator, bound);
    VectorTypes.call(code, DType.I32, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }
}
