package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowPiece.Place;
import dev.tensorc.codegen.emit.RowPiece.Read;
import dev.tensorc.codegen.emit.RowPiece.Source;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the last sweep over a row with the first one of the next row beside it.
 *
 * <p>Before: {@code s = sum(x[i]); v = sum((x[i] - s)^2); out[i] = (x[i] - s) / v}, where the first
 * sweep of each row waits for memory and the others do not ask for any. After: the third sweep has
 * {@code sum(x[i + 1])} beside it; only the first row of a loop has a first sweep of its own, and
 * only the last row a last one. In vectors too short for that, the third sweep loads {@code x[i +
 * 1]} and does no more with it.
 */
final class RowAhead {

  /**
   * The last sweep and loads.
   *
   * @param sink where what it makes of them goes, so that the JIT keeps them
   * @param pays whether it gains anything
   */
  private record Loads(RowPiece piece, RowTensor sink, Local pays) {}

  private final Code code;
  private final Kernel kernel;
  private final Params params;
  private final RowPiece piece;
  private final Optional<Loads> loads;
  private final Reduction first;
  private final String holder;
  private final String name;
  private final int axis;
  private final Local known;
  private final Local next;
  private final RowTensor cell;

  /**
   * Emits what stands before all rows.
   *
   * @param first the reduction of the first sweep
   * @param holder class that has their methods
   * @param name of the kernel's method
   */
  RowAhead(
      Code code,
      Kernel kernel,
      Params params,
      RowPasses.Ahead ahead,
      Reduction first,
      String holder,
      String name) {
    this.code = code;
    this.kernel = kernel;
    this.params = params;
    this.piece = ahead.both();
    this.first = first;
    this.holder = holder;
    this.name = name;
    this.axis = kernel.parallel() - 1;
    this.cell = scratch(first.result());
    this.loads = ahead.prefetch().map(p -> new Loads(p, scratch(RowPasses.bits(first)), pays()));
    this.known = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    this.next =
        code.newLocal(
            JvmTypes.scalar(first.result()),
            () ->
                JvmTypes.pushConstant(
                    code, first.result(), ScalarKernel.start(first.op(), first.result())));
  }

  private RowTuning.Ahead tuning() {
    return kernel.tuning().rows().ahead();
  }

  /** Where a piece leaves what it has reduced. */
  private RowTensor scratch(DType dtype) {
    return new RowMemory(code).scratchRow(dtype, 0, 1);
  }

  /** Holds where rows come from memory, are not short, and are whole steps of the loop. */
  private Local pays() {
    DType lane = Vectorizable.lane(kernel);
    Local n = params.extents().get(kernel.innermost());
    Local pays = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.ifThen(
        (c, no) -> {
          c.load(n);
          c.pushInt(tuning().minRowBytes() / lane.bytes());
          c.mv().visitJumpInsn(Opcodes.IF_ICMPLT, no);
          c.load(n);
          VectorTypes.pushLength(c, lane);
          c.pushInt(VectorAccumulators.COUNT);
          c.op(Opcodes.IMUL);
          c.op(Opcodes.IREM);
          c.mv().visitJumpInsn(Opcodes.IFNE, no);
          params.pushPoints(c);
          c.pushLong(tuning().minResultBytes() / lane.bytes());
          c.op(Opcodes.LCMP);
          c.mv().visitJumpInsn(Opcodes.IFLT, no);
        },
        () -> code.assign(pays, () -> code.pushInt(1)));
    return pays;
  }

  /** The method beside a kernel's own. */
  static String method(String kernel) {
    return kernel + "Ahead";
  }

  /** The one for short vectors. */
  static String prefetchMethod(String kernel) {
    return kernel + "Prefetch";
  }

  /** Emits the first sweep, unless the row before had it beside its last. */
  void first(Local result, Code.Part sweep) {
    code.ifElse(
        Code.isTrue(() -> code.load(known)),
        () -> code.assign(result, () -> code.load(next)),
        sweep);
  }

  /**
   * Emits the last sweep.
   *
   * @param i where the innermost loop over rows stands
   * @param stored the numbers of the results
   * @param alone emits it for a row that has none after it
   */
  void last(List<Tensor> row, Local i, List<Integer> stored, List<Local> reduced, Code.Part alone) {
    BiConsumer<Code, Label> more = hasNext(i);
    code.ifElse(
        Code.and(more, paysBeside()),
        () -> both(row, stored, reduced),
        () -> {
          if (loads.isPresent()) {
            Loads l = loads.get();
            code.ifElse(
                Code.and(more, Code.isTrue(() -> code.load(l.pays()))),
                () -> call(l.piece(), prefetchMethod(name), l.sink(), row, stored, reduced),
                alone);
          } else {
            alone.emit();
          }
          code.assign(known, () -> code.pushInt(0));
        });
  }

  private BiConsumer<Code, Label> hasNext(Local i) {
    return (c, no) -> {
      c.pushPlus(i, 1);
      c.load(params.extents().get(axis));
      c.mv().visitJumpInsn(Opcodes.IF_ICMPGE, no);
    };
  }

  /**
   * A float sum needs the registers of long vectors; over arrays, where those lie across cache
   * lines, anything else needs short ones.
   */
  private BiConsumer<Code, Label> paysBeside() {
    boolean isLong = FloatSums.orders(first);
    return (c, no) -> {
      if (isLong || code.memory() == Memory.ARRAYS) {
        DType lane = Vectorizable.lane(kernel);
        VectorTypes.pushLength(c, lane);
        c.pushInt(tuning().minVectorBytes() / lane.bytes());
        c.mv().visitJumpInsn(isLong ? Opcodes.IF_ICMPLT : Opcodes.IF_ICMPGE, no);
      }
    };
  }

  private void both(List<Tensor> row, List<Integer> stored, List<Local> reduced) {
    call(piece, method(name), cell, row, stored, reduced);
    code.assign(
        next,
        () -> {
          code.load(cell.whole());
          code.load(cell.offset());
          code.memory().loadElement(code, first.result());
        });
    code.assign(known, () -> code.pushInt(1));
  }

  private void call(
      RowPiece piece,
      String method,
      RowTensor cell,
      List<Tensor> row,
      List<Integer> stored,
      List<Local> reduced) {
    Local begin = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    int inputs = kernel.inputs().size();
    var places = new ArrayList<Place>();
    stored.forEach(k -> places.add(RowPiece.along(code, row.get(inputs + k), begin)));
    places.add(RowPiece.of(code, cell));
    Function<Read, Place> here = RowPiece.along(code, kernel, row, begin);
    piece.call(
        code,
        holder,
        method,
        places,
        read -> read.source() == Source.NEXT ? next(row.get(read.number())) : here.apply(read),
        params.extents().get(kernel.innermost()),
        params.scalars(),
        reduced);
  }

  /** Where the next row begins. */
  private Place next(Tensor row) {
    return new Place(
        row.array(),
        () -> {
          code.load(row.offset());
          if (row.uses().get(axis) != AxisUse.NONE) {
            code.load(row.strides()[axis]);
            code.memory().add(code);
          }
        });
  }
}
