package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of the runtime's FloatSum and DoubleSum, which keep the fixed order of float sums and
 * products.
 */
public final class FloatSums {

  /** Elements that a lane adds one after the other: {@code FloatSum.CHUNK}. */
  public static final int CHUNK = 16;

  private final Code code;
  private final Reduction reduction;
  private final int number;
  private final DType dtype;
  private final Type owner;
  private final Type element;
  private @Nullable Local kept;
  private @Nullable Local chunk;
  private @Nullable Local levels;

  public FloatSums(Code code, Reduction reduction) {
    this(code, reduction, 0);
  }

  /**
   * @param number tells sums that run side by side apart
   */
  public FloatSums(Code code, Reduction reduction, int number) {
    this.code = code;
    this.reduction = reduction;
    this.number = number;
    this.dtype = reduction.value().type();
    this.owner = RuntimeTypes.sum(dtype);
    this.element = JvmTypes.scalar(dtype);
  }

  /** Whether the order in which a reduction combines floats is part of the language. */
  public static boolean orders(Reduction r) {
    return (r.op() == Builtin.SUM || r.op() == Builtin.PROD)
        && r.value().type().isFloat()
        && r.goesInLanes();
  }

  /** Virtual lanes of a sum over the last axis: {@code FloatSum.LANES}. */
  public static int lanes(DType dtype) {
    return dtype == DType.F32 ? 64 : 32;
  }

  /** The sum of a sequence that {@link #begin(Local)} begins. */
  public Local unbegun() {
    return code.newLocal(owner, () -> code.op(Opcodes.ACONST_NULL));
  }

  public void begin(Local sum) {
    code.assign(sum, this::pushSum);
    begin(sum, () -> code.pushInt(lanes(dtype)));
  }

  Local begin(boolean lastAxis) {
    return beginWidth(lastAxis ? lanes(dtype) : 1);
  }

  Local beginWidth(int width) {
    return beginWidth(() -> code.pushInt(width));
  }

  /**
   * @param width pushes the number of lanes as an int
   */
  public Local beginWidth(Code.Part width) {
    Local sum = code.newLocal(owner, this::pushSum);
    begin(sum, width);
    return sum;
  }

  private void pushSum() {
    code.pushInt(number);
    code.callStatic(owner, "number", owner, Type.INT_TYPE);
  }

  private void begin(Local sum, Code.Part width) {
    code.load(sum);
    width.emit();
    call(reduction.op() == Builtin.PROD ? "beginProduct" : "begin", Type.VOID_TYPE, Type.INT_TYPE);
  }

  // ---------------------------------------------------------------- sums of many rows

  /** Emits the code before all rows. */
  public void prologue() {
    declare();
    fetch();
  }

  /**
   * Emits the code before all rows, which is not needed where a condition holds: in a method that
   * sums one row, finding the thread's sum is felt.
   */
  public void prologueUnless(BiConsumer<Code, Label> unused) {
    declare();
    code.ifNot(unused, this::fetch);
  }

  private void declare() {
    kept = code.newLocal(owner, () -> code.op(Opcodes.ACONST_NULL));
    chunk = code.newLocal(JvmTypes.array(dtype), () -> code.op(Opcodes.ACONST_NULL));
    levels = code.newLocal(JvmTypes.array(dtype), () -> code.op(Opcodes.ACONST_NULL));
  }

  private void fetch() {
    code.assign(sum(), this::pushSum);
    restart();
    code.assign(chunk(), () -> pushChunk(sum()));
    code.assign(
        levels(),
        () -> {
          code.load(sum());
          call("levels", JvmTypes.array(dtype));
        });
  }

  private Local sum() {
    return Objects.requireNonNull(kept);
  }

  /** The array of one chunk's lanes. */
  public Local chunk() {
    return Objects.requireNonNull(chunk);
  }

  /** The array of the open sums of chunks that the kernel combines. */
  public Local levels() {
    return Objects.requireNonNull(levels);
  }

  /** Pushes the sum of so many chunks, whose open sums are in the levels' arrays. */
  public void pushFinishAfter(Local chunks) {
    code.load(sum());
    code.load(chunks);
    call("finish", element, Type.INT_TYPE);
  }

  /** Begins another row. */
  public void restart() {
    begin(sum(), () -> code.pushInt(lanes(dtype)));
  }

  /** Hands the chunk's lanes to the runtime. */
  public void pushChunk() {
    push(sum());
  }

  /** Pushes the sum of the chunks that were handed over. */
  public void pushFinish() {
    pushFinish(sum());
  }

  /** Pushes the sum of the chunk's lanes. */
  public void pushTree() {
    code.load(sum());
    call("tree", element);
  }

  // ---------------------------------------------------------------- one sum

  /** The sum and an element are on the stack. */
  void callAdd() {
    call("add", Type.VOID_TYPE, element);
  }

  /**
   * The sum, the memory that has elements, where they begin and how many there are, an int, are on
   * the stack.
   */
  public void callAddAll(Type memory, Type index) {
    call("addAll", Type.VOID_TYPE, memory, index, Type.INT_TYPE);
  }

  /** The sum and the factors of a contraction are on the stack. */
  void callAddProduct() {
    call("addProduct", Type.VOID_TYPE, element, element);
  }

  public void pushFinish(Local sum) {
    code.load(sum);
    call("finish", element);
  }

  public void pushChunk(Local sum) {
    code.load(sum);
    call("chunk", JvmTypes.array(dtype));
  }

  public void push(Local sum) {
    code.load(sum);
    call("push", Type.VOID_TYPE);
  }

  public void pushLanes(Local sum) {
    code.load(sum);
    call("lanes", JvmTypes.array(dtype));
  }

  private void call(String name, Type result, Type... args) {
    code.callVirtual(owner, name, result, args);
  }
}
