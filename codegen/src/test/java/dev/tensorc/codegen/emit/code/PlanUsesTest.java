package dev.tensorc.codegen.emit.code;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

class PlanUsesTest {

  /** The compiler went round for ever where one of a loop's items has no code. */
  @Test
  void anItemWithoutCodeEnds() {
    var begin = new LabelNode();
    List<AbstractInsnNode> loop =
        List.of(
            begin,
            new VarInsnNode(Opcodes.ILOAD, 0),
            new VarInsnNode(Opcodes.ILOAD, 0),
            new JumpInsnNode(Opcodes.IF_ICMPEQ, begin),
            new JumpInsnNode(Opcodes.GOTO, begin));
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          var uses = new PlanUses(loop, 1, 0);
          uses.items(2, 2);
          uses.items(1, 3);
        });
  }
}
