package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Expr.Gathered;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reads a vector of elements of an array that lie wherever another vector says. The Vector API
 * takes these places from memory, so they go there by the thread's scratch.
 */
public final class LaneGathers {

  /**
   * The JDK has no instruction for it in shorter vectors, and goes lane by lane, through objects.
   */
  private static final int LEAST_BITS = 256;

  private final Code code;
  private final DType lane;

  /** Operands that stretch have the first slots of the scratch. */
  private final int first;

  private final List<Gathered> all;
  private @Nullable Local scratch;

  LaneGathers(Code code, Kernel kernel, DType lane) {
    this.code = code;
    this.lane = lane;
    this.first = kernel.inputs().size();
    this.all = of(kernel).toList();
  }

  /** The reads of a kernel at computed places. */
  private static Stream<Gathered> of(Kernel inLanes) {
    return ExprNodes.inOrder(inLanes.roots()).stream()
        .flatMap(e -> e instanceof Gathered g && g.inLanes() ? Stream.of(g) : Stream.empty());
  }

  /** Whether vectors of a dtype are read so. */
  public static boolean takes(DType d) {
    return d.isNumeric() && d.bytes() >= Integer.BYTES;
  }

  /** Emits the code before all rows. */
  void prologue() {
    if (!all.isEmpty()) {
      int slots = first + all.size();
      scratch =
          code.newLocal(
              JvmTypes.array(DType.I32), () -> new RowMemory(code).pushScratch(DType.I32, slots));
    }
  }

  /** Pushes the elements of a tensor at places, which count from where its row begins. */
  void push(Gathered g, RowTensor t, Local places) {
    int slot = (first + indexOf(g)) * RowMemory.SLOT;
    code.load(places);
    pushSlot(slot);
    Type ints = JvmTypes.array(DType.I32);
    code.callVirtual(places.type(), "intoArray", Type.VOID_TYPE, ints, Type.INT_TYPE);
    LaneSpecies.push(code, g.type(), lane);
    code.load(t.whole());
    code.load(t.offset());
    pushSlot(slot);
    Type vector = VectorTypes.of(g.type());
    Type array = JvmTypes.array(g.type());
    code.callStatic(
        vector,
        "fromArray",
        vector,
        VectorTypes.SPECIES,
        array,
        Type.INT_TYPE,
        ints,
        Type.INT_TYPE);
  }

  private void pushSlot(int slot) {
    code.load(Objects.requireNonNull(scratch));
    code.pushInt(slot);
  }

  /** By identity: two equal reads have places of their own. */
  private int indexOf(Gathered g) {
    int index = 0;
    while (all.get(index) != g) {
      index++;
    }
    return index;
  }

  /**
   * Pushes whether all places are on their axis.
   *
   * @param placeAndSize vectors of integers
   */
  public static void pushAllBelow(Code code, DType d, List<Local> placeAndSize) {
    code.load(placeAndSize.getFirst());
    VectorTypes.operator(code, "ULT", "Comparison");
    code.load(placeAndSize.getLast());
    VectorTypes.compare(code, d);
    code.callVirtual(VectorTypes.MASK, "allTrue", Type.BOOLEAN_TYPE);
  }

  /** Holds where the machine has an instruction for it. */
  public static BiConsumer<Code, Label> areFast() {
    return (c, no) -> {
      VectorTypes.pushSpecies(c, DType.I32);
      c.callInterface(VectorTypes.SPECIES.getInternalName(), "vectorBitSize", "()I");
      c.pushInt(LEAST_BITS);
      c.mv().visitJumpInsn(Opcodes.IF_ICMPLT, no);
    };
  }
}
