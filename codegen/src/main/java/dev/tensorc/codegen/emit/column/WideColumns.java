package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.column.ColumnSums.Chunk;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits float sums over outer axes row by row: a chunk of every column is added up in memory that
 * stays in the nearest cache, four rows a pass, so that memory is read as it lies. The runtime's
 * {@code FloatColumns} adds the chunks up.
 *
 * <p>A sum in virtual lanes, as over a last axis, goes lane by lane through as many rows as fill a
 * chunk of each: the rows of one, then those of the next.
 */
public final class WideColumns extends ColumnLoops {

  private final boolean inLanes;
  private final boolean isLong;
  private final ColumnSums sums;
  private final boolean tight;
  private final int together;

  private WideColumns(Kernel kernel, Code code, boolean inLanes) {
    super(kernel, code);
    this.inLanes = inLanes;
    this.isLong = storesLong();
    Budgets.Sums budgets = kernel.tuning().budgets().sums();
    boolean isLongElement = operations(kernel) > budgets.columnOperations();
    this.tight = code.memory() == Memory.SEGMENTS || isLong || isLongElement;
    boolean isShort = kernel.inputs().size() == 1 && !isLong && !converts(kernel);
    boolean readsFew = kernel.inputs().size() <= budgets.columnOperands();
    this.together =
        (code.memory() == Memory.ARRAYS && !isLongElement && readsFew) || isShort
            ? budgets.columnRows()
            : budgets.nativeColumnRows();
    boolean isNative = code.memory() == Memory.SEGMENTS && isShort && !inLanes;
    this.sums = new ColumnSums(code, reduction, rows, accumulators, isNative);
  }

  /** Whether the kernel's reduction can be done so. */
  public static boolean possible(Kernel k) {
    Reduction r = k.reductions().getFirst();
    return FloatSums.orders(r)
        && r.contraction().isEmpty()
        && isShort(k)
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  /** Whether a kernel's reduced expressions are short enough. */
  static boolean isShort(Kernel k) {
    Budgets.Sums budgets = k.tuning().budgets().sums();
    return operations(k)
        <= (converts(k) ? budgets.convertedColumnOperations() : budgets.columnOperations());
  }

  private static boolean converts(Kernel k) {
    return k.inputs().stream().anyMatch(in -> in.dtype().isShortFloat());
  }

  /** Operations and operands of an element. */
  static long operations(Kernel k) {
    return Vectorizable.operations(k.reductions().getFirst().value()) + k.inputs().size();
  }

  public static String method(String kernel) {
    return kernel + "Wide";
  }

  /**
   * Emits the form.
   *
   * @param inLanes whether the sums are in virtual lanes: see {@link SideBySide}
   */
  public static void emit(Kernel kernel, Code code, boolean inLanes) {
    var wide = new WideColumns(kernel, code, inLanes);
    wide.loops(wide::row);
  }

  private void row(List<Tensor> tensors) {
    nest.parts(
        kernel.innermost(),
        kernel.tuning().columns().summedStrip(),
        tensors,
        (strip, width) -> {
          Local sum = sums(strip, width);
          Row row = stored(strip);
          VectorLoop.Step store = (i, tail) -> store(row, i, tail, sums.load(sum, i));
          if (isLong) {
            VectorLoop.masked(code, dtype, width, store);
          } else {
            VectorLoop.alongRow(code, dtype, width, store);
          }
        });
  }

  /** The array that has the sums of some columns. */
  private Local sums(List<Tensor> tensors, Local width) {
    if (inLanes) {
      return lanes(tensors, width);
    }
    Local sum = sums.begin(width);
    chunks(tensors, sum, width);
    return sums.sums(sum);
  }

  /** All rows are one sequence. */
  private void chunks(List<Tensor> tensors, Local sum, Local width) {
    Chunk chunk = sums.chunk(sum);
    Local count = code.newInt(0);
    int inner = kernel.rank() - 1;
    nest.loops(
        kernel.parallel(),
        inner,
        tensors,
        outside -> {
          Local i = code.newInt(0);
          code.whileLess(
              i,
              () -> code.load(extent(inner)),
              () -> {
                Local several = several(Code.isTrue(() -> pushSeveral(i, count, extent(inner))));
                pass(outside, i, 1, several, chunk, width);
                code.increase(count, () -> code.load(several));
                code.ifThen(
                    Code.intsEqual(count, FloatSums.CHUNK),
                    () -> {
                      sums.next(sum, chunk);
                      code.assign(count, 0);
                    });
              });
        });
    code.ifThen(Code.isTrue(count), () -> sums.end(sum, chunk));
  }

  /**
   * Each lane has every so many rows; all have equally many chunks; the last ones are short. A
   * chunk of each lane is added up before the next ones, while its rows are in the cache.
   */
  private Local lanes(List<Tensor> tensors, Local width) {
    Local n = code.newInt(this::pushRows);
    int lanes = FloatSums.lanes(dtype);
    Local pitch = code.newInt(() -> pushWholeVectors(width));
    Local columns = code.newInt(() -> code.load(pitch).times(lanes));
    Local sum = sums.begin(columns);
    code.forLoop(
        n,
        lanes * FloatSums.CHUNK,
        begin -> {
          Local end = code.newInt(() -> pushEnd(begin, lanes, n));
          Local most = code.newInt(() -> code.load(end).plus((1 - together) * lanes));
          Local array = sums.begunArray(sum);
          Local first = code.newInt(0);
          Chunk chunk = sums.ofLane(array, first);
          Local lane = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              lane,
              () -> code.pushInt(lanes),
              () -> code.pushInt(1),
              () -> {
                Local i = code.sum(begin, lane);
                code.whileLess(
                    i,
                    () -> code.load(end),
                    () -> {
                      Local several = several(Code.less(i, most));
                      pass(tensors, i, lanes, several, chunk, width);
                    });
                code.increase(first, () -> code.load(pitch));
              });
          sums.end(sum, chunk);
        });
    return sums.sums(sum, lanes);
  }

  /** Pushes a number of columns, rounded up to whole vectors. */
  private void pushWholeVectors(Local columns) {
    code.load(columns).plus(() -> accumulators.pushLanesTimes(1)).minus(1);
    accumulators.pushLanesTimes(1);
    code.op(Opcodes.INEG);
    code.op(Opcodes.IAND);
  }

  /** Pushes how many rows all reduced axes have. */
  private void pushRows() {
    code.load(extent(kernel.parallel()));
    for (int axis = kernel.parallel() + 1; axis < kernel.rank(); axis++) {
      code.load(extent(axis));
      code.op(Opcodes.IMUL);
    }
  }

  private void pushEnd(Local begin, int lanes, Local n) {
    code.load(begin).plus(lanes * FloatSums.CHUNK).min(n);
  }

  /** Pushes a number that is not 0 where the next rows are enough for a pass, all of one chunk. */
  private void pushSeveral(Local i, Local count, Local extent) {
    code.load(extent).minus(i).min(() -> code.pushInt(FloatSums.CHUNK).minus(count)).by(together);
  }

  /** The rows of a pass: as many as one may have, or one. */
  private Local several(BiConsumer<Code, Label> enough) {
    Local several = code.newInt(1);
    code.ifThen(enough, () -> code.assign(several, together));
    return several;
  }

  /**
   * Adds some rows to the chunk: the {@code i}-th, which moves past them, and every step-th. Where
   * this takes much code, as reads of native memory do, only whole vectors are added together; the
   * rest, row by row, stands in the code once.
   */
  private void pass(
      List<Tensor> outside, Local i, int step, Local several, Chunk chunk, Local width) {
    code.ifElse(
        Code.intsEqual(several, together),
        () -> rows(outside, i, step, together, chunk, width),
        () -> rows(outside, i, step, 1, chunk, width));
    Local end = code.newInt(() -> code.load(several).times(step).plus(i));
    if (tight) {
      rest(outside, i, end, step, chunk, width);
    }
    sums.added(chunk);
    code.assign(i, end);
  }

  private void rows(
      List<Tensor> outside, Local i, int step, int several, Chunk chunk, Local width) {
    var at = new ArrayList<Row>();
    for (int k = 0; k < several; k++) {
      at.add(row(outside, plus(i, k * step)));
    }
    VectorLoop.Step add =
        (j, tail) -> {
          Local acc = sums.load(chunk, j);
          Map<Expr, Local> shared = shared(at.getFirst(), j, tail);
          for (Row row : at) {
            feed(row.with(shared), acc, j, tail);
          }
          sums.store(chunk, acc, j);
        };
    if (tight) {
      VectorLoop.wholeVectors(code, dtype, width, j -> add.emit(j, null));
    } else {
      VectorLoop.alongRow(code, dtype, width, add);
    }
  }

  /** The vectors that are the same in all rows: read once for them, which matters under a mask. */
  private Map<Expr, Local> shared(Row row, Local j, @Nullable Local tail) {
    var shared = new IdentityHashMap<Expr, Local>();
    for (Expr e : ExprNodes.inOrder(reduction.parts())) {
      if (e instanceof Expr.Load load && isShared(load)) {
        Type vector = e.type() == DType.BOOL ? VectorTypes.MASK : VectorTypes.of(e.type());
        RowTensor t = row.tensors().get(load.input());
        shared.put(e, code.newLocal(vector, () -> rows.load(t, j, tail)));
      }
    }
    return shared;
  }

  private boolean isShared(Expr.Load load) {
    return kernel.follows(load.input(), kernel.innermost())
        && IntStream.range(kernel.parallel(), kernel.rank())
            .noneMatch(axis -> kernel.walks(load.input(), axis));
  }

  /** The columns after the last whole vector. */
  private void rest(List<Tensor> outside, Local i, Local end, int step, Chunk chunk, Local width) {
    Local rest = code.newInt(() -> VectorLoop.pushLoopBound(code, dtype, width));
    code.ifThen(
        Code.less(rest, width),
        () -> {
          Local mask = VectorLoop.tailMask(code, dtype, rest, width);
          Local acc = sums.load(chunk, rest);
          code.whileLess(
              i,
              () -> code.load(end),
              () -> {
                feed(row(outside, i), acc, rest, mask);
                code.increase(i, step);
              });
          sums.store(chunk, acc, rest);
        });
  }

  private Row row(List<Tensor> outside, Local i) {
    List<Tensor> tensors =
        inLanes ? ofSequence(outside, i) : nest.advance(outside, kernel.rank() - 1, i);
    return body.row(tensors);
  }

  /** The tensors at a row that is counted over all reduced axes, the last one's first. */
  private List<Tensor> ofSequence(List<Tensor> outside, Local row) {
    List<Tensor> tensors = outside;
    Local rest = row;
    for (int axis = kernel.rank() - 1; axis > kernel.parallel(); axis--) {
      Local number = rest;
      Local extent = extent(axis);
      tensors = nest.advance(tensors, axis, code.newInt(() -> code.load(number).modulo(extent)));
      rest = code.newInt(() -> code.load(number).by(extent));
    }
    return nest.advance(tensors, kernel.parallel(), rest);
  }

  private void feed(Row row, Local acc, Local j, @Nullable Local tail) {
    accumulators.feed(acc, body.values(row, reduction.parts(), j, tail), null);
  }

  private Local plus(Local i, int k) {
    return code.newInt(() -> code.load(i).plus(k));
  }
}
