package dev.tensorc.codegen.emit;

import dev.tensorc.ir.DType;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The rotations of lanes that a vector class uses: its constants, so that the JIT knows them. */
final class LaneRotations {

  /**
   * @param by how many lanes
   */
  private record Rotation(DType dtype, int by) {}

  private final String holder;
  private final Map<String, Rotation> used = new TreeMap<>();

  LaneRotations(String holder) {
    this.holder = holder;
  }

  /** Pushes the shuffle that moves every lane down by so many, round and round. */
  void push(Code code, DType dtype, int by) {
    String name = "ROTATE_" + dtype.name() + "_" + by;
    used.put(name, new Rotation(dtype, by));
    code.getStatic(holder, name, VectorTypes.SHUFFLE.getDescriptor());
  }

  boolean isEmpty() {
    return used.isEmpty();
  }

  void declare(ClassWriter writer) {
    for (String name : used.keySet()) {
      int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      writer.visitField(access, name, VectorTypes.SHUFFLE.getDescriptor(), null, null).visitEnd();
    }
  }

  /** Emits the class initialiser's code. */
  void initialise(Code code) {
    used.forEach(
        (name, rotation) -> {
          VectorTypes.pushSpecies(code, rotation.dtype());
          code.pushInt(rotation.by());
          code.pushInt(1);
          code.pushInt(1);
          code.mv()
              .visitMethodInsn(
                  Opcodes.INVOKESTATIC,
                  VectorTypes.SHUFFLE.getInternalName(),
                  "iota",
                  Type.getMethodDescriptor(
                      VectorTypes.SHUFFLE,
                      VectorTypes.SPECIES,
                      Type.INT_TYPE,
                      Type.INT_TYPE,
                      Type.BOOLEAN_TYPE),
                  false);
          code.mv()
              .visitFieldInsn(Opcodes.PUTSTATIC, holder, name, VectorTypes.SHUFFLE.getDescriptor());
        });
    code.op(Opcodes.RETURN);
  }
}
