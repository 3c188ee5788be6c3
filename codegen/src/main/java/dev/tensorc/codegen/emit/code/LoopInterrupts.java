package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits where a loop of a plan asks whether its thread was interrupted. */
public final class LoopInterrupts {

  /** A power of two. */
  private static final int ROUNDS_PER_CHECK = 1024;

  private LoopInterrupts() {}

  /** Whether a round takes some nanoseconds: it computes numbers, and nothing of tensors. */
  public static boolean isShort(List<Stmt> body) {
    return body.stream()
        .allMatch(
            s ->
                switch (s) {
                  case LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Check _, LoopIr.Store _ -> true;
                  case LoopIr.Branch b -> isShort(b.then().body()) && isShort(b.otherwise().body());
                  default -> false;
                });
  }

  /** Ends the call if its thread was interrupted. */
  public static void check(Code code, LoopIr.Loop l) {
    code.pushString(l.span().location());
    code.callStatic(
        RuntimeTypes.CALL_INTERRUPTED_EXCEPTION, "check", Type.VOID_TYPE, JvmTypes.STRING);
  }

  /**
   * As {@link #check}, in some rounds: in each it would make short ones half as long again.
   *
   * @param number pushes an int that is another in each round
   */
  public static void checkSometimes(Code code, LoopIr.Loop l, Code.Part number) {
    code.ifElse(
        (c, no) -> {
          number.emit();
          c.pushInt(ROUNDS_PER_CHECK - 1);
          c.op(Opcodes.IAND);
          c.mv().visitJumpInsn(Opcodes.IFNE, no);
        },
        () -> check(code, l),
        () -> {});
  }
}
