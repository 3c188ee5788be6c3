package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Load;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A factor of a product of matrices: a tensor that is read where it lies, or what an element-wise
 * kernel computes block by block just before the block is laid out.
 *
 * @param kernel the contraction
 * @param value the factor's element
 * @param line the axis along which its lines lie: rows of the left factor, columns of the right one
 */
record ProductFactor(Kernel kernel, Expr value, int line, Side side) {

  /** Which of the two it is. */
  enum Side {
    LEFT("Left", "row", "rows", "leftBlock", "nativeLeftBlock"),
    RIGHT("Right", "column", "columns", "rightBlock", "nativeRightBlock");

    // as the runtime's Tiling names them
    private final String label;
    private final String firstLine;
    private final String lines;
    private final String block;
    private final String nativeBlock;

    Side(String label, String firstLine, String lines, String block, String nativeBlock) {
      this.label = label;
      this.firstLine = firstLine;
      this.lines = lines;
      this.block = block;
      this.nativeBlock = nativeBlock;
    }
  }

  /** How a block is computed. */
  private enum Way {
    /** Line by line, in vectors: what it reads lies side by side there. */
    LINES,
    /** The same, across the lines. */
    ACROSS,
    /** Line by line in plain code. */
    PLAIN
  }

  /** Whether it is no tensor. */
  boolean isComputed() {
    return !(value instanceof Load);
  }

  /** The axis of the products of each sum. */
  private int element() {
    return kernel.rank() - 1;
  }

  private DType dtype() {
    return value.type();
  }

  private Excerpt excerpt(Way way) {
    List<Integer> axes = way == Way.ACROSS ? List.of(element(), line) : List.of(line, element());
    return Excerpt.of(kernel, value, axes, Optional.empty());
  }

  private String method(String name, Way way) {
    return name + side.label + (way == Way.LINES ? "" : way == Way.ACROSS ? "Across" : "Plain");
  }

  /** The methods that compute a block. */
  List<KernelForms.Form> forms(String name) {
    var forms = new ArrayList<KernelForms.Form>();
    if (isComputed()) {
      for (Way way : List.of(Way.LINES, Way.ACROSS)) {
        Kernel k = excerpt(way).kernel();
        Optional<Kernel> tail = Vectorizable.scalarTail(k) ? Optional.of(k) : Optional.empty();
        forms.add(new KernelForms.Form(method(name, way), k, VectorKernel::emitForm, tail));
      }
      Kernel plain = excerpt(Way.PLAIN).kernel();
      forms.add(
          new KernelForms.Form(
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
    Local way = code.newLocal(Type.INT_TYPE, () -> code.pushInt(Way.PLAIN.ordinal()));
    List<Tensor> read = Excerpt.loads(value).stream().map(params.tensors()::get).toList();
    chooseUnlessApart(code, prologue, read, line, way, Way.ACROSS);
    chooseUnlessApart(code, prologue, read, element(), way, Way.LINES); // where both could be
    return Optional.of(way);
  }

  private static void chooseUnlessApart(
      Code code, KernelPrologue prologue, List<Tensor> read, int along, Local way, Way chosen) {
    code.ifElse(
        prologue.liesApart(read, along),
        () -> {},
        () -> code.assign(way, () -> code.pushInt(chosen.ordinal())));
  }

  // ---------------------------------------------------------------- in the loops

  /**
   * Tells the runtime's {@code Tiling} where the factor is.
   *
   * @param at the tensors at the product's first elements
   * @param way that of {@link #way}; in plain code there is none
   */
  void set(Code code, Local tiling, List<Tensor> at, Optional<Local> way) {
    Memory memory = code.memory();
    String owner = tiling.type().getInternalName();
    code.load(tiling);
    if (value instanceof Load load) {
      Tensor t = at.get(load.input());
      code.load(t.array());
      code.load(t.offset());
      // the left factor's rows, the right one's columns last
      pushStride(code, t, side == Side.LEFT ? line : element());
      pushStride(code, t, side == Side.LEFT ? element() : line);
      code.callVirtual(
          owner,
          "set" + side.label,
          Type.getMethodDescriptor(
              Type.VOID_TYPE,
              memory.base(dtype()),
              memory.index(),
              memory.index(),
              memory.index()));
    } else {
      way.ifPresentOrElse(w -> pushIsByLines(code, w), () -> code.pushInt(1));
      code.pushInt(memory == Memory.ARRAYS ? 0 : 1);
      code.callVirtual(owner, "compute" + side.label, "(ZZ)V");
    }
  }

  private static void pushIsByLines(Code code, Local way) {
    code.ifElse(
        (c, no) -> {
          c.load(way);
          c.pushInt(Way.ACROSS.ordinal());
          c.mv().visitJumpInsn(Opcodes.IF_ICMPEQ, no);
        },
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
   * @param holder class that has the methods
   * @param name of the contraction's method
   */
  void compute(
      Code code,
      Params params,
      Local tiling,
      List<Tensor> at,
      Optional<Local> way,
      String holder,
      String name) {
    if (!isComputed()) {
      return;
    }
    code.ifThen(
        Code.isTrue(() -> Tiles.get(code, dtype(), tiling, "lacks" + side.label)),
        () -> {
          var nest = new Nest(code, params.extents());
          Local first =
              code.newLocal(Type.INT_TYPE, () -> Tiles.get(code, dtype(), tiling, side.firstLine));
          Local level =
              code.newLocal(Type.INT_TYPE, () -> Tiles.get(code, dtype(), tiling, "level"));
          List<Tensor> here = nest.advance(nest.advance(at, line, first), element(), level);
          if (way.isEmpty()) {
            call(code, params, tiling, here, Way.PLAIN, holder, name);
            return;
          }
          var calls = new TreeMap<Integer, Code.Part>();
          for (Way w : Way.values()) {
            calls.put(w.ordinal(), () -> call(code, params, tiling, here, w, holder, name));
          }
          code.choose(() -> code.load(way.get()), calls);
        });
  }

  private void call(
      Code code,
      Params params,
      Local tiling,
      List<Tensor> here,
      Way way,
      String holder,
      String name) {
    Excerpt excerpt = excerpt(way);
    List<String> extents =
        way == Way.ACROSS ? List.of("depth", side.lines) : List.of(side.lines, "depth");
    boolean arrays = code.memory() == Memory.ARRAYS;
    Tiles.get(code, dtype(), tiling, arrays ? side.block : side.nativeBlock);
    code.memory().push(code, 0);
    Tiles.get(code, dtype(), tiling, extents.getLast());
    code.memory().fromInt(code);
    code.memory().push(code, 1);
    extents.forEach(e -> Tiles.get(code, dtype(), tiling, e));
    excerpt.pushInputs(code, here);
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, method(name, way), excerpt.kernel(), code.memory());
  }
}
