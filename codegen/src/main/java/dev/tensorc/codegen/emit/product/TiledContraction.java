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
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.product.ProductFactor.Side;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits a contraction as products of matrices, block by block: the runtime's {@code Tiling} lays a
 * block's factors out, which may be computed only then, {@link Tiles} add its products, and where
 * its sums are complete an element-wise kernel computes the results from them while they are in the
 * cache.
 *
 * @param left the factor that follows the rows
 * @param right the factor that follows the columns
 */
public record TiledContraction(Kernel kernel, ProductFactor left, ProductFactor right) {

  /** The contraction as products of matrices, if it is one: over two parallel axes, one each. */
  public static Optional<TiledContraction> of(Kernel k) {
    Optional<Kernel.Contraction> contraction = k.contraction();
    if (contraction.isEmpty()
        || contraction.get().windows()
        || VectorForm.of(k) != VectorForm.COLUMNS
        || k.reduced() != 1
        || k.rounds()
        || k.results().size() != 1) {
      return Optional.empty();
    }
    int columns = k.innermost();
    Expr a = contraction.get().left();
    Expr b = contraction.get().right();
    boolean swapped = follows(k, a, columns);
    Expr left = swapped ? b : a;
    Expr right = swapped ? a : b;
    if (!follows(k, right, columns) || follows(k, left, columns)) {
      return Optional.empty();
    }
    return IntStream.range(0, columns)
        .filter(axis -> follows(k, left, axis) && !follows(k, right, axis))
        .boxed()
        .reduce((_, last) -> last)
        .map(
            rows ->
                new TiledContraction(
                    k,
                    new ProductFactor(k, left, rows, Side.LEFT),
                    new ProductFactor(k, right, columns, Side.RIGHT)));
  }

  private static boolean follows(Kernel k, Expr factor, int axis) {
    return Excerpt.loads(factor).stream().anyMatch(input -> k.follows(input, axis));
  }

  /** The axis along which the results' rows lie. */
  private int rows() {
    return left.line();
  }

  public DType dtype() {
    return kernel.reductions().getFirst().value().type();
  }

  /** The method that computes results from the sums. */
  public static String finishMethod(String kernel) {
    return kernel + "Finish";
  }

  // ---------------------------------------------------------------- results of the sums

  /** The results computed from the sums, over the parallel axes. */
  public Excerpt finish() {
    List<Integer> axes = IntStream.range(0, kernel.parallel()).boxed().toList();
    List<AxisUse> sums =
        axes.stream()
            .map(a -> a == rows() || a == kernel.innermost() ? AxisUse.FULL : AxisUse.NONE)
            .toList();
    Expr result = kernel.results().getFirst().value();
    return Excerpt.of(kernel, result, axes, Optional.of(new Input(dtype(), sums)));
  }

  // ---------------------------------------------------------------- the call

  /**
   * Computes all results so, and returns, where sizes and strides make it pay. Hands products that
   * are too small for vectors to the scalar kernel.
   */
  public void leave(KernelPrologue prologue) {
    Code code = prologue.code();
    Params params = prologue.params();
    Excerpt finish = finish();
    prologue.collapseInto(rows(), 0);
    prologue.leaveToScalarIf(asks(params, "isTiny"));
    code.ifThen(
        asks(params, "pays"),
        () ->
            code.ifNot(
                prologue.liesApart(finished(params, finish), kernel.innermost()),
                () -> {
                  var tiled =
                      new Blocks(
                          prologue.holders().vector(),
                          true,
                          left.way(code, params, prologue),
                          right.way(code, params, prologue));
                  products(code, params, finish, tiled, prologue.name());
                  code.op(Opcodes.RETURN);
                }));
  }

  /**
   * As {@link #leave}, in plain code.
   *
   * @param holder class that has the scalar method of the results
   */
  public void leavePlain(Code code, Params params, String holder, String name) {
    code.ifThen(
        asks(params, "pays"),
        () -> {
          var plain = new Blocks(holder, false, Optional.empty(), Optional.empty());
          products(code, params, finish(), plain, name);
          code.op(Opcodes.RETURN);
        });
  }

  /** Asks the runtime about rows, columns and products of each sum. */
  private BiConsumer<Code, Label> asks(Params params, String what) {
    return (c, no) -> {
      c.load(params.extents().get(rows()));
      c.load(params.extents().get(kernel.innermost()));
      c.load(params.extents().get(kernel.rank() - 1));
      c.callStatic(RuntimeTypes.TILING, what, "(III)Z");
      c.mv().visitJumpInsn(Opcodes.IFEQ, no);
    };
  }

  /**
   * How a block's products are added.
   *
   * @param holder class that has the methods
   * @param tiled whether in vectors, and not in plain code
   * @param left how that factor is computed, if it is, in vectors
   * @param right the same
   */
  private record Blocks(
      String holder, boolean tiled, Optional<Local> left, Optional<Local> right) {}

  /** The tensors that are read and written where the sums are complete. */
  private List<Tensor> finished(Params params, Excerpt finish) {
    var all = new ArrayList<Tensor>();
    finish.inputs().forEach(i -> all.add(params.tensors().get(i)));
    all.add(params.tensors().getLast());
    return all;
  }

  private void products(Code code, Params params, Excerpt finish, Blocks blocks, String name) {
    var nest = new AxisLoops(code, params.extents());
    nest.loops(
        rows(),
        params.tensors(),
        outer ->
            nest.loops(
                rows() + 1,
                kernel.innermost(),
                outer,
                point -> product(code, params, point, finish, blocks, name)));
  }

  private void product(
      Code code, Params params, List<Tensor> at, Excerpt finish, Blocks blocks, String name) {
    DType d = dtype();
    Local tiling = code.newLocal(RuntimeTypes.tiling(d), () -> pushTiling(code, params, blocks));
    Local a = left.set(code, tiling, at, blocks.left());
    Local b = right.set(code, tiling, at, blocks.right());
    if (blocks.tiled() && resultsAreSums(code.memory())) {
      setResults(code, tiling, at.getLast());
    }
    code.loop(
        Code.isTrue(() -> Tiles.get(code, d, tiling, "next")),
        () -> {
          left.compute(code, params, tiling, a, at, blocks.left(), blocks.holder(), name);
          right.compute(code, params, tiling, b, at, blocks.right(), blocks.holder(), name);
          code.load(tiling);
          code.callVirtual(RuntimeTypes.tiling(d).getInternalName(), "layOut", "()V");
          code.load(tiling);
          if (blocks.tiled()) {
            code.callStatic(blocks.holder(), Tiles.blockMethod(d), Tiles.blockDescriptor(d));
          } else {
            code.callVirtual(RuntimeTypes.tiling(d).getInternalName(), "addProducts", "()V");
          }
          code.ifThen(
              Code.isTrue(() -> Tiles.get(code, d, tiling, "isComplete")),
              () -> callFinish(code, params, at, finish, tiling, blocks.holder(), name));
        });
  }

  /** Whether results may be written as sums are, without a kernel that computes them from these. */
  private boolean resultsAreSums(Memory memory) {
    return memory == Memory.ARRAYS && kernel.results().getFirst().value() instanceof Expr.Reduced;
  }

  private void setResults(Code code, Local tiling, Tensor results) {
    code.load(tiling);
    code.load(results.array());
    code.load(results.offset());
    code.load(results.strides()[rows()]);
    String array = JvmTypes.array(dtype()).getDescriptor();
    code.callVirtual(tiling.type().getInternalName(), "into", "(" + array + "II)V");
  }

  private void pushTiling(Code code, Params params, Blocks blocks) {
    code.load(params.extents().get(rows()));
    code.load(params.extents().get(kernel.innermost()));
    code.load(params.extents().get(kernel.rank() - 1));
    Type tiling = RuntimeTypes.tiling(dtype());
    String holder = tiling.getInternalName();
    if (blocks.tiled()) {
      Tiles.pushColumns(code, dtype());
      code.callStatic(holder, "begin", "(IIII)" + tiling.getDescriptor());
    } else {
      code.callStatic(holder, "beginPlain", "(III)" + tiling.getDescriptor());
    }
  }

  private void callFinish(
      Code code,
      Params params,
      List<Tensor> at,
      Excerpt finish,
      Local tiling,
      String holder,
      String name) {
    DType d = dtype();
    Local row = code.newInt(() -> Tiles.get(code, d, tiling, "row"));
    Local column = code.newInt(() -> Tiles.get(code, d, tiling, "column"));
    var nest = new AxisLoops(code, params.extents());
    List<Tensor> here = nest.advance(nest.advance(at, rows(), row), kernel.innermost(), column);
    finish.pushTensor(code, here.getLast());
    for (int axis = 0; axis < kernel.parallel(); axis++) {
      if (axis == rows()) {
        Tiles.get(code, d, tiling, "rows");
      } else if (axis == kernel.innermost()) {
        Tiles.get(code, d, tiling, "columns");
      } else {
        code.pushInt(1);
      }
    }
    finish.pushInputs(code, here);
    Tiles.get(code, d, tiling, code.memory() == Memory.ARRAYS ? "sums" : "nativeSums");
    Tiles.get(code, d, tiling, "offset");
    code.memory().fromInt(code);
    Tiles.get(code, d, tiling, "pitch");
    code.memory().fromInt(code);
    code.memory().push(code, 1);
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, finishMethod(name), finish.kernel(), code.memory());
  }
}
