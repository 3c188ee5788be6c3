package dev.tensorc.codegen.emit.product;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.KnownRows;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.SmallProduct;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits products of small matrices over arrays, a row of results in one vector that is as wide as
 * the row: blocks and panels of {@link TiledContraction} cost more than these products.
 */
public final class SmallMatrices extends KernelBody {

  private final SmallProduct product;
  private final DType dtype;
  private final int row;
  private final int element;

  private SmallMatrices(Kernel kernel, SmallProduct product, Code code, Params params) {
    super(kernel, code, params);
    this.product = product;
    this.dtype = kernel.reductions().getFirst().value().type();
    Kernel.Contraction c = kernel.contraction().orElseThrow();
    int left = ((Expr.Load) c.left()).input();
    int right = ((Expr.Load) c.right()).input();
    this.row = product.right() ? right : left;
    this.element = product.right() ? left : right;
  }

  /** The product that the kernel's form computes, if it has that form. */
  public static Optional<SmallProduct> of(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS ? k.schedule().product() : Optional.empty();
  }

  public static String method(String kernel) {
    return kernel + "Small";
  }

  /**
   * Hands over where extents and strides are those of the form, and the machine has such vectors.
   */
  public static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    of(k, code.memory())
        .ifPresent(
            product ->
                prologue.leaveIf(
                    new SmallMatrices(k, product, code, prologue.params()).fits(),
                    method(prologue.name())));
  }

  private BiConsumer<Code, Label> fits() {
    int lanes = kernel.parallel() - 1;
    int along = kernel.parallel();
    return (c, no) -> {
      VectorTypes.pushLength(c, dtype);
      c.pushInt(product.columns());
      c.mv().visitJumpInsn(Opcodes.IF_ICMPLT, no);
      equal(c, params.extents().get(lanes), product.columns(), no);
      equal(c, params.extents().get(along), product.depth(), no);
      equal(c, stride(row, lanes), product.columnStride(), no);
      equal(c, stride(kernel.inputs().size(), lanes), 1, no);
      equal(c, stride(row, along), product.rowStride(), no);
      equal(c, stride(element, along), product.elementStride(), no);
    };
  }

  private Local stride(int tensor, int axis) {
    return params.tensors().get(tensor).strides()[axis];
  }

  private static void equal(Code c, Local value, int number, Label no) {
    c.memory().jumpUnlessEqual(c, value, () -> c.pushInt(number), no);
  }

  public static void emit(Kernel k, SmallProduct product, Code code) {
    new SmallMatrices(k, product, code, KernelCall.params(k, code.memory())).emit();
  }

  private void emit() {
    Local zero =
        code.newLocal(
            VectorTypes.of(dtype),
            () ->
                pushSplat(
                    () ->
                        JvmTypes.pushConstant(
                            code,
                            dtype,
                            ScalarKernel.start(kernel.reductions().getFirst().op(), dtype))));
    if (kernel.parallel() > 1) {
      var known = new KnownRows(code, kernel, params.extents());
      code.ifThen(
          Code.and(known.fit(product.rows(), params.tensors()), this::hasCount),
          () -> loops(known.apart(product.rows(), params.tensors()), product.count(), zero));
    }
    loops(params.tensors(), OptionalInt.empty(), zero);
  }

  private void hasCount(Code c, Label no) {
    product
        .count()
        .ifPresent(rows -> equal(c, params.extents().get(kernel.parallel() - 2), rows, no));
  }

  /**
   * @param count rows of results, where they all stand in the code
   */
  private void loops(List<Tensor> tensors, OptionalInt count, Local zero) {
    int lanes = kernel.parallel() - 1;
    int shared = product.readsRowsAt(kernel, row);
    var nest = new AxisLoops(code, params.extents());
    nest.loops(
        shared,
        tensors,
        outer -> {
          List<Local> rows = shared < lanes ? rows(outer) : List.of();
          if (count.isPresent() && shared < lanes) {
            nest.unrolled(shared, count.getAsInt(), outer, at -> results(at, rows, zero));
          } else {
            nest.loops(shared, lanes, outer, at -> results(at, rows, zero));
          }
        });
    code.op(Opcodes.RETURN);
  }

  private List<Local> rows(List<Tensor> at) {
    return IntStream.range(0, product.depth())
        .mapToObj(k -> code.newLocal(VectorTypes.of(dtype), () -> pushRow(at, k)))
        .toList();
  }

  private void pushRow(List<Tensor> at, int k) {
    if (product.columnStride() == 1) {
      pushNeighbours(at, k * product.rowStride());
    } else {
      pushApart(at, k * product.rowStride());
    }
  }

  private void pushNeighbours(List<Tensor> at, int distance) {
    pushSpecies();
    pushPlace(at.get(row), distance);
    VectorTypes.fromArray(code, dtype);
  }

  /** Pushes a row whose elements lie apart, one after the other: it is read once for many rows. */
  private void pushApart(List<Tensor> at, int distance) {
    pushSplat(() -> pushElement(at.get(row), distance));
    for (int i = 1; i < product.columns(); i++) {
      code.pushInt(i);
      pushElement(at.get(row), distance + i * product.columnStride());
      VectorTypes.call(code, dtype, "withLane", Type.INT_TYPE, JvmTypes.element(dtype));
    }
  }

  private void pushElement(Tensor t, int distance) {
    pushPlace(t, distance);
    JvmTypes.loadElement(code, dtype);
  }

  /**
   * Computes a row of results.
   *
   * @param rows of the factor that has such; empty where they are read here
   */
  private void results(List<Tensor> at, List<Local> rows, Local zero) {
    Local sum = code.newLocal(zero.type(), () -> code.load(zero));
    for (int k = 0; k < product.depth(); k++) {
      int number = k;
      code.assign(
          sum,
          () -> {
            if (rows.isEmpty()) {
              pushRow(at, number);
            } else {
              code.load(rows.get(number));
            }
            pushSplat(() -> pushElement(at.get(element), number * product.elementStride()));
            code.load(sum);
            VectorTypes.call(code, dtype, "fma", VectorTypes.VECTOR, VectorTypes.VECTOR);
          });
    }
    code.load(sum);
    pushPlace(at.getLast(), 0);
    VectorTypes.intoArray(code, dtype);
  }

  private void pushPlace(Tensor t, int distance) {
    code.load(t.array());
    Arithmetic place = code.load(t.offset());
    if (distance != 0) {
      place.plus(distance);
    }
  }

  /** Pushes the species of vectors as wide as a row: a constant of the JDK's. */
  private void pushSpecies() {
    int bits = 8 * product.columns() * dtype.bytes();
    code.getStatic(
        VectorTypes.vector(dtype), "SPECIES_" + bits, VectorTypes.SPECIES.getDescriptor());
  }

  private void pushSplat(Code.Part scalar) {
    pushSpecies();
    scalar.emit();
    Type vector = VectorTypes.of(dtype);
    code.callStatic(vector, "broadcast", vector, VectorTypes.SPECIES, JvmTypes.element(dtype));
  }
}
