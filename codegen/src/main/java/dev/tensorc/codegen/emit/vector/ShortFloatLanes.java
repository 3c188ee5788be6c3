package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.ir.DType;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Emits conversions between f32 and f16 or bf16 of the vector on the stack. Vectors of short floats
 * hold their bits, as memory does; with few integer operations they become those of f32 and back,
 * rounded as {@code ShortFloats} rounds.
 */
public final class ShortFloatLanes {

  private static final Type INTS = VectorTypes.of(DType.I32);
  private static final Type FLOATS = VectorTypes.of(DType.F32);
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

  /**
   * The f32 on the stack becomes the bits of the nearest short float, as ints.
   *
   * @param exact whether a short float holds it
   */
  void fromFloat(DType to, boolean exact) {
    if (to == DType.BF16) {
      toUpperHalf(exact);
      return;
    }
    Local signs = exact ? null : roundToHalf();
    toHalf(signs);
  }

  /** The f32 on the stack becomes the nearest short float, as an f32. */
  void round(DType to) {
    if (to == DType.BF16) {
      roundToUpperHalf();
      return;
    }
    Local bits = roundToHalf();
    ints();
    code.load(bits);
    and(Integer.MIN_VALUE);
    or();
    floats();
  }

  /**
   * Added to a number whose last place is that of the f16, and taken from it, {@code x} is rounded;
   * a product beyond f32 is infinite where the f16 is. Zeros may have lost their sign.
   *
   * @return the bits of {@code x}
   */
  private Local roundToHalf() {
    Local x = storedFloat();
    code.load(x);
    ints();
    Local bits = stored();
    code.load(bits);
    and(INFINITY);
    pushInt(Float.floatToRawIntBits(Math.scalb(1f, -14)));
    VectorTypes.call(code, DType.I32, "max", VectorTypes.VECTOR);
    pushInt(Float.floatToRawIntBits(Math.scalb(1f, 16)));
    VectorTypes.call(code, DType.I32, "min", VectorTypes.VECTOR);
    pushInt((MORE_DIGITS << 23) + (1 << 22)); // half as much again, for x of either sign
    add();
    floats();
    Local places = storedFloat();
    code.load(x);
    code.load(places);
    VectorTypes.call(code, DType.F32, "add", VectorTypes.VECTOR);
    code.load(places);
    VectorTypes.call(code, DType.F32, "sub", VectorTypes.VECTOR);
    multiply(MORE_BIAS);
    multiply(-MORE_BIAS);
    return bits;
  }

  private void roundToUpperHalf() {
    Local x = storedFloat();
    code.load(x);
    ints();
    Local bits = stored();
    code.load(bits);
    shift("LSHR", 16);
    and(1);
    code.load(bits);
    add();
    pushInt(0x7fff);
    add();
    and(0xffff_0000);
    floats();
    code.load(x);
    code.load(x);
    VectorTypes.call(code, DType.F32, "add", VectorTypes.VECTOR); // a NaN that stays one
    code.load(x);
    VectorTypes.operator(code, "NE", "Comparison");
    code.load(x);
    VectorTypes.compare(code, DType.F32);
    VectorTypes.call(code, DType.F32, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  /**
   * An f16's exponent and digits have their places in an f32, whose exponent means less: a
   * multiplication mends that, of subnormal ones too. Infinity and NaN keep the greatest exponent.
   */
  private void fromHalf() {
    shift("LSHL", MORE_DIGITS);
    and(0x8000_0000 | (0x7fff << MORE_DIGITS));
    floats();
    multiply(MORE_BIAS);
    Local value = storedFloat();
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

  /**
   * Turns an f32 that an f16 holds into its bits: as many digits fewer, below an exponent that
   * means more. Infinity and NaN keep the greatest exponent.
   *
   * @param signs ints with the signs, where they are not its own
   */
  private void toHalf(@Nullable Local signs) {
    multiply(-MORE_BIAS);
    ints();
    Local digits = stored();
    code.load(digits);
    shift("LSHR", MORE_DIGITS);
    and(0x7fff);
    code.load(signs == null ? digits : signs);
    shift("LSHR", 16);
    and(0x8000);
    or();
  }

  private void toUpperHalf(boolean exact) {
    if (!exact) {
      roundToUpperHalf();
    }
    ints();
    shift("LSHR", 16);
  }

  private void multiply(int exponent) {
    pushFloat(Math.scalb(1f, exponent));
    VectorTypes.call(code, DType.F32, "mul", VectorTypes.VECTOR);
  }

  private Local storedFloat() {
    Local local = code.newLocal(FLOATS);
    code.store(local);
    return local;
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

  /** Combines the two vectors on the stack. */
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
}
