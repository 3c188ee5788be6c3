package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits sums of the products of windows that have the same small size on each axis: all products
 * stand in the loop along the row, and factors that are the same along it are in registers.
 */
public final class SmallWindow extends ColumnLoops {

  /** How long the window is on each of its axes. */
  private static final int SIZE = 3;

  private SmallWindow(Kernel kernel, Code code) {
    super(kernel, code);
  }

  /** Whether the kernel adds the products of windows, which may be small. */
  public static boolean possible(Kernel k) {
    return VectorForm.of(k) == VectorForm.COLUMNS
        && k.reduced() <= k.tuning().budgets().sums().windowAxes()
        && k.contraction().map(Kernel.Contraction::windows).orElse(false);
  }

  public static String method(String kernel) {
    return kernel + "Window" + SIZE;
  }

  /** Hands over where the windows are small. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    List<Integer> axes = IntStream.range(k.parallel(), k.rank()).boxed().toList();
    prologue.leaveIf(ScalarKernel.allAre(SIZE, prologue.params(), axes), method(prologue.name()));
  }

  /**
   * Emits the form.
   *
   * @param name of its method
   */
  public static void emit(Kernel kernel, Code code, Holders holders, String name) {
    var window = new SmallWindow(kernel, code);
    var prologue = new KernelPrologue(kernel, code, window.params, holders, name);
    window.loops(tensors -> window.row(tensors, prologue));
  }

  /** Emits the step at the tail of its row, which is all of the row that the method gets. */
  public static void emitTail(Kernel kernel, Code code) {
    var window = new SmallWindow(kernel, code);
    window.loops(window::tail);
  }

  private void row(List<Tensor> tensors, KernelPrologue prologue) {
    List<Row> products = products(tensors);
    Row row = stored(tensors);
    Local i = VectorLoop.wholeVectors(code, dtype, n, at -> step(products, row, at, null));
    String tail = StepSize.tailMethod(prologue.name());
    code.ifThen(
        Code.less(i, n),
        () ->
            prologue.callFrom(
                prologue.holders().vector(), tail, tensors, kernel.innermost(), i, n, _ -> false));
  }

  private void tail(List<Tensor> tensors) {
    List<Row> products = products(tensors);
    Row row = stored(tensors);
    Local i = code.newInt(0);
    step(products, row, i, VectorLoop.tailMask(code, dtype, i, n));
  }

  private void step(List<Row> products, Row row, Local i, @Nullable Local tail) {
    List<Local> acc = accumulators.start(1);
    products.forEach(product -> all.row(product, List.of(acc), List.of(i), tail));
    store(row, i, tail, acc.getFirst());
  }

  /** The products' places, one after the other. */
  private List<Row> products(List<Tensor> tensors) {
    var products = new ArrayList<Row>();
    window(tensors, kernel.parallel(), at -> products.add(body.row(at)));
    return products;
  }

  private void window(List<Tensor> tensors, int axis, AxisLoops.Body body) {
    if (axis == kernel.rank()) {
      body.emit(tensors);
      return;
    }
    for (int k = 0; k < SIZE; k++) {
      int step = k;
      Local i = code.newInt(step);
      window(nest.advance(tensors, axis, i), axis + 1, body);
    }
  }
}
