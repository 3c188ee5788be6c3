package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Input;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Load;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits a contraction as products of matrices, block by block: the runtime's {@code Tiling} lays a
 * block's factors out, {@link Tiles} add its products, and where its sums are complete an
 * element-wise kernel computes the results from them while they are in the cache.
 *
 * @param left the input that is the left factor: it follows the rows
 * @param right the input that is the right factor: it follows the columns
 * @param rows the axis along which the results' rows lie
 */
record TiledContraction(Kernel kernel, int left, int right, int rows) {

  /** The contraction as products of matrices, if it is one: over two parallel axes, one each. */
  static Optional<TiledContraction> of(Kernel k) {
    Optional<LoopIr.Contraction> contraction = k.contraction();
    if (contraction.isEmpty()
        || contraction.get().windows()
        || VectorForm.of(k) != VectorForm.COLUMNS
        || k.reduced() != 1
        || k.rounds()
        || k.results().size() != 1
        || !(contraction.get().left() instanceof Load a)
        || !(contraction.get().right() instanceof Load b)) {
      return Optional.empty();
    }
    int columns = k.innermost();
    boolean swapped = follows(k, a.input(), columns);
    int left = swapped ? b.input() : a.input();
    int right = swapped ? a.input() : b.input();
    if (!follows(k, right, columns) || follows(k, left, columns)) {
      return Optional.empty();
    }
    return IntStream.range(0, columns)
        .filter(axis -> follows(k, left, axis) && !follows(k, right, axis))
        .boxed()
        .reduce((_, last) -> last)
        .map(rows -> new TiledContraction(k, left, right, rows));
  }

  private static boolean follows(Kernel k, int input, int axis) {
    return k.inputs().get(input).axes().get(axis) != AxisUse.NONE;
  }

  DType dtype() {
    return kernel.reductions().getFirst().value().type();
  }

  /** The method of what is computed from the sums. */
  static String finishMethod(String kernel) {
    return kernel + "Finish";
  }

  // ---------------------------------------------------------------- what is done with the sums

  /**
   * @param kernel over the parallel axes; its last input are the sums
   * @param inputs those of the contraction that its other inputs are
   */
  record Finish(Kernel kernel, List<Integer> inputs) {}

  Finish finish() {
    var inputs = new ArrayList<Integer>();
    Expr result = kernel.results().getFirst().value();
    for (Expr e : Vectorizable.nodes(List.of(result))) {
      if (e instanceof Load load && !inputs.contains(load.input())) {
        inputs.add(load.input());
      }
    }
    var taken = new ArrayList<Input>();
    for (int number : inputs) {
      Input in = kernel.inputs().get(number);
      taken.add(new Input(in.dtype(), in.axes().subList(0, kernel.parallel())));
    }
    taken.add(new Input(dtype(), sumsAxes()));
    Expr value = rewritten(result, inputs, new IdentityHashMap<>());
    var finish =
        new Kernel(
            kernel.parallel(),
            0,
            false,
            taken,
            kernel.scalars(),
            List.of(),
            List.of(new LoopIr.Result(value, false)),
            kernel.span());
    return new Finish(finish, inputs);
  }

  private List<AxisUse> sumsAxes() {
    return IntStream.range(0, kernel.parallel())
        .mapToObj(a -> a == rows || a == kernel.innermost() ? AxisUse.FULL : AxisUse.NONE)
        .toList();
  }

  private Expr rewritten(Expr e, List<Integer> inputs, Map<Expr, Expr> done) {
    Expr before = done.get(e);
    if (before == null) {
      before =
          switch (e) {
            case Load l -> new Load(inputs.indexOf(l.input()), l.type());
            case LoopIr.Reduced r -> new Load(inputs.size(), r.type());
            case LoopIr.Named n -> rewritten(n.value(), inputs, done);
            default -> ScalarEmitter.withChildren(e, x -> rewritten(x, inputs, done));
          };
      done.put(e, before);
    }
    return before;
  }

  // ---------------------------------------------------------------- the call

  /**
   * Computes all results so, and returns, where sizes and strides make it pay. Hands over to the
   * scalar kernel what is too small for vectors.
   *
   * @param holder class that has the methods
   * @param name of the kernel's method
   */
  void leave(Code code, Params params, KernelPrologue prologue, String holder, String name) {
    Finish finish = finish();
    prologue.collapseInto(rows, 0);
    code.ifThen(asks(params, "isTiny"), prologue::returnScalar);
    code.ifThen(
        asks(params, "pays"),
        () ->
            code.ifElse(
                prologue.liesApart(finished(params, finish), kernel.innermost()),
                () -> {},
                () -> {
                  products(code, params, finish, new Tiled(holder), name);
                  code.op(Opcodes.RETURN);
                }));
  }

  /**
   * As {@link #leave}, in plain code.
   *
   * @param holder class that has the scalar form of what is done with the sums
   */
  void leavePlain(Code code, Params params, String holder, String name) {
    code.ifThen(
        asks(params, "pays"),
        () -> {
          products(code, params, finish(), new Plain(holder), name);
          code.op(Opcodes.RETURN);
        });
  }

  /** What the runtime says of rows, columns and products of each sum. */
  private BiConsumer<Code, Label> asks(Params params, String what) {
    return (c, no) -> {
      c.load(params.extents().get(rows));
      c.load(params.extents().get(kernel.innermost()));
      c.load(params.extents().get(kernel.rank() - 1));
      c.callStatic(JvmTypes.RUNTIME + "Tiling", what, "(III)Z");
      c.mv().visitJumpInsn(Opcodes.IFEQ, no);
    };
  }

  /** How a block's products are added. */
  private sealed interface Blocks {
    /** The class that has the methods. */
    String holder();
  }

  private record Tiled(String holder) implements Blocks {}

  private record Plain(String holder) implements Blocks {}

  /** The tensors that are read and written where the sums are complete. */
  private List<Tensor> finished(Params params, Finish finish) {
    var all = new ArrayList<Tensor>();
    finish.inputs().forEach(i -> all.add(params.tensors().get(i)));
    all.add(params.tensors().getLast());
    return all;
  }

  private void products(Code code, Params params, Finish finish, Blocks blocks, String name) {
    var nest = new Nest(code, params.extents());
    nest.loops(
        0,
        rows,
        params.tensors(),
        outer ->
            nest.loops(
                rows + 1,
                kernel.innermost(),
                outer,
                point -> product(code, params, point, finish, blocks, name)));
  }

  private void product(
      Code code, Params params, List<Tensor> at, Finish finish, Blocks blocks, String name) {
    DType d = dtype();
    Local tiling = code.newLocal(Tiles.tiling(d), () -> pushTiling(code, params, at, blocks));
    code.loop(
        (c, end) -> {
          Tiles.get(c, d, tiling, "next");
          c.mv().visitJumpInsn(Opcodes.IFEQ, end);
        },
        () -> {
          code.load(tiling);
          switch (blocks) {
            case Tiled t ->
                code.callStatic(t.holder(), Tiles.blockMethod(d), Tiles.blockDescriptor(d));
            case Plain _ ->
                code.callVirtual(Tiles.tiling(d).getInternalName(), "addProducts", "()V");
          }
          code.ifThen(
              Code.isTrue(() -> Tiles.get(code, d, tiling, "isComplete")),
              () -> callFinish(code, params, at, finish, tiling, blocks.holder(), name));
        });
  }

  private void pushTiling(Code code, Params params, List<Tensor> at, Blocks blocks) {
    Memory memory = code.memory();
    int inner = kernel.rank() - 1;
    code.load(params.extents().get(rows));
    code.load(params.extents().get(kernel.innermost()));
    code.load(params.extents().get(inner));
    switch (blocks) {
      case Tiled _ -> Tiles.pushColumns(code, dtype());
      case Plain _ -> {
        code.load(params.extents().get(kernel.innermost()));
        code.callStatic(JvmTypes.RUNTIME + "Tiling", "plainColumns", "(I)I");
      }
    }
    pushFactor(code, at.get(left), rows, inner);
    pushFactor(code, at.get(right), inner, kernel.innermost());
    var types =
        new ArrayList<>(List.of(Type.INT_TYPE, Type.INT_TYPE, Type.INT_TYPE, Type.INT_TYPE));
    for (int factor = 0; factor < 2; factor++) {
      types.addAll(List.of(memory.base(dtype()), memory.index(), memory.index(), memory.index()));
    }
    code.callStatic(
        Tiles.tiling(dtype()).getInternalName(),
        "begin",
        Type.getMethodDescriptor(Tiles.tiling(dtype()), types.toArray(Type[]::new)));
  }

  private static void pushFactor(Code code, Tensor t, int outer, int inner) {
    code.load(t.array());
    code.load(t.offset());
    pushStride(code, t, outer);
    pushStride(code, t, inner);
  }

  private static void pushStride(Code code, Tensor t, int axis) {
    if (t.strides()[axis] == null) {
      code.memory().push(code, 0);
    } else {
      code.load(t.strides()[axis]);
    }
  }

  private void callFinish(
      Code code,
      Params params,
      List<Tensor> at,
      Finish finish,
      Local tiling,
      String holder,
      String name) {
    DType d = dtype();
    Local row = code.newLocal(Type.INT_TYPE, () -> Tiles.get(code, d, tiling, "row"));
    Local column = code.newLocal(Type.INT_TYPE, () -> Tiles.get(code, d, tiling, "column"));
    var nest = new Nest(code, params.extents());
    List<Tensor> here = nest.advance(nest.advance(at, rows, row), kernel.innermost(), column);
    pushTensor(code, here.getLast());
    for (int axis = 0; axis < kernel.parallel(); axis++) {
      if (axis == rows) {
        Tiles.get(code, d, tiling, "rows");
      } else if (axis == kernel.innermost()) {
        Tiles.get(code, d, tiling, "columns");
      } else {
        code.pushInt(1);
      }
    }
    finish.inputs().forEach(i -> pushTensor(code, here.get(i)));
    Tiles.get(code, d, tiling, code.memory() == Memory.ARRAYS ? "sums" : "nativeSums");
    Tiles.get(code, d, tiling, "offset");
    code.memory().fromInt(code);
    Tiles.get(code, d, tiling, "pitch");
    code.memory().fromInt(code);
    code.memory().push(code, 1);
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, finishMethod(name), finish.kernel(), code.memory());
  }

  private static void pushTensor(Code code, Tensor t) {
    code.load(t.array());
    code.load(t.offset());
    for (Local stride : t.strides()) {
      if (stride != null) {
        code.load(stride);
      }
    }
  }
}
