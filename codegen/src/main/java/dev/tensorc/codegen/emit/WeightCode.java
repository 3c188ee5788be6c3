package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The weights of a program in its classes. The class that users see has them in a field and is made
 * by {@code load}; a plan gets them after its arguments.
 */
final class WeightCode {

  /** The interface through which users close the weights, in the class that users see. */
  static final String CLOSEABLE = "java/lang/AutoCloseable";

  private static final String OBJECT = "java/lang/Object";
  private static final String FIELD = "weights";
  private static final Type PATH = Type.getObjectType("java/nio/file/Path");
  private static final Type CLASS = Type.getType(Class.class);
  private static final String CONSTRUCTOR =
      Type.getMethodDescriptor(Type.VOID_TYPE, RuntimeTypes.WEIGHTS);

  private WeightCode() {}

  // ---------------------------------------------------------------- plans

  /** The weights that a plan uses, in new locals. */
  static List<Local> take(Code code, TensorIr.Function f, Local weights) {
    var locals = new ArrayList<Local>();
    for (TensorIr.Param p : f.weights()) {
      code.item(() -> locals.add(take(code, p, weights)));
      code.name(locals.getLast(), p.name());
    }
    return locals;
  }

  private static Local take(Code code, TensorIr.Param p, Local weights) {
    String tensor = JvmTypes.tensor(p.value().dtype());
    String kind = code.memory() == Memory.ARRAYS || p.value().isScalar() ? "inArray" : "inNative";
    return code.newLocal(
        JvmTypes.of(p.value()),
        () -> {
          code.load(weights);
          code.pushInt(p.weight().orElseThrow());
          code.callVirtual(RuntimeTypes.WEIGHTS, kind, RuntimeTypes.TENSOR, Type.INT_TYPE);
          code.cast(tensor);
          if (p.value().isScalar()) {
            code.pushInt(0);
            code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
            Type type = JvmTypes.of(p.value());
            code.callVirtual(tensor, "get", type, Type.getType(long[].class));
          }
        });
  }

  // ---------------------------------------------------------------- the class that users see

  /** The field, the constructor, and the methods that load and close. */
  static void declare(ClassWriter writer, String facade) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    writer.visitField(access, FIELD, RuntimeTypes.WEIGHTS.getDescriptor(), null, null).visitEnd();
    Code.method(
        writer,
        Memory.ARRAYS,
        Opcodes.ACC_PRIVATE,
        "<init>",
        CONSTRUCTOR,
        2,
        code -> construct(code, facade));
    load(writer, facade, List.of());
    load(writer, facade, List.of(new Given("file", PATH)));
    load(
        writer,
        facade,
        List.of(new Given("file", PATH), new Given("options", RuntimeTypes.LOAD_OPTIONS)));
    Code.method(
        writer, Memory.ARRAYS, Opcodes.ACC_PUBLIC, "close", "()V", 1, code -> close(code, facade));
  }

  private static void construct(Code code, String facade) {
    code.at(1);
    code.mv().visitVarInsn(Opcodes.ALOAD, 0);
    code.mv().visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
    code.mv().visitVarInsn(Opcodes.ALOAD, 0);
    code.mv().visitVarInsn(Opcodes.ALOAD, 1);
    code.mv().visitFieldInsn(Opcodes.PUTFIELD, facade, FIELD, RuntimeTypes.WEIGHTS.getDescriptor());
    code.op(Opcodes.RETURN);
  }

  private static void close(Code code, String facade) {
    code.at(1);
    push(code, facade);
    code.callVirtual(RuntimeTypes.WEIGHTS, "close", "()V");
    code.op(Opcodes.RETURN);
  }

  /** Pushes the weights of the object whose method this is. */
  static void push(Code code, String facade) {
    code.mv().visitVarInsn(Opcodes.ALOAD, 0);
    code.mv().visitFieldInsn(Opcodes.GETFIELD, facade, FIELD, RuntimeTypes.WEIGHTS.getDescriptor());
  }

  /** A parameter of {@code load}. */
  private record Given(String name, Type type) {}

  /**
   * {@code load}: without options it takes the usual ones, without a file that beside the class.
   */
  private static void load(ClassWriter writer, String facade, List<Given> given) {
    List<Type> types = given.stream().map(Given::type).toList();
    Type made = Type.getObjectType(facade);
    MethodVisitor mv =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            "load",
            Type.getMethodDescriptor(made, types.toArray(Type[]::new)),
            null,
            new String[] {"java/io/IOException"});
    given.forEach(g -> mv.visitParameter(g.name(), 0));
    mv.visitCode();
    var code = new Code(mv, Memory.ARRAYS, given.size());
    code.at(1);
    mv.visitTypeInsn(Opcodes.NEW, facade);
    code.op(Opcodes.DUP);
    mv.visitLdcInsn(made);
    for (int i = 0; i < given.size(); i++) {
      mv.visitVarInsn(Opcodes.ALOAD, i);
    }
    if (!types.contains(RuntimeTypes.LOAD_OPTIONS)) {
      code.getStatic(RuntimeTypes.LOAD_OPTIONS, "DEFAULT");
    }
    var opened = new ArrayList<>(List.of(CLASS));
    if (types.contains(PATH)) {
      opened.add(PATH);
    }
    opened.add(RuntimeTypes.LOAD_OPTIONS);
    code.callStatic(
        RuntimeTypes.WEIGHTS, "open", RuntimeTypes.WEIGHTS, opened.toArray(Type[]::new));
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, facade, "<init>", CONSTRUCTOR, false);
    code.op(Opcodes.ARETURN);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }
}
