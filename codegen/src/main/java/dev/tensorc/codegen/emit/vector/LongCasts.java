package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the conversion of i64 to f32 or f64, each rounded once. Vectors of less than 512 bits have
 * no instruction for it on x86, and without one the JIT keeps objects for vectors. There both
 * halves of the bits become mantissas of f64, whose difference to the numbers that the exponents
 * stand for is exact, and their sum is the only rounding. For f32 numbers beyond 2^53 keep their
 * highest bits and one that says whether any of the others is set.
 */
record LongCasts(Code code, DType lane) {

  private static final Type LONGS = VectorTypes.of(DType.I64);
  private static final Type DOUBLES = VectorTypes.of(DType.F64);

  /** 2^52, whose last mantissa bit is 1. */
  private static final double LOW = 0x1p52;

  /** 2^84, whose last mantissa bit is 2^32, and 2^63 for the sign. */
  private static final double HIGH = 0x1p84 + 0x1p63;

  /** The bits that f64 may not hold. */
  private static final long CUT = (1L << 11) - 1;

  private static final long EXACT = 1L << 53;

  /**
   * Converts the vector on the stack.
   *
   * @param conversion emits the JDK's conversion of i64
   * @param narrow emits the JDK's conversion of f64 to f32
   */
  void emit(DType to, Code.Part conversion, Code.Part narrow) {
    Local x = code.newLocal(LONGS);
    code.store(x);
    Local converted = code.newLocal(VectorTypes.of(to));
    code.ifElse(
        Code.isTrue(this::pushHasInstruction),
        () -> {
          code.load(x);
          conversion.emit();
          code.store(converted);
        },
        () -> {
          if (to == DType.F64) {
            doubles(x);
          } else {
            doubles(sticky(x));
            narrow.emit();
          }
          code.store(converted);
        });
    code.load(converted);
  }

  /** Pushes whether vectors have eight i64. */
  private void pushHasInstruction() {
    VectorTypes.pushLength(code, DType.I64);
    code.pushInt(3);
    code.op(Opcodes.ISHR);
  }

  private void doubles(Local x) {
    code.load(x);
    shiftRight(32);
    lanewise("XOR", Double.doubleToRawLongBits(HIGH));
    asDoubles();
    VectorTypes.broadcast(
        code, DType.F64, lane, () -> JvmTypes.pushConstant(code, DType.F64, HIGH + LOW));
    code.callVirtual(DOUBLES, "sub", DOUBLES, VectorTypes.VECTOR);
    code.load(x);
    lanewise("AND", 0xffff_ffffL);
    lanewise("OR", Double.doubleToRawLongBits(LOW));
    asDoubles();
    code.callVirtual(DOUBLES, "add", DOUBLES, VectorTypes.VECTOR);
  }

  private void asDoubles() {
    code.callVirtual(LONGS, "reinterpretAsDoubles", DOUBLES);
  }

  /** The same number where f64 holds it, else one between the same two f32. */
  private Local sticky(Local x) {
    Local cut =
        code.newLocal(
            LONGS,
            () -> {
              code.load(x);
              lanewise("AND", CUT);
              lanewise("ADD", CUT);
              VectorTypes.operator(code, "OR", "Associative");
              code.load(x);
              lanewise();
              lanewise("AND", ~CUT);
            });
    return code.newLocal(
        LONGS,
        () -> {
          code.load(x);
          code.load(cut);
          code.load(x);
          lanewise("ADD", EXACT);
          shiftRight(54);
          VectorTypes.operator(code, "NE", "Comparison");
          whole(0);
          VectorTypes.compare(code, DType.I64);
          code.callVirtual(LONGS, "blend", LONGS, VectorTypes.VECTOR, VectorTypes.MASK);
        });
  }

  private void shiftRight(int bits) {
    VectorTypes.operator(code, "LSHR", "Binary");
    code.pushLong(bits);
    code.callVirtual(LONGS, "lanewise", LONGS, VectorTypes.BINARY, Type.LONG_TYPE);
  }

  private void lanewise(String operator, long value) {
    VectorTypes.operator(code, operator, "Associative");
    whole(value);
    lanewise();
  }

  private void lanewise() {
    VectorTypes.lanewise(code, DType.I64);
  }

  private void whole(long value) {
    VectorTypes.broadcast(
        code, DType.I64, lane, () -> JvmTypes.pushConstant(code, DType.I64, value));
  }
}
