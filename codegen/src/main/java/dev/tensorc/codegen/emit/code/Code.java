package dev.tensorc.codegen.emit.code;

import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The body of one method: locals, loops and branches without labels or stack depths. Methods named
 * {@code push...} leave one value on the operand stack; the others leave it as it was. Locals made
 * inside a loop, a branch or an initialiser end with it, and their slots are used again.
 */
public sealed class Code permits PlanCode {

  /** A local variable. */
  public record Local(int slot, Type type) {}

  /** Something that pushes one value, or has an effect, when called. */
  public interface Part {
    void emit();
  }

  private final MethodVisitor mv;
  private final Memory memory;
  private @Nullable SourceText file;
  private int nextSlot;

  /**
   * @param memory the kind of storage that the method walks
   */
  public Code(MethodVisitor mv, Memory memory, int firstSlot) {
    this.mv = mv;
    this.memory = memory;
    this.nextSlot = firstSlot;
  }

  /**
   * Emits a method.
   *
   * @param slots of its parameters
   * @throws CodeTooLargeException if it has more bytes than it may have
   */
  public static void method(
      ClassWriter writer,
      Memory memory,
      int access,
      String name,
      String descriptor,
      int slots,
      Consumer<Code> body) {
    MethodVisitor mv = writer.visitMethod(access, name, descriptor, null, null);
    mv.visitCode();
    var code = new Code(mv, memory, slots);
    body.accept(code);
    code.end();
  }

  /** Emits the code that runs before anything else of a class does. */
  public static void initialiser(ClassWriter writer, Consumer<Code> body) {
    method(writer, Memory.ARRAYS, Opcodes.ACC_STATIC, "<clinit>", "()V", 0, body);
  }

  public MethodVisitor mv() {
    return mv;
  }

  /** The kind of storage that the method walks. */
  public Memory memory() {
    return memory;
  }

  public Local newLocal(Type type) {
    var local = new Local(nextSlot, type);
    nextSlot += type.getSize();
    return local;
  }

  /** A new local that holds the value that {@code value} pushes. */
  public Local newLocal(Type type, Part value) {
    var local = newLocal(type);
    scope(value);
    store(local);
    return local;
  }

  /** A new int that holds the value that {@code value} pushes. */
  public Local newInt(Part value) {
    return newLocal(Type.INT_TYPE, value);
  }

  /** A new int that begins with that value. */
  public Local newInt(int value) {
    return newInt(() -> pushInt(value));
  }

  /** Emits a part whose locals end with it. */
  public void scope(Part part) {
    int outside = nextSlot;
    part.emit();
    nextSlot = outside;
  }

  /** Where there is a debugger to see it: the local holds the value of that name from here on. */
  public void name(Local local, String name) {}

  /** Pushes a local. If it is a number, the result adds to it, multiplies it and so on. */
  public Arithmetic load(Local local) {
    CompilationInterruptedException.check();
    mv.visitVarInsn(local.type().getOpcode(Opcodes.ILOAD), local.slot());
    return new Arithmetic(this, local.type());
  }

  public void store(Local local) {
    mv.visitVarInsn(local.type().getOpcode(Opcodes.ISTORE), local.slot());
  }

  public void assign(Local local, Part value) {
    scope(value);
    store(local);
  }

  public void assign(Local local, Local value) {
    assign(local, () -> load(value));
  }

  public void assign(Local local, int value) {
    assign(local, () -> pushInt(value));
  }

  public void op(int opcode) {
    mv.visitInsn(opcode);
  }

  /** Says which file the lines belong to; lines of other files have no place in the class file. */
  public void in(SourceText file) {
    this.file = file;
  }

  /** The next instructions come from there; in an imported file, they have the line before. */
  public void at(Span span) {
    if (file == null || file.equals(span.source())) {
      at(span.line());
    }
  }

  /** The next instructions come from that line. */
  public void at(int line) {
    var here = new Label();
    mv.visitLabel(here);
    mv.visitLineNumber(line, here);
  }

  /** Emits a part that {@link Outliner} may make a method of, where there is one. */
  public void item(Part part) {
    part.emit();
  }

  /**
   * Ends the method.
   *
   * @throws CodeTooLargeException if it has more bytes than it may have
   */
  void end() {
    var here = new Label();
    mv.visitLabel(here);
    if (here.getOffset() > memory.mostBytes()) {
      throw new CodeTooLargeException();
    }
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  public Arithmetic pushInt(int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value == (byte) value) {
      mv.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value == (short) value) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
    return new Arithmetic(this, Type.INT_TYPE);
  }

  public Arithmetic pushLong(long value) {
    if (value == 0 || value == 1) {
      mv.visitInsn(value == 0 ? Opcodes.LCONST_0 : Opcodes.LCONST_1);
    } else {
      mv.visitLdcInsn(value);
    }
    return new Arithmetic(this, Type.LONG_TYPE);
  }

  public void pushString(String value) {
    mv.visitLdcInsn(value);
  }

  public void callStatic(String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  public void callStatic(Type owner, String name, String descriptor) {
    callStatic(owner.getInternalName(), name, descriptor);
  }

  public void callStatic(String owner, String name, Type result, Type... parameters) {
    callStatic(owner, name, Type.getMethodDescriptor(result, parameters));
  }

  public void callStatic(Type owner, String name, Type result, Type... parameters) {
    callStatic(owner.getInternalName(), name, Type.getMethodDescriptor(result, parameters));
  }

  public void callVirtual(String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
  }

  public void callVirtual(Type owner, String name, String descriptor) {
    callVirtual(owner.getInternalName(), name, descriptor);
  }

  public void callVirtual(String owner, String name, Type result, Type... parameters) {
    callVirtual(owner, name, Type.getMethodDescriptor(result, parameters));
  }

  public void callVirtual(Type owner, String name, Type result, Type... parameters) {
    callVirtual(owner.getInternalName(), name, Type.getMethodDescriptor(result, parameters));
  }

  public void callInterface(String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner, name, descriptor, true);
  }

  public void callInterface(Type owner, String name, Type result, Type... parameters) {
    callInterface(owner.getInternalName(), name, Type.getMethodDescriptor(result, parameters));
  }

  public void callStaticInterface(String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, true);
  }

  public void callStaticInterface(Type owner, String name, Type result, Type... parameters) {
    callStaticInterface(
        owner.getInternalName(), name, Type.getMethodDescriptor(result, parameters));
  }

  public void getStatic(String owner, String name, String descriptor) {
    mv.visitFieldInsn(Opcodes.GETSTATIC, owner, name, descriptor);
  }

  /** Pushes a constant of an enum, or another field of a class whose type is that class. */
  public void getStatic(Type owner, String name) {
    getStatic(owner.getInternalName(), name, owner.getDescriptor());
  }

  public void cast(String type) {
    mv.visitTypeInsn(Opcodes.CHECKCAST, type);
  }

  /** {@code for (int i = 0; i < bound; i += step) body}; the bound is pushed each time around. */
  public void forLoop(Local i, Part bound, Part step, Part body) {
    pushInt(0);
    store(i);
    whileLess(
        i,
        bound,
        () -> {
          body.emit();
          load(i).plus(step);
          store(i);
        });
  }

  /** The same loop with a new local, which is returned, and a bound that does not change. */
  public Local forLoop(Local bound, Part step, Consumer<Local> body) {
    Local i = newLocal(Type.INT_TYPE);
    forLoop(i, () -> load(bound), step, () -> body.accept(i));
    return i;
  }

  /** The same with a step that is known. */
  public Local forLoop(Local bound, int step, Consumer<Local> body) {
    return forLoop(bound, () -> pushInt(step), body);
  }

  /** {@code while (i < bound) body}. */
  public void whileLess(Local i, Part bound, Part body) {
    loop((c, end) -> c.load(i).jumpIf(Opcodes.IFGE, bound, end), body);
  }

  /**
   * {@code while (bound - i > 0) body}: as {@link #whileLess}, but {@code i} may go beyond the last
   * int behind the bound. HotSpot does not count such a loop.
   */
  public void whileBefore(Local i, Local bound, Part body) {
    loop(
        (c, end) -> {
          c.load(bound).minus(i);
          c.mv.visitJumpInsn(Opcodes.IFLE, end);
        },
        body);
  }

  /** A new int, {@code a + b}. */
  public Local sum(Local a, Local b) {
    return newInt(() -> load(a).plus(b));
  }

  /** {@code i += amount}. */
  public void increase(Local i, Part amount) {
    assign(i, () -> load(i).plus(amount));
  }

  public void increase(Local i, int amount) {
    increase(i, () -> pushInt(amount));
  }

  /** {@code do body while (i < bound)}. */
  public void doWhileLess(Local i, Part bound, Part body) {
    var head = new Label();
    mv.visitLabel(head);
    scope(body);
    load(i);
    bound.emit();
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, head);
  }

  /**
   * Repeats a body.
   *
   * @param jumpIfFalse emits the test: jumps to the label where the condition does not hold
   */
  public void loop(BiConsumer<Code, Label> jumpIfFalse, Part body) {
    var head = new Label();
    var end = new Label();
    mv.visitLabel(head);
    scope(
        () -> {
          jumpIfFalse.accept(this, end);
          body.emit();
        });
    mv.visitJumpInsn(Opcodes.GOTO, head);
    mv.visitLabel(end);
  }

  /**
   * Branches on a condition.
   *
   * @param jumpIfFalse emits the test: jumps to the label where the condition does not hold
   */
  public void ifElse(BiConsumer<Code, Label> jumpIfFalse, Part then, Part otherwise) {
    var no = new Label();
    var end = new Label();
    jumpIfFalse.accept(this, no);
    scope(then);
    mv.visitJumpInsn(Opcodes.GOTO, end);
    mv.visitLabel(no);
    scope(otherwise);
    mv.visitLabel(end);
  }

  /** Pushes 1 where a condition holds, else 0. */
  public void pushTruth(BiConsumer<Code, Label> jumpIfFalse) {
    ifElse(jumpIfFalse, () -> pushInt(1), () -> pushInt(0));
  }

  /** {@code if (!condition) otherwise}. */
  public void ifNot(BiConsumer<Code, Label> jumpIfFalse, Part otherwise) {
    ifElse(jumpIfFalse, () -> {}, otherwise);
  }

  /** Goes on behind a part where it throws such an exception, which is dropped. */
  public void unless(Type exception, Part part) {
    var start = new Label();
    var end = new Label();
    var thrown = new Label();
    var next = new Label();
    mv.visitTryCatchBlock(start, end, thrown, exception.getInternalName());
    mv.visitLabel(start);
    scope(part);
    mv.visitLabel(end);
    mv.visitJumpInsn(Opcodes.GOTO, next);
    mv.visitLabel(thrown);
    op(Opcodes.POP);
    mv.visitLabel(next);
  }

  /** Runs the part whose number is pushed, or none. */
  public void choose(Part push, SortedMap<Integer, Part> parts) {
    var end = new Label();
    var labels = parts.keySet().stream().map(_ -> new Label()).toArray(Label[]::new);
    push.emit();
    mv.visitLookupSwitchInsn(
        end, parts.keySet().stream().mapToInt(Integer::intValue).toArray(), labels);
    int next = 0;
    for (Part part : parts.values()) {
      mv.visitLabel(labels[next++]);
      scope(part);
      mv.visitJumpInsn(Opcodes.GOTO, end);
    }
    mv.visitLabel(end);
  }

  public void ifThen(BiConsumer<Code, Label> jumpIfFalse, Part then) {
    var no = new Label();
    jumpIfFalse.accept(this, no);
    scope(then);
    mv.visitLabel(no);
  }

  /** A condition that holds where the int on the stack is not 0. */
  public static BiConsumer<Code, Label> isTrue(Part push) {
    return (c, no) -> {
      push.emit();
      c.mv.visitJumpInsn(Opcodes.IFEQ, no);
    };
  }

  /** A condition that holds where an int or a truth value is not 0. */
  public static BiConsumer<Code, Label> isTrue(Local local) {
    return (c, no) -> {
      c.load(local);
      c.mv.visitJumpInsn(Opcodes.IFEQ, no);
    };
  }

  /** A condition that holds where the int on the stack is 0. */
  public static BiConsumer<Code, Label> isFalse(Part push) {
    return (c, no) -> {
      push.emit();
      c.mv.visitJumpInsn(Opcodes.IFNE, no);
    };
  }

  /** A condition that holds where two ints are equal. */
  public static BiConsumer<Code, Label> intsEqual(Part left, Part right) {
    return (c, no) -> {
      left.emit();
      right.emit();
      c.mv.visitJumpInsn(Opcodes.IF_ICMPNE, no);
    };
  }

  /** A condition that holds where an int is that. */
  public static BiConsumer<Code, Label> intsEqual(Local a, int b) {
    return (c, no) -> c.load(a).jumpIf(Opcodes.IFNE, b, no);
  }

  /** A condition that holds where two longs are equal. */
  public static BiConsumer<Code, Label> longsEqual(Part left, Part right) {
    return (c, no) -> {
      left.emit();
      right.emit();
      c.mv.visitInsn(Opcodes.LCMP);
      c.mv.visitJumpInsn(Opcodes.IFNE, no);
    };
  }

  /** Holds where an int is less than another. */
  public static BiConsumer<Code, Label> less(Local a, Local b) {
    return (c, no) -> c.load(a).jumpIf(Opcodes.IFGE, b, no);
  }

  /** Holds where an int is not more than another. */
  public static BiConsumer<Code, Label> atMost(Local a, Local most) {
    return (c, no) -> c.load(a).jumpIf(Opcodes.IFGT, most, no);
  }

  /** A condition that holds where an int is not more than that. */
  public static BiConsumer<Code, Label> atMost(Local a, int most) {
    return (c, no) -> c.load(a).jumpIf(Opcodes.IFGT, most, no);
  }

  /** A condition that holds where an int is not less than that. */
  public static BiConsumer<Code, Label> atLeast(Local a, int least) {
    return (c, no) -> c.load(a).jumpIf(Opcodes.IFLT, least, no);
  }

  /** A condition that holds where both hold. */
  public static BiConsumer<Code, Label> and(BiConsumer<Code, Label> a, BiConsumer<Code, Label> b) {
    return (c, no) -> {
      a.accept(c, no);
      b.accept(c, no);
    };
  }
}
