package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Two arrays that hold locals between the methods of one plan: a method returns several locals to
 * its caller in them, since a method returns one value; or it leaves locals there for a method that
 * it calls, since a method takes at most 255 slots. The arrays are made once for a call of the
 * plan, and only if a method needs them.
 */
final class SpilledLocals {

  private static final Type NUMBERS = Type.getType(long[].class);
  private static final Type REFERENCES = Type.getType(Object[].class);

  private final List<Local> locals;
  private final int numbers;
  private final int references;
  private int mostNumbers;
  private int mostReferences;

  /** The places of the locals that are left in the arrays. */
  private final Map<Integer, Integer> left = new HashMap<>();

  /**
   * @param locals to which its own are added
   */
  SpilledLocals(List<Local> locals) {
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

  /** Whether a local is left in the arrays. */
  boolean has(int local) {
    return left.containsKey(local);
  }

  /** Leaves locals in the arrays, each in a place of its own. */
  List<AbstractInsnNode> leave(BitSet values) {
    for (int local : values.stream().toArray()) {
      if (!has(local)) {
        left.put(local, isReference(locals.get(local).type()) ? mostReferences++ : mostNumbers++);
      }
    }
    return put(values, left::get);
  }

  /** Takes locals that are left in the arrays. */
  List<AbstractInsnNode> find(BitSet values) {
    return take(values, left::get);
  }

  /** Puts locals into the arrays, one behind the other. */
  List<AbstractInsnNode> put(BitSet values) {
    IntUnaryOperator places = inOrder(values);
    int objects = (int) values.stream().filter(l -> isReference(locals.get(l).type())).count();
    mostReferences = Math.max(mostReferences, objects);
    mostNumbers = Math.max(mostNumbers, values.cardinality() - objects);
    return put(values, places);
  }

  /** Takes locals that were put into the arrays out again. */
  List<AbstractInsnNode> take(BitSet values) {
    return take(values, inOrder(values));
  }

  /** The place of each of these among those of its kind. */
  private IntUnaryOperator inOrder(BitSet values) {
    Map<Integer, Integer> places = new HashMap<>();
    int[] next = {0, 0};
    values.stream().forEach(l -> places.put(l, next[isReference(locals.get(l).type()) ? 1 : 0]++));
    return places::get;
  }

  private List<AbstractInsnNode> put(BitSet values, IntUnaryOperator places) {
    var code = new ArrayList<AbstractInsnNode>();
    values.stream()
        .forEach(
            local -> {
              Type type = locals.get(local).type();
              address(type, places.applyAsInt(local), code);
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
    return code;
  }

  private List<AbstractInsnNode> take(BitSet values, IntUnaryOperator places) {
    var code = new ArrayList<AbstractInsnNode>();
    values.stream()
        .forEach(
            local -> {
              Type type = locals.get(local).type();
              address(type, places.applyAsInt(local), code);
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

  /** Pushes an array and a place in it. */
  private void address(Type type, int place, List<AbstractInsnNode> code) {
    code.add(new VarInsnNode(Opcodes.ALOAD, isReference(type) ? references : numbers));
    code.add(number(place));
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
