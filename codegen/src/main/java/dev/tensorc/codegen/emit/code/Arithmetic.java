package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.Code.Part;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Operations on the number on top of the operand stack: {@code code.load(n).minus(i).times(2)}
 * leaves {@code (n - i) * 2} there. Each is emitted as it is called.
 *
 * @param type of the number, and of the others: an int or a long
 */
public record Arithmetic(Code code, Type type) {

  public Arithmetic plus(Local other) {
    return op(Opcodes.IADD, other);
  }

  public Arithmetic plus(int other) {
    return op(Opcodes.IADD, other);
  }

  /**
   * @param other pushes it
   */
  public Arithmetic plus(Part other) {
    return op(Opcodes.IADD, other);
  }

  public Arithmetic minus(Local other) {
    return op(Opcodes.ISUB, other);
  }

  public Arithmetic minus(int other) {
    return op(Opcodes.ISUB, other);
  }

  public Arithmetic minus(Part other) {
    return op(Opcodes.ISUB, other);
  }

  public Arithmetic times(Local other) {
    return op(Opcodes.IMUL, other);
  }

  public Arithmetic times(int other) {
    return op(Opcodes.IMUL, other);
  }

  public Arithmetic times(Part other) {
    return op(Opcodes.IMUL, other);
  }

  /** Divides it. */
  public Arithmetic by(Local other) {
    return op(Opcodes.IDIV, other);
  }

  public Arithmetic by(int other) {
    return op(Opcodes.IDIV, other);
  }

  /** The remainder. */
  public Arithmetic modulo(Local other) {
    return op(Opcodes.IREM, other);
  }

  public Arithmetic unsignedShiftRight(int bits) {
    code.pushInt(bits);
    return become(type.getOpcode(Opcodes.IUSHR), type);
  }

  /** The bits that both have. */
  public Arithmetic and(int other) {
    return op(Opcodes.IAND, other);
  }

  public Arithmetic and(Part other) {
    return op(Opcodes.IAND, other);
  }

  /** The lesser of both. */
  public Arithmetic min(Local other) {
    return min(() -> code.load(other));
  }

  public Arithmetic min(Part other) {
    return call("min", other);
  }

  /** The greater of both. */
  public Arithmetic max(Local other) {
    return max(() -> code.load(other));
  }

  public Arithmetic max(int other) {
    return max(() -> push(other));
  }

  public Arithmetic max(Part other) {
    return call("max", other);
  }

  /** Of an array. */
  public Arithmetic length() {
    return become(Opcodes.ARRAYLENGTH, Type.INT_TYPE);
  }

  /** Of an int. */
  public Arithmetic toLong() {
    return become(Opcodes.I2L, Type.LONG_TYPE);
  }

  /** Of a long. */
  public Arithmetic toInt() {
    return become(Opcodes.L2I, Type.INT_TYPE);
  }

  /** The int becomes an offset or stride. */
  public Arithmetic toIndex() {
    return code.memory() == Memory.SEGMENTS ? toLong() : this;
  }

  private Arithmetic become(int opcode, Type other) {
    code.op(opcode);
    return new Arithmetic(code, other);
  }

  /**
   * Jumps where it compares with another as that opcode's jump says with 0.
   *
   * @param opcode such as {@code IFLT}, where it is less than the other
   */
  public void jumpIf(int opcode, Local other, Label to) {
    jumpIf(opcode, () -> code.load(other), to);
  }

  public void jumpIf(int opcode, int other, Label to) {
    jumpIf(opcode, () -> push(other), to);
  }

  public void jumpIf(int opcode, Part other, Label to) {
    other.emit();
    if (type.equals(Type.LONG_TYPE)) {
      code.op(Opcodes.LCMP);
      code.mv().visitJumpInsn(opcode, to);
    } else {
      code.mv().visitJumpInsn(opcode + Opcodes.IF_ICMPEQ - Opcodes.IFEQ, to);
    }
  }

  private Arithmetic op(int opcode, Local other) {
    return op(opcode, () -> code.load(other));
  }

  private Arithmetic op(int opcode, int other) {
    return op(opcode, () -> push(other));
  }

  private Arithmetic op(int opcode, Part other) {
    other.emit();
    code.op(type.getOpcode(opcode));
    return this;
  }

  private Arithmetic call(String function, Part other) {
    other.emit();
    code.callStatic("java/lang/Math", function, type, type, type);
    return this;
  }

  private void push(int value) {
    if (type.equals(Type.LONG_TYPE)) {
      code.pushLong(value);
    } else {
      code.pushInt(value);
    }
  }
}
