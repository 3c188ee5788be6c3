package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.kernel.KernelNames;
import dev.tensorc.codegen.facade.Entry;
import dev.tensorc.codegen.facade.Exported;
import dev.tensorc.codegen.facade.Facade;
import dev.tensorc.codegen.facade.JavaParam;
import dev.tensorc.codegen.facade.JavaType;
import dev.tensorc.codegen.facade.ResultClass;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the methods that users call: each calls its function's plan.
 *
 * @param name internal name of the class
 * @param natives the functions whose plans have a form over native memory
 */
record FacadeEmitter(
    Facade facade, String name, KernelNames kernels, List<TensorIr.Function> natives) {

  /**
   * For compilers alone. The JVM would look for each class of an annotation that it sees in all of
   * the class path when a program is loaded, and make a proxy of it.
   */
  private static final String NULL_MARKED = "Lorg/jspecify/annotations/NullMarked;";

  void emit(ClassWriter writer) {
    writer.visitAnnotation(NULL_MARKED, false).visitEnd();
    facade.records().forEach(r -> new ResultRecord(r, name).declare(writer));
    for (Exported f : facade.functions()) {
      f.entries().forEach(e -> method(writer, f, e));
    }
  }

  private Type type(JavaType type) {
    return JvmTypes.of(type, name);
  }

  private void method(ClassWriter writer, Exported f, Entry entry) {
    List<JavaParam> all = entry.all();
    List<Type> types = all.stream().map(p -> type(p.type())).toList();
    MethodVisitor mv =
        writer.visitMethod(
            f.usesWeights() ? Opcodes.ACC_PUBLIC : Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            entry.name(),
            Type.getMethodDescriptor(type(entry.result()), types.toArray(Type[]::new)),
            null,
            null);
    all.forEach(p -> mv.visitParameter(p.name(), 0));
    mv.visitCode();
    var code = new Code(mv, Memory.ARRAYS, f.usesWeights() ? 1 : 0);
    List<Local> locals = types.stream().map(code::newLocal).toList();
    var start = new Label();
    var end = new Label();
    var thrown = new Label();
    boolean mayChange = all.stream().anyMatch(p -> !(p.type() instanceof JavaType.Scalar));
    if (mayChange) {
      mv.visitTryCatchBlock(start, thrown, thrown, "java/lang/Throwable");
    }
    mv.visitLabel(start);
    code.at(f.function().nameSpan());
    body(code, f, entry, locals);
    mv.visitLabel(thrown);
    if (mayChange) {
      explain(code, f, entry, locals);
    }
    mv.visitLabel(end);
    for (int i = 0; i < locals.size(); i++) {
      Local l = locals.get(i);
      String type = l.type().getDescriptor();
      mv.visitLocalVariable(all.get(i).name(), type, null, start, end, l.slot());
    }
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private void body(Code code, Exported f, Entry entry, List<Local> locals) {
    for (int i = 0; i < entry.outs().size(); i++) {
      if (entry.outs().get(i).type() instanceof JavaType.TensorOf) {
        notNull(code, locals.get(i), what(f, entry, i));
      }
    }
    List<Local> tensors =
        IntStream.range(0, locals.size())
            .filter(i -> entry.all().get(i).type() instanceof JavaType.TensorOf)
            .mapToObj(locals::get)
            .toList();
    Code.Part onArrays = () -> call(code, kernels.planClass(), f, entry, locals);
    if (tensors.isEmpty() || !natives.contains(f.function())) {
      onArrays.emit();
    } else {
      Code.Part onNative = () -> call(code, kernels.nativePlanClass(), f, entry, locals);
      code.ifElse(anyNative(tensors), onNative, onArrays);
    }
    result(code, f, entry);
    code.op(type(entry.result()).getOpcode(Opcodes.IRETURN));
  }

  /** Holds where a tensor lies in native memory, and the vector module is there. */
  private BiConsumer<Code, Label> anyNative(List<Local> tensors) {
    return (c, no) -> {
      var yes = new Label();
      c.getStatic(kernels.planClass(), KernelNames.ENGINE, "I");
      c.mv().visitJumpInsn(Opcodes.IFEQ, no);
      for (Local t : tensors) {
        c.load(t);
        c.callStatic(RuntimeTypes.STAGING, "isNative", Type.BOOLEAN_TYPE, RuntimeTypes.TENSOR);
        c.mv().visitJumpInsn(Opcodes.IFNE, yes);
      }
      c.mv().visitJumpInsn(Opcodes.GOTO, no);
      c.mv().visitLabel(yes);
    };
  }

  /** Calls a form of the function's plan. */
  private void call(Code code, String plans, Exported f, Entry entry, List<Local> locals) {
    var types = new PlanTypes(f, name);
    if (!entry.isInto()) {
      types.outs().forEach(_ -> code.op(Opcodes.ACONST_NULL));
    }
    for (int i = 0; i < locals.size(); i++) {
      if (entry.all().get(i).type() instanceof JavaType.ArrayOf a) {
        wrap(code, a, locals.get(i), what(f, entry, i));
      } else {
        code.load(locals.get(i));
      }
    }
    if (f.usesWeights()) {
      WeightCode.push(code, name);
    }
    code.callStatic(plans, f.function().name(), types.runDescriptor());
  }

  /**
   * Throws the exception on the stack, or the one that explains it. This is the only handler of a
   * call: kernels and plans have none, and keep their shape.
   */
  private static void explain(Code code, Exported f, Entry entry, List<Local> locals) {
    List<Integer> tensors =
        IntStream.range(0, locals.size())
            .filter(i -> entry.all().get(i).type() instanceof JavaType.TensorOf)
            .boxed()
            .toList();
    code.pushString(f.function().name());
    code.pushInt(tensors.size());
    code.mv().visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    for (int i = 0; i < tensors.size(); i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      code.load(locals.get(tensors.get(i)));
      code.op(Opcodes.AASTORE);
    }
    code.pushString(tensors.stream().map(i -> name(entry, i)).collect(Collectors.joining(" ")));
    code.callStatic(
        RuntimeTypes.ARGUMENT_CHANGED_EXCEPTION,
        "of",
        "(Ljava/lang/Throwable;Ljava/lang/String;[Ljava/lang/Object;Ljava/lang/String;)"
            + "Ljava/lang/RuntimeException;");
    code.op(Opcodes.ATHROW);
  }

  private static void notNull(Code code, Local local, String what) {
    code.load(local);
    code.pushString(what);
    code.callStatic(RuntimeTypes.CHECKS, "notNull", "(Ljava/lang/Object;Ljava/lang/String;)V");
  }

  /** The name of an output or a parameter in messages. */
  private static String what(Exported f, Entry entry, int i) {
    return name(entry, i) + " of " + f.function().name();
  }

  private static String name(Entry entry, int i) {
    JavaParam p = entry.all().get(i);
    return i < entry.outs().size() ? p.name() : p.label();
  }

  /** Pushes an array, which must be there, as a tensor. */
  private static void wrap(Code code, JavaType.ArrayOf type, Local array, String what) {
    code.load(array);
    code.pushString(what);
    code.callStatic(
        RuntimeTypes.ARRAY_ARGUMENTS,
        "tensor",
        JvmTypes.tensorType(type.dtype()),
        JvmTypes.array(type.dtype()),
        JvmTypes.STRING);
  }

  /** Turns the plan's results into those of the method. */
  private void result(Code code, Exported f, Entry entry) {
    switch (entry.result()) {
      case JavaType.Nothing _ -> code.op(Opcodes.POP);
      case JavaType.ArrayOf a -> array(code, a);
      case JavaType.RecordOf r when f.arrays().isPresent() && entry.onArrays() ->
          arrays(code, f.results().orElseThrow(), r.results());
      case JavaType.RecordOf _, JavaType.Scalar _, JavaType.TensorOf _ -> {}
    }
  }

  /** The tensor on the stack is new and its own: its array is the result. */
  private static void array(Code code, JavaType.ArrayOf type) {
    code.callVirtual(JvmTypes.tensor(type.dtype()), "array", JvmTypes.array(type.dtype()));
  }

  private void arrays(Code code, ResultClass tensors, ResultClass arrays) {
    var from = new ResultRecord(tensors, name);
    Local results = code.newLocal(from.type());
    code.store(results);
    var parts = new ArrayList<Code.Part>();
    for (int i = 0; i < arrays.components().size(); i++) {
      JavaParam component = tensors.components().get(i);
      JavaType to = arrays.components().get(i).type();
      parts.add(
          () -> {
            code.load(results);
            code.callVirtual(from.internalName(), component.name(), type(component.type()));
            if (to instanceof JavaType.ArrayOf a) {
              array(code, a);
            }
          });
    }
    new ResultRecord(arrays, name).push(code, () -> parts.forEach(Code.Part::emit));
  }
}
