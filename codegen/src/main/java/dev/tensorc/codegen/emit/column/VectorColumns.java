package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.InLanes;
import dev.tensorc.codegen.emit.nest.NestGuard;
import dev.tensorc.codegen.emit.product.SmallMatrices;
import dev.tensorc.codegen.emit.product.TiledContraction;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.scalar.UnrolledReduction;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits a reduction over outer axes: the last axis stays, so each lane of a vector is a result of
 * its own. Strips of a few vectors run down the reduced axes. Float sums go along whole rows: see
 * {@link WideColumns}. One that has no such form hands a chunk of each column to the runtime's
 * {@code FloatSum}, whose lanes are the columns.
 */
public final class VectorColumns extends ColumnLoops {

  private VectorColumns(Kernel kernel, Code code) {
    super(kernel, code);
  }

  public static void emit(Kernel kernel, Code code, Holders holders, String name) {
    var columns = new VectorColumns(kernel, code);
    columns.emit(new KernelPrologue(kernel, code, columns.params, holders, name));
  }

  /** Emits strips alone: the kernel that calls has run the checks before the loops. */
  static void emitStrips(Kernel kernel, Code code) {
    new VectorColumns(kernel, code).strips();
  }

  private void strips() {
    rows.readsUnderMasks(kernel);
    loops(this::row);
  }

  private void emit(KernelPrologue prologue) {
    String name = prologue.name();
    int inner = kernel.innermost();
    prologue.leaveIfEmpty(kernel.parallel());
    prologue.leaveRoundsToScalar();
    UnrolledReduction.fits(kernel, code.memory(), params).ifPresent(prologue::leaveToScalarIf);
    if (reduction.finds()) {
      prologue.leaveWhereSearchedVectorsAreTooShort();
    } else {
      prologue.leaveWhereVectorsAreTooShort(lane);
    }
    for (int axis = kernel.parallel(); axis < kernel.rank(); axis++) {
      code.ifNot(Code.isTrue(extent(axis)), prologue::returnScalar);
    }
    reduction.contraction().ifPresent(c -> leaveLanes(c, prologue));
    SmallMatrices.leave(prologue);
    NestGuard.leave(prologue);
    TiledContraction.of(kernel).ifPresent(t -> t.leave(prologue));
    prologue.collapseInto(inner, 0);
    prologue.leaveToScalar(inner);
    if (SmallWindow.possible(kernel)) {
      SmallWindow.leave(prologue);
    }
    if (reduction.finds()) {
      SearchColumns.emit(kernel, code);
    } else {
      boolean flat = FlatColumns.possible(kernel);
      boolean few = FewColumns.possible(kernel);
      if (flat || few) {
        prologue.collapseInto(kernel.rank() - 1, kernel.parallel());
      }
      if (flat) {
        FlatColumns.leave(prologue);
      }
      if (few) {
        FewColumns.leave(prologue);
      }
      if (WideColumns.possible(kernel)) {
        prologue.leaveTo(WideColumns.method(name));
        return;
      }
      if (ColumnBlocks.possible(kernel)) {
        ColumnBlocks.leave(prologue);
      }
      leaveFewShortElements(prologue);
      strips();
    }
  }

  /** Rows of fewer elements than a vector has: no mask loads elements of one or two bytes. */
  private void leaveFewShortElements(KernelPrologue prologue) {
    boolean reads =
        kernel.inputs().stream()
            .anyMatch(
                in ->
                    in.dtype().bytes() < Integer.BYTES
                        && in.axes().get(kernel.innermost()) != AxisUse.NONE);
    if (reads && code.memory() == Memory.ARRAYS) {
      Local lanes = code.newInt(() -> VectorTypes.pushLength(code, lane));
      prologue.leaveToScalarIf(Code.less(n, lanes));
    }
  }

  /** Hands over a contraction that is added as a sum over the last axis. */
  private void leaveLanes(Kernel.Contraction c, KernelPrologue prologue) {
    for (List<Integer> free : c.free()) {
      code.ifThen(
          ScalarKernel.allAre(1, params, free),
          () -> {
            if (InLanes.possible(kernel)) {
              prologue.leaveTo(InLanes.method(prologue.name()));
            } else {
              prologue.returnScalar();
            }
          });
    }
  }

  private void row(List<Tensor> tensors) {
    ColumnAccumulators.Strip strip = (places, mask) -> strip(tensors, places, mask);
    if (storesLong()) {
      all.masked(code.newInt(0), n, strip);
    } else {
      all.strips(n, strip);
    }
  }

  /** The columns of some vectors. */
  private void strip(List<Tensor> tensors, List<Local> at, @Nullable Local mask) {
    List<List<Local>> reduced = all.start(at.size());
    if (accumulators.ordered()) {
      reduced = List.of(ordered(tensors, reduced.getFirst(), at, mask));
    } else {
      down(tensors, reduced, at, mask, () -> {});
      reduced = all.known(reduced);
    }
    storeAll(tensors, at, mask, reduced);
  }

  /** Feeds the accumulators with every element of their columns. */
  private void down(
      List<Tensor> tensors,
      List<List<Local>> accs,
      List<Local> at,
      @Nullable Local mask,
      Code.Part afterEach) {
    nest.loops(
        kernel.parallel(),
        kernel.rank(),
        tensors,
        inside -> {
          all.row(inside, accs, at, mask);
          afterEach.emit();
        });
  }

  private List<Local> ordered(
      List<Tensor> tensors, List<Local> accs, List<Local> at, @Nullable Local mask) {
    Local width = code.newInt(() -> accumulators.pushLanesTimes(accs.size()));
    var sums = new FloatSums(code, reduction);
    Local sum = sums.beginWidth(() -> code.load(width));
    Local chunk = code.newLocal(JvmTypes.array(dtype), () -> sums.pushChunk(sum));
    Local count = code.newInt(0);
    Code.Part hand =
        () -> {
          for (int k = 0; k < accs.size(); k++) {
            accumulators.store(accs.get(k), () -> code.load(chunk), () -> code.pushInt(0), k);
          }
          sums.push(sum);
          accumulators.restart(accs);
          code.assign(count, 0);
        };
    down(
        tensors,
        List.of(accs),
        at,
        mask,
        () -> {
          code.load(count).plus(1);
          code.store(count);
          code.ifThen(Code.intsEqual(count, FloatSums.CHUNK), hand);
        });
    code.ifThen(Code.isTrue(count), hand);
    Local lanes = code.newLocal(JvmTypes.array(dtype), () -> sums.pushLanes(sum));
    var results = new ArrayList<Local>();
    for (int k = 0; k < accs.size(); k++) {
      int vector = k;
      results.add(
          code.newLocal(
              VectorTypes.of(dtype),
              () -> accumulators.pushFrom(() -> code.load(lanes), () -> code.pushInt(0), vector)));
    }
    return results;
  }
}
