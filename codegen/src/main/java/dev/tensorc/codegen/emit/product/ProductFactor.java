package dev.tensorc.codegen.emit.product;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.Excerpt;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Load;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A factor of a product of matrices: a tensor that is read where it lies, or elements that an
 * element-wise kernel computes block by block just before the block is laid out.
 *
 * @param kernel the contraction
 * @param value the factor's element
 * @param line the axis along which its lines lie: rows of the left factor, columns of the right one
 */
public record ProductFactor(Kernel kernel, Expr value, int line, Side side) {

  /** The side of the product that the factor is on. */
  enum Side {
    LEFT("Left", "leftFactor"),
    RIGHT("Right", "rightFactor");

    private final String label;

    /** The method of the runtime's {@code Tiling}. */
    private final String getter;

    Side(String label, String getter) {
      this.label = label;
      this.getter = getter;
    }
  }

  /** How a block is computed. */
  private enum Way {
    /** Line by line, in vectors: the operands' elements lie side by side there. */
    LINES,
    /** The same, across the lines. */
    ACROSS,
    /** Line by line in plain code. */
    PLAIN
  }

  /** Whether the factor is no tensor. */
  public boolean isComputed() {
    return !(value instanceof Load);
  }

  /** The axis of the products of each sum. */
  private int element() {
    return kernel.rank() - 1;
  }

  public DType dtype() {
    return value.type();
  }

  private Excerpt excerpt(Way way) {
    List<Integer> axes = way == Way.ACROSS ? List.of(element(), line) : List.of(line, element());
    return Excerpt.of(kernel, value, axes, Optional.empty());
  }

  private String method(String name, Way way) {
    return name + side.label + (way == Way.LINES ? "" : way == Way.ACROSS ? "Across" : "Plain");
  }

  /**
   * The methods that compute a block.
   *
   * @param piece emits one in vectors
   */
  public List<KernelForm> forms(String name, KernelForm.Emitter piece) {
    var forms = new ArrayList<KernelForm>();
    if (isComputed()) {
      for (Way way : List.of(Way.LINES, Way.ACROSS)) {
        Kernel k = excerpt(way).kernel();
        forms.add(new KernelForm(method(name, way), k, piece, KernelForm.ownTail(k)));
      }
      Kernel plain = excerpt(Way.PLAIN).kernel();
      forms.add(
          new KernelForm(
              method(name, Way.PLAIN),
              plain,
              (k, code, _, _) -> ScalarKernel.emit(k, code),
              Optional.of(plain)));
    }
    return forms;
  }

  // ---------------------------------------------------------------- before the loops

  /** The number of the way in which strides let it be computed in vectors, if it is computed. */
  Optional<Local> way(Code code, Params params, KernelPrologue prologue) {
    if (!isComputed()) {
      return Optional.empty();
    }
    Local way = code.newInt(Way.PLAIN.ordinal());
    List<Tensor> read = Excerpt.loads(value).stream().map(params.tensors()::get).toList();
    chooseUnlessApart(code, prologue, read, line, way, Way.ACROSS);
    chooseUnlessApart(code, prologue, read, element(), way, Way.LINES); // where both could be
    return Optional.of(way);
  }

  private static void chooseUnlessApart(
      Code code, KernelPrologue prologue, List<Tensor> read, int along, Local way, Way chosen) {
    code.ifNot(prologue.liesApart(read, along), () -> code.assign(way, chosen.ordinal()));
  }

  // ---------------------------------------------------------------- in the loops

  /**
   * Tells the runtime where the factor is; gives the {@code Factor}.
   *
   * @param at the tensors at the product's first elements
   * @param way that of {@link #way}; in plain code there is none
   */
  Local set(Code code, Local tiling, List<Tensor> at, Optional<Local> way) {
    Memory memory = code.memory();
    Type type = RuntimeTypes.factor(dtype());
    Local factor =
        code.newLocal(
            type,
            () -> {
              code.load(tiling);
              code.callVirtual(
                  tiling.type().getInternalName(), side.getter, "()" + type.getDescriptor());
            });
    code.load(factor);
    if (value instanceof Load load) {
      Tensor t = at.get(load.input());
      code.load(t.array());
      code.load(t.offset());
      pushStride(code, t, line);
      pushStride(code, t, element());
      String index = memory.index().getDescriptor();
      String base = memory.base(dtype()).getDescriptor();
      code.callVirtual(type.getInternalName(), "of", "(" + base + index.repeat(3) + ")V");
    } else {
      way.ifPresentOrElse(w -> pushIsByLines(code, w), () -> code.pushInt(1));
      code.pushInt(memory == Memory.ARRAYS ? 0 : 1);
      code.callVirtual(type.getInternalName(), "compute", "(ZZ)V");
      if (side == Side.RIGHT && way.isPresent() && readsElementsAlone()) {
        setSource(code, factor, at);
      }
    }
    return factor;
  }

  /** Whether the factor is computed of elements and constants, with the same bits in each run. */
  private boolean readsElementsAlone() {
    return ExprNodes.of(List.of(value)).stream()
        .allMatch(e -> e instanceof Load || e instanceof Expr.Const || e instanceof Expr.Op);
  }

  /** The inputs whose panels are kept where all of them are weights; none where none are. */
  public List<Integer> keptInputs() {
    return readsElementsAlone() ? Excerpt.loads(value) : List.of();
  }

  /** Tells the runtime the factor's expression and operands: panels of weights are kept. */
  private void setSource(Code code, Local factor, List<Tensor> at) {
    String type = factor.type().getInternalName();
    Excerpt excerpt = excerpt(Way.LINES);
    code.load(factor);
    code.mv().visitLdcInsn(excerpt.kernel().results().getFirst().value().toString());
    code.callVirtual(type, "computation", "(Ljava/lang/String;)V");
    for (int input : excerpt.inputs()) {
      Tensor t = at.get(input);
      code.load(factor);
      code.load(t.array());
      code.load(t.offset());
      code.memory().toLong(code);
      pushStride(code, t, line);
      code.memory().toLong(code);
      pushStride(code, t, element());
      code.memory().toLong(code);
      code.callVirtual(type, "read", "(Ljava/lang/Object;JJJ)V");
    }
  }

  private static void pushIsByLines(Code code, Local way) {
    code.ifElse(
        (c, no) -> c.load(way).jumpIf(Opcodes.IFEQ, Way.ACROSS.ordinal(), no),
        () -> code.pushInt(1),
        () -> code.pushInt(0));
  }

  private static void pushStride(Code code, Tensor t, int axis) {
    if (t.strides()[axis] == null) {
      code.memory().push(code, 0);
    } else {
      code.load(t.strides()[axis]);
    }
  }

  /**
   * Computes a block's elements, if it is another block's.
   *
   * @param factor the local that {@link #set} gave
   * @param holder class that has the methods
   * @param name of the contraction's method
   */
  void compute(
      Code code,
      Params params,
      Local tiling,
      Local factor,
      List<Tensor> at,
      Optional<Local> way,
      String holder,
      String name) {
    if (!isComputed()) {
      return;
    }
    code.ifThen(
        Code.isTrue(() -> get(code, factor, "isLacking", Type.BOOLEAN_TYPE)),
        () -> {
          Local lines = code.newInt(() -> get(code, factor, "lines", Type.INT_TYPE));
          Local depth = code.newInt(() -> Tiles.get(code, dtype(), tiling, "depth"));
          Local first = code.newInt(() -> get(code, factor, "firstLine", Type.INT_TYPE));
          Local level = code.newInt(() -> Tiles.get(code, dtype(), tiling, "level"));
          var nest = new AxisLoops(code, params.extents());
          List<Tensor> here = nest.advance(nest.advance(at, line, first), element(), level);
          var calls = new TreeMap<Integer, Code.Part>();
          for (Way w : way.isPresent() ? Way.values() : new Way[] {Way.PLAIN}) {
            List<Local> extents = w == Way.ACROSS ? List.of(depth, lines) : List.of(lines, depth);
            calls.put(
                w.ordinal(),
                () -> {
                  pushBlock(code, factor, extents);
                  Excerpt excerpt = excerpt(w);
                  excerpt.pushInputs(code, here);
                  params.scalars().forEach(code::load);
                  KernelCall.emit(code, holder, method(name, w), excerpt.kernel(), code.memory());
                });
          }
          code.choose(
              () -> way.ifPresentOrElse(code::load, () -> code.pushInt(Way.PLAIN.ordinal())),
              calls);
        });
  }

  /** Pushes the block as a kernel's output, and the kernel's extents. */
  private void pushBlock(Code code, Local factor, List<Local> extents) {
    boolean arrays = code.memory() == Memory.ARRAYS;
    get(
        code,
        factor,
        arrays ? "block" : "nativeBlock",
        arrays ? JvmTypes.array(dtype()) : Memory.SEGMENT);
    code.memory().push(code, 0);
    code.load(extents.getLast()).toIndex();
    code.memory().push(code, 1);
    extents.forEach(code::load);
  }

  private static void get(Code code, Local factor, String what, Type type) {
    code.load(factor);
    code.callVirtual(factor.type(), what, type);
  }
}
