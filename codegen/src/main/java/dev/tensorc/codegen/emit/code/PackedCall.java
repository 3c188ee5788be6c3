package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of kernels that take many arguments: sizes, offsets and strides go in an array. HotSpot's
 * second compiler refuses a method that hands on about 37 arguments it was given ("unsupported
 * calling sequence"), and any that takes more than about 75.
 *
 * <p>Before: {@code kernel(float[], int, int, ..., float)}. After: {@code kernel(float[], ...,
 * float, int[])}; the kernel moves the array's elements into locals before it does anything else,
 * so each thread needs one array only.
 */
public final class PackedCall {

  private final List<Type> all;
  private final Type element;
  private final int most;

  /**
   * @param all types of a kernel's arguments
   * @param most how many of them a method may take
   */
  PackedCall(List<Type> all, Memory memory, int most) {
    this.most = most;
    this.all = all;
    this.element = memory.index();
  }

  boolean isPacked() {
    return all.size() > most;
  }

  /** The types of a method's parameters. */
  public List<Type> parameters() {
    if (!isPacked()) {
      return all;
    }
    var types = new ArrayList<>(all);
    types.removeIf(this::goesIntoArray);
    types.add(array());
    return types;
  }

  private boolean goesIntoArray(Type t) {
    return t.equals(Type.INT_TYPE) || t.equals(element);
  }

  private Type array() {
    return Type.getType("[" + element.getDescriptor());
  }

  private int packedCount() {
    return (int) all.stream().filter(this::goesIntoArray).count();
  }

  /**
   * Where a kernel's body finds its arguments: in the parameters' slots, or in those behind them
   * where they come in an array.
   */
  public List<Local> locals() {
    int slot = 0;
    int behind = parameters().stream().mapToInt(Type::getSize).sum();
    var locals = new ArrayList<Local>();
    for (Type t : all) {
      if (isPacked() && goesIntoArray(t)) {
        locals.add(new Local(behind, t));
        behind += t.getSize();
      } else {
        locals.add(new Local(slot, t));
        slot += t.getSize();
      }
    }
    return locals;
  }

  /** How many arguments there are, in an array or not. */
  public int count() {
    return all.size();
  }

  /** Slots of the arguments where each is one of its own. */
  public int unpackedSlots() {
    return all.stream().mapToInt(Type::getSize).sum();
  }

  /** The first slot behind the arguments. */
  public int slots() {
    return locals().stream().mapToInt(l -> l.slot() + l.type().getSize()).max().orElse(0);
  }

  /** Emits the beginning of a kernel's method. */
  public void unpack(Code code) {
    if (!isPacked()) {
      return;
    }
    int last = parameters().stream().mapToInt(Type::getSize).sum() - 1;
    var array = new Local(last, array());
    int next = 0;
    for (Local local : locals()) {
      if (goesIntoArray(local.type())) {
        code.load(array);
        code.pushInt(next++);
        code.op(element.getOpcode(Opcodes.IALOAD));
        if (!local.type().equals(element)) {
          code.op(Opcodes.L2I);
        }
        code.store(local);
      }
    }
  }

  /** The arguments on the stack give way to the method's parameters. */
  public void pack(Code code) {
    if (isPacked()) {
      code.scope(() -> packStack(code));
    }
  }

  private void packStack(Code code) {
    List<Local> arguments = all.stream().map(code::newLocal).toList();
    arguments.reversed().forEach(code::store);
    code.pushInt(packedCount());
    code.callStatic(
        RuntimeTypes.KERNEL_ARGUMENTS,
        element.equals(Type.INT_TYPE) ? "ints" : "longs",
        array(),
        Type.INT_TYPE);
    Local array = code.newLocal(array());
    code.store(array);
    int next = 0;
    for (Local argument : arguments) {
      if (goesIntoArray(argument.type())) {
        code.load(array);
        code.pushInt(next++);
        code.load(argument);
        if (!argument.type().equals(element)) {
          code.op(Opcodes.I2L);
        }
        code.op(element.getOpcode(Opcodes.IASTORE));
      }
    }
    arguments.stream().filter(a -> !goesIntoArray(a.type())).forEach(code::load);
    code.load(array);
  }
}
