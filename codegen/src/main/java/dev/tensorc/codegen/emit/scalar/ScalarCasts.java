package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Opcodes;

/** Emits {@code astype} of the value on the stack. */
public final class ScalarCasts {

  private final Code code;
  private final DType from;
  private final DType to;

  private ScalarCasts(Code code, DType from, DType to) {
    this.code = code;
    this.from = from;
    this.to = to;
  }

  static void emit(Code code, DType from, DType to) {
    if (from != to) {
      new ScalarCasts(code, from, to).emit();
    }
  }

  private void emit() {
    switch (to.kind()) {
      case BOOL ->
          code.ifElse((_, no) -> notZero(no), () -> code.pushInt(1), () -> code.pushInt(0));
      case SIGNED, UNSIGNED -> {
        if (from.isFloat()) {
          saturate();
        } else {
          wrap();
        }
      }
      case FLOAT -> {
        if (to.isShortFloat()) {
          toShortFloat();
          return;
        }
        switch (to.carrier()) {
          case FLOAT -> toFloat();
          case DOUBLE -> toDouble();
          case BOOLEAN, INT, LONG -> throw new IllegalStateException("a float in " + to.carrier());
        }
      }
    }
  }

  private void notZero(org.objectweb.asm.Label no) {
    switch (from.carrier()) {
      case BOOLEAN, INT -> {}
      case LONG -> {
        code.pushLong(0);
        code.op(Opcodes.LCMP);
      }
      case FLOAT -> {
        code.op(Opcodes.FCONST_0);
        code.op(Opcodes.FCMPL);
      }
      case DOUBLE -> {
        code.op(Opcodes.DCONST_0);
        code.op(Opcodes.DCMPL);
      }
    }
    code.mv().visitJumpInsn(Opcodes.IFEQ, no);
  }

  // ---------------------------------------------------------------- to integers

  private void wrap() {
    if (to.carrier() == DType.Carrier.LONG) {
      widen();
    } else {
      if (from.carrier() == DType.Carrier.LONG) {
        code.op(Opcodes.L2I);
      }
      JvmTypes.cut(code, to);
    }
  }

  /** An integer of any dtype as a long. */
  private void widen() {
    if (from.carrier() == DType.Carrier.LONG) {
      return;
    }
    code.op(Opcodes.I2L);
    if (from.isWideUnsigned()) {
      code.pushLong(0xffff_ffffL);
      code.op(Opcodes.LAND);
    }
  }

  /** The JVM's own conversions saturate at int and long; others are clamped from there. */
  private void saturate() {
    boolean single = from.carrier() == DType.Carrier.FLOAT;
    if (to.isNarrow()) {
      code.op(single ? Opcodes.F2I : Opcodes.D2I);
      code.pushInt((int) to.lowest());
      code.callStatic("java/lang/Math", "max", "(II)I");
      code.pushInt((int) to.highest());
      code.callStatic("java/lang/Math", "min", "(II)I");
    } else if (to.isUnsigned()) {
      if (single) {
        code.op(Opcodes.F2D);
      }
      boolean wide = to.carrier() == DType.Carrier.LONG;
      code.callStatic(RuntimeTypes.UNSIGNED, wide ? "toLong" : "toInt", wide ? "(D)J" : "(D)I");
    } else if (to.carrier() == DType.Carrier.LONG) {
      code.op(single ? Opcodes.F2L : Opcodes.D2L);
    } else {
      code.op(single ? Opcodes.F2I : Opcodes.D2I);
    }
  }

  // ---------------------------------------------------------------- to floats

  private void toFloat() {
    switch (from.carrier()) {
      case BOOLEAN, INT, LONG -> fromInteger(Opcodes.I2F, Opcodes.L2F, "toFloat", "(J)F");
      case FLOAT -> {}
      case DOUBLE -> code.op(Opcodes.D2F);
    }
  }

  /** Rounds once: an integer goes by a double that rounds as it does itself. */
  private void toShortFloat() {
    boolean single = from.carrier() == DType.Carrier.FLOAT;
    if (from.carrier() == DType.Carrier.LONG) {
      String name = from.isUnsigned() ? "unsignedToDouble" : "toDouble";
      code.callStatic(RuntimeTypes.SHORT_FLOATS, name, "(J)D");
    } else if (!single) {
      toDouble();
    }
    JvmTypes.shortFloat(code, "round", to, single ? "(F)F" : "(D)F");
  }

  private void toDouble() {
    switch (from.carrier()) {
      case BOOLEAN, INT, LONG -> fromInteger(Opcodes.I2D, Opcodes.L2D, "toDouble", "(J)D");
      case FLOAT -> code.op(Opcodes.F2D);
      case DOUBLE -> {}
    }
  }

  private void fromInteger(int ofInt, int ofLong, String ofUnsigned, String descriptor) {
    if (!from.isWideUnsigned()) {
      code.op(from.carrier() == DType.Carrier.LONG ? ofLong : ofInt);
    } else if (from.carrier() == DType.Carrier.LONG) {
      code.callStatic(RuntimeTypes.UNSIGNED, ofUnsigned, descriptor);
    } else {
      widen();
      code.op(ofLong);
    }
  }
}
