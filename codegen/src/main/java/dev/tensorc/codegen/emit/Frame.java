package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Two arrays in which a method hands several locals back to the one that called it: a method
 * returns one value. They are made once for a call of the plan, and only if something needs them.
 */
final class Frame {

  private static final Type NUMBERS = Type.getType(long[].class);
  private static final Type REFERENCES = Type.getType(Object[].class);

  private final List<Local> locals;
  private final int numbers;
  private final int references;
  private int mostNumbers;
  private int mostReferences;

  /**
   * @param locals to which its own are added
   */
  Frame(List<Local> locals) {
    this.locals = locals;
    this.numbers = locals.size();
    locals.add(new Local(numbers, NUMBERS));
    this.references = locals.size();
    locals.add(new Local(references, REFERENCES));
  }

  /** The arrays that are used, as locals. */
  BitSet used() {
    var used = new BitSet();
    used.set(numbers, mostNumbers > 0);
    used.set(references, mostReferences > 0);
    return used;
  }

  /** Makes the arrays that are used. */
  List<AbstractInsnNode> made() {
    var code = new ArrayList<AbstractInsnNode>();
    if (mostNumbers > 0) {
      code.add(number(mostNumbers));
      code.add(new IntInsnNode(Opcodes.NEWARRAY, Opcodes.T_LONG));
      code.add(new VarInsnNode(Opcodes.ASTORE, numbers));
    }
    if (mostReferences > 0) {
      code.add(number(mostReferences));
      code.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
      code.add(new VarInsnNode(Opcodes.ASTORE, references));
    }
    return code;
  }

  /** Puts locals into the arrays. */
  List<AbstractInsnNode> put(BitSet values) {
    var code = new ArrayList<AbstractInsnNode>();
    int[] next = {0, 0};
    values.stream()
        .forEach(
            local -> {
              Type type = locals.get(local).type();
              address(type, next, code);
              code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), local));
              switch (type.getSort()) {
                case Type.OBJECT, Type.ARRAY, Type.LONG -> {}
                case Type.FLOAT -> {
                  code.add(call("java/lang/Float", "floatToRawIntBits", "(F)I"));
                  code.add(new InsnNode(Opcodes.I2L));
                }
                case Type.DOUBLE ->
                    code.add(call("java/lang/Double", "doubleToRawLongBits", "(D)J"));
                default -> code.add(new InsnNode(Opcodes.I2L));
              }
              code.add(new InsnNode(isReference(type) ? Opcodes.AASTORE : Opcodes.LASTORE));
            });
    mostNumbers = Math.max(mostNumbers, next[0]);
    mostReferences = Math.max(mostReferences, next[1]);
    return code;
  }

  /** Takes locals out of the arrays again. */
  List<AbstractInsnNode> take(BitSet values) {
    var code = new ArrayList<AbstractInsnNode>();
    int[] next = {0, 0};
    values.stream()
        .forEach(
            local -> {
              Type type = locals.get(local).type();
              address(type, next, code);
              code.add(new InsnNode(isReference(type) ? Opcodes.AALOAD : Opcodes.LALOAD));
              switch (type.getSort()) {
                case Type.OBJECT, Type.ARRAY ->
                    code.add(new TypeInsnNode(Opcodes.CHECKCAST, type.getInternalName()));
                case Type.LONG -> {}
                case Type.FLOAT -> {
                  code.add(new InsnNode(Opcodes.L2I));
                  code.add(call("java/lang/Float", "intBitsToFloat", "(I)F"));
                }
                case Type.DOUBLE -> code.add(call("java/lang/Double", "longBitsToDouble", "(J)D"));
                default -> code.add(new InsnNode(Opcodes.L2I));
              }
              code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), local));
            });
    return code;
  }

  /** Pushes an array and the next free place in it. */
  private void address(Type type, int[] next, List<AbstractInsnNode> code) {
    boolean reference = isReference(type);
    code.add(new VarInsnNode(Opcodes.ALOAD, reference ? references : numbers));
    code.add(number(next[reference ? 1 : 0]++));
  }

  private static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  private static AbstractInsnNode number(int value) {
    return new IntInsnNode(Opcodes.SIPUSH, value);
  }

  private static AbstractInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }
}
