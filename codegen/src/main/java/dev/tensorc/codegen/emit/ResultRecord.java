package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.facade.JavaParam;
import dev.tensorc.codegen.facade.ResultClass;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits the record of several results. */
final class ResultRecord {

  private static final int PUBLIC_METHOD = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL;
  private static final int NESTED = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;

  private final String facade;
  private final ResultClass results;
  private final List<String> names;
  private final List<Type> types;

  /**
   * @param facade internal name of the class that users see
   */
  ResultRecord(ResultClass results, String facade) {
    this.facade = facade;
    this.results = results;
    this.names = results.components().stream().map(JavaParam::name).toList();
    this.types = results.components().stream().map(c -> JvmTypes.of(c.type(), facade)).toList();
  }

  String internalName() {
    return facade + "$" + results.simpleName();
  }

  Type type() {
    return Type.getObjectType(internalName());
  }

  /** Says in a class file that the record is a member of the class that users see. */
  void declare(ClassWriter writer) {
    writer.visitInnerClass(internalName(), facade, results.simpleName(), NESTED);
  }

  private String constructorDescriptor() {
    return Type.getMethodDescriptor(Type.VOID_TYPE, types.toArray(Type[]::new));
  }

  /** Pushes a new record of the values that {@code components} push, in order. */
  void push(Code code, Code.Part components) {
    code.mv().visitTypeInsn(Opcodes.NEW, internalName());
    code.op(Opcodes.DUP);
    components.emit();
    code.mv()
        .visitMethodInsn(
            Opcodes.INVOKESPECIAL, internalName(), "<init>", constructorDescriptor(), false);
  }

  /**
   * @param describe says where the class comes from
   */
  byte[] emit(Consumer<ClassWriter> describe) {
    var writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(
        Opcodes.V25,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_RECORD,
        internalName(),
        null,
        "java/lang/Record",
        null);
    describe.accept(writer);
    declare(writer);
    writer.visitInnerClass(
        "java/lang/invoke/MethodHandles$Lookup",
        "java/lang/invoke/MethodHandles",
        "Lookup",
        NESTED);
    for (int i = 0; i < names.size(); i++) {
      String descriptor = types.get(i).getDescriptor();
      writer.visitRecordComponent(names.get(i), descriptor, null).visitEnd();
      writer
          .visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, names.get(i), descriptor, null, null)
          .visitEnd();
    }
    constructor(writer);
    for (int i = 0; i < names.size(); i++) {
      accessor(writer, names.get(i), types.get(i));
    }
    objectMethod(writer, "toString", Type.getType(String.class), List.of());
    objectMethod(writer, "hashCode", Type.INT_TYPE, List.of());
    objectMethod(writer, "equals", Type.BOOLEAN_TYPE, List.of(Type.getType(Object.class)));
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void constructor(ClassWriter writer) {
    MethodVisitor mv =
        writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", constructorDescriptor(), null, null);
    names.forEach(n -> mv.visitParameter(n, 0));
    mv.visitCode();
    var code = new Code(mv, Memory.ARRAYS, 0);
    code.at(results.function().nameSpan());
    var self = code.newLocal(type());
    List<Local> arguments = types.stream().map(code::newLocal).toList();
    code.load(self);
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Record", "<init>", "()V", false);
    for (int i = 0; i < names.size(); i++) {
      code.load(self);
      code.load(arguments.get(i));
      mv.visitFieldInsn(
          Opcodes.PUTFIELD, internalName(), names.get(i), types.get(i).getDescriptor());
    }
    code.op(Opcodes.RETURN);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private void accessor(ClassWriter writer, String name, Type type) {
    MethodVisitor mv =
        writer.visitMethod(PUBLIC_METHOD, name, Type.getMethodDescriptor(type), null, null);
    mv.visitCode();
    new Code(mv, Memory.ARRAYS, 1).at(results.function().nameSpan());
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitFieldInsn(Opcodes.GETFIELD, internalName(), name, type.getDescriptor());
    mv.visitInsn(type.getOpcode(Opcodes.IRETURN));
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  /** As javac does for a record: the JDK makes the method from the components. */
  private void objectMethod(ClassWriter writer, String name, Type result, List<Type> others) {
    var all = new ArrayList<Type>();
    all.add(type());
    all.addAll(others);
    var bootstrap =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/runtime/ObjectMethods",
            "bootstrap",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;"
                + "[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;",
            false);
    var arguments = new ArrayList<Object>(List.of(type(), String.join(";", names)));
    for (int i = 0; i < names.size(); i++) {
      arguments.add(
          new Handle(
              Opcodes.H_GETFIELD,
              internalName(),
              names.get(i),
              types.get(i).getDescriptor(),
              false));
    }
    MethodVisitor mv =
        writer.visitMethod(
            PUBLIC_METHOD,
            name,
            Type.getMethodDescriptor(result, others.toArray(Type[]::new)),
            null,
            null);
    mv.visitCode();
    new Code(mv, Memory.ARRAYS, all.size()).at(results.function().nameSpan());
    for (int slot = 0; slot < all.size(); slot++) {
      mv.visitVarInsn(Opcodes.ALOAD, slot);
    }
    mv.visitInvokeDynamicInsn(
        name,
        Type.getMethodDescriptor(result, all.toArray(Type[]::new)),
        bootstrap,
        arguments.toArray());
    mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }
}
