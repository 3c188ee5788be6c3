package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.ColumnTuning;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Emits float sums and extremes down columns where a row has a few vectors at most. Operations on
 * one accumulator wait for each other, so several are in registers at once: of a sum each has a
 * chunk of rows, of an extreme every so many rows.
 */
public final class FewColumns extends ColumnLoops {

  private final int axis;
  private final Local height;
  private final ColumnSums sums;
  private final int together;

  private FewColumns(Kernel kernel, Code code) {
    super(kernel, code);
    this.axis = kernel.rank() - 1;
    this.height = extent(axis);
    this.sums = new ColumnSums(code, reduction, rows, accumulators, false);
    this.together = together(kernel);
    rows.readsUnderMasks(kernel);
  }

  public static String method(String kernel) {
    return kernel + "Few";
  }

  /** The method of the last rows, given that of all. */
  public static String restMethod(String few) {
    return few + "Rest";
  }

  /** Whether a kernel has the form: the step of its loop has room for two rows at least. */
  public static boolean possible(Kernel k) {
    return VectorForm.of(k) == VectorForm.COLUMNS && (isSum(k) || isExtreme(k)) && together(k) > 1;
  }

  /** Whether the form has a method for the last rows: those of an extreme may come twice. */
  public static boolean isSum(Kernel k) {
    return WideColumns.possible(k);
  }

  private static boolean isExtreme(Kernel k) {
    return k.reductions().size() == 1
        && isExtreme(k.reductions().getFirst())
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  static boolean isExtreme(Reduction r) {
    return !r.finds() && (r.op() == Builtin.MIN || r.op() == Builtin.MAX);
  }

  private static int together(Kernel k) {
    long one = WideColumns.operations(k);
    long most = k.tuning().budgets().sums().fewColumnOperations() / Math.max(1, one);
    int chunks = k.tuning().columns().maxFewChunks();
    return Integer.highestOneBit(Math.toIntExact(Math.min(chunks, most)));
  }

  /** Hands over where a row is short and the reduced axes are one. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    prologue.leaveIf((c, no) -> requireFew(c, k, prologue.params(), no), method(prologue.name()));
  }

  private static void requireFew(Code c, Kernel k, Params params, Label no) {
    requireShortRows(c, k, params, no);
    if (isSum(k)) {
      params.pushPoints(c).jumpIf(Opcodes.IFGT, k.tuning().columns().maxFewElements(), no);
    } else {
      c.load(params.extents().get(k.rank() - 1)).jumpIf(Opcodes.IFLT, together(k), no);
    }
  }

  /** Jumps unless a row has a few vectors and the reduced axes are one. */
  static void requireShortRows(Code c, Kernel k, Params params, Label no) {
    ColumnTuning tuning = k.tuning().columns();
    int most = isSum(k) ? tuning.maxSummedVectors() : tuning.maxExtremeVectors();
    DType d = k.reductions().getFirst().value().type();
    VectorLoop.hasAtMost(d, params.extents().get(k.innermost()), most).accept(c, no);
    List<Integer> others = IntStream.range(k.parallel(), k.rank() - 1).boxed().toList();
    ScalarKernel.allAre(1, params, others).accept(c, no);
  }

  /**
   * Emits the form.
   *
   * @param name of its method
   */
  public static void emit(Kernel kernel, Code code, Holders holders, String name) {
    var few = new FewColumns(kernel, code);
    var prologue = new KernelPrologue(kernel, code, few.params, holders, name);
    few.loops(isSum(kernel) ? tensors -> few.groups(tensors, prologue) : few::extremes);
  }

  /** Emits the last rows of a sum, and the stores of its results. */
  public static void emitRest(Kernel kernel, Code code) {
    var few = new FewColumns(kernel, code);
    few.loops(few::rest);
  }

  /** Adds up the first rows, chunks together, for a row of results. */
  private void groups(List<Tensor> tensors, KernelPrologue prologue) {
    Local sum = sums.begin(n);
    Local at = code.newInt(0);
    int group = together * FloatSums.CHUNK;
    Local end = code.newInt(() -> code.load(height).plus(1 - group));
    Local chunk = code.newInt(FloatSums.CHUNK);
    code.whileLess(
        at,
        () -> code.load(end),
        () -> {
          chunks(tensors, at, chunk, together, sum);
          code.increase(at, group);
        });
    call(
        prologue.holders().vector(),
        restMethod(prologue.name()),
        nest.advance(tensors, axis, at),
        a -> {
          if (a == axis) {
            code.load(height).minus(at);
          } else if (a == kernel.innermost()) {
            code.load(n);
          } else {
            code.pushInt(1);
          }
        });
  }

  /** Adds up the last rows, chunk by chunk, and stores a row of results. */
  private void rest(List<Tensor> tensors) {
    Local sum = sums.begun();
    code.forLoop(
        height,
        FloatSums.CHUNK,
        at -> {
          Local left = code.newInt(() -> Steps.pushRest(code, height, at, FloatSums.CHUNK));
          chunks(tensors, at, left, 1, sum);
        });
    Local results = sums.sums(sum);
    Row row = stored(tensors);
    VectorLoop.masked(code, dtype, n, (j, tail) -> store(row, j, tail, sums.load(results, j)));
  }

  /** Stores the extremes of a row of results; there are as many rows as accumulators. */
  private void extremes(List<Tensor> tensors) {
    Row stored = stored(tensors);
    VectorLoop.masked(
        code,
        dtype,
        n,
        (j, tail) -> {
          List<Local> accs = accumulators.start(together);
          List<Local> best =
              fed(accs, height, together, r -> feed(tensors, firstOf(r), 1, accs, j, tail));
          for (Local other : best.subList(1, together)) {
            accumulators.combineWith(List.of(best.getFirst()), List.of(other));
          }
          store(stored, j, tail, best.getFirst());
        });
  }

  /** The first of the next rows; the last ones begin before the end of those that are done. */
  private Local firstOf(Local r) {
    return code.newInt(() -> code.load(r).min(() -> code.load(height).plus(-together)));
  }

  /**
   * The accumulators after a loop up to an end.
   *
   * @param feed feeds each of them, given where the loop stands
   */
  private List<Local> fed(List<Local> accs, Local end, int step, Consumer<Local> feed) {
    code.forLoop(end, step, feed);
    return accs.stream().map(accumulators::known).toList();
  }

  /** Feeds each accumulator with a row; they are so far apart. */
  private void feed(
      List<Tensor> tensors,
      Local first,
      int apart,
      List<Local> accs,
      Local j,
      @Nullable Local tail) {
    for (int k = 0; k < accs.size(); k++) {
      Local acc = accs.get(k);
      int distance = k * apart;
      code.scope(
          () -> {
            Local i = code.newInt(() -> code.load(first).plus(distance));
            List<Tensor> moved = nest.advance(tensors, axis, i);
            Row row = body.row(moved);
            accumulators.feed(acc, body.values(row, reduction.parts(), j, tail), null);
          });
    }
  }

  /** Adds up some chunks of so many rows each, from a row on, and hands their tree over. */
  private void chunks(List<Tensor> tensors, Local from, Local length, int count, Local sum) {
    Local array = sums.array(sum);
    VectorLoop.masked(
        code,
        dtype,
        n,
        (j, tail) -> {
          List<Local> accs = accumulators.start(count);
          List<Local> added =
              fed(
                  accs,
                  length,
                  1,
                  r -> {
                    Local first = code.sum(from, r);
                    feed(tensors, first, FloatSums.CHUNK, accs, j, tail);
                  });
          for (int distance = 1; distance < count; distance *= 2) {
            for (int k = 0; k < count; k += 2 * distance) {
              accumulators.combineWith(List.of(added.get(k)), List.of(added.get(k + distance)));
            }
          }
          accumulators.store(added.getFirst(), () -> code.load(array), () -> code.load(j), 0);
        });
    sums.push(sum, array, count);
  }
}
