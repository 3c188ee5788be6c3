package dev.tensorc.codegen.emit.code;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * How many bytes instructions take at most, unless a jump spans more than half a method's limit.
 */
public final class CodeSize {

  private CodeSize() {}

  public static int of(List<AbstractInsnNode> code) {
    return code.stream().mapToInt(CodeSize::of).sum();
  }

  static int of(AbstractInsnNode node) {
    return switch (node.getType()) {
      case AbstractInsnNode.LABEL, AbstractInsnNode.LINE, AbstractInsnNode.FRAME -> 0;
      case AbstractInsnNode.INSN -> 1;
      case AbstractInsnNode.VAR_INSN -> 2; // almost all slots are below 256
      case AbstractInsnNode.INT_INSN,
          AbstractInsnNode.TYPE_INSN,
          AbstractInsnNode.FIELD_INSN,
          AbstractInsnNode.JUMP_INSN,
          AbstractInsnNode.LDC_INSN ->
          3;
      case AbstractInsnNode.METHOD_INSN -> node.getOpcode() == Opcodes.INVOKEINTERFACE ? 5 : 3;
      case AbstractInsnNode.LOOKUPSWITCH_INSN -> 12 + 8 * ((LookupSwitchInsnNode) node).keys.size();
      case AbstractInsnNode.TABLESWITCH_INSN -> 16 + 4 * ((TableSwitchInsnNode) node).labels.size();
      case AbstractInsnNode.INVOKE_DYNAMIC_INSN, AbstractInsnNode.MULTIANEWARRAY_INSN -> 5;
      case AbstractInsnNode.IINC_INSN -> 6;
      default -> throw new IllegalStateException("an unknown instruction: " + node);
    };
  }
}
