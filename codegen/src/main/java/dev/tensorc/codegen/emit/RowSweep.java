package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowPasses.Pass;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One sweep over a row: reductions that need nothing of each other, and what is kept for later
 * ones. Float sums keep the order of {@code FloatSum}: the virtual lanes are a fixed number of
 * elements, which vectors of any width cover in turn; each chunk is added up in registers, and a
 * row of one chunk never leaves them but for the lanes' tree.
 */
final class RowSweep {

  /** A reduction, its accumulators' code, and where its chunks go if its order counts. */
  private record Running(
      Reduction reduction, VectorAccumulators vectors, @Nullable FloatSums sums) {

    boolean ordered() {
      return sums != null;
    }

    FloatSums sum() {
      return Objects.requireNonNull(sums);
    }
  }

  private final Code code;
  private final Kernel kernel;
  private final Pass pass;
  private final RowTensors rows;
  private final Local n;
  private final DType lane;
  private final VectorBody body;
  private final List<Running> running = new ArrayList<>();
  private final List<Expr> roots = new ArrayList<>();
  private final int count;
  private final LaneRotations rotations;
  private @Nullable Local several;

  RowSweep(
      Code code,
      Kernel kernel,
      Pass pass,
      RowTensors rows,
      Params params,
      Local n,
      LaneRotations rotations) {
    this.code = code;
    this.kernel = kernel;
    this.pass = pass;
    this.rows = rows;
    this.n = n;
    this.rotations = rotations;
    this.lane = Vectorizable.lane(kernel);
    List<Reduction> reductions = pass.reductions().stream().map(kernel.reductions()::get).toList();
    this.count = VectorAccumulators.count(reductions);
    for (int k = 0; k < reductions.size(); k++) {
      Reduction r = reductions.get(k);
      boolean ordered = FloatSums.orders(r);
      FloatSums sums = ordered ? new FloatSums(code, r, k) : null;
      running.add(new Running(r, new VectorAccumulators(code, r), sums));
      roots.addAll(r.parts());
    }
    pass.kept().forEach(k -> roots.add(k.value()));
    this.body = new VectorBody(code, kernel, rows, roots, pass.known(), lane, params.scalars());
  }

  /** Whether the order in which it combines floats counts. */
  boolean ordered() {
    return running.stream().anyMatch(Running::ordered);
  }

  /** Emits what stands before all rows. */
  void prologue(List<Tensor> tensors) {
    body.prologue(tensors);
    if (ordered()) {
      running.stream().filter(Running::ordered).forEach(r -> r.sum().prologue());
      several =
          code.newLocal(
              Type.BOOLEAN_TYPE,
              () ->
                  code.ifElse(
                      VectorKernel.less(block(), n), () -> code.pushInt(1), () -> code.pushInt(0)));
    }
  }

  private Local block() {
    return code.newLocal(Type.INT_TYPE, () -> code.pushInt(blockSize()));
  }

  private int blockSize() {
    return FloatSums.lanes(lane) * FloatSums.CHUNK;
  }

  /**
   * Emits the sweep.
   *
   * @param reduced what earlier sweeps have given for the row
   * @return what its reductions give, in order
   */
  List<Local> emit(List<Tensor> tensors, List<RowTensor> tensorRows, List<Local> reduced) {
    Row row = body.row(tensors, tensorRows, reduced);
    return ordered() ? inOrder(row) : anyOrder(row);
  }

  /**
   * Takes in one vector of the row.
   *
   * @param accs the accumulator of each reduction
   */
  private void feed(Row row, List<Local> accs, Local at, @Nullable Local mask) {
    code.scope(
        () -> {
          List<Local> values = body.values(row, roots, at, mask);
          int next = 0;
          for (int k = 0; k < running.size(); k++) {
            int parts = running.get(k).reduction().parts().size();
            Local lanes = mask == null ? null : lanes(mask, running.get(k).reduction());
            running.get(k).vectors().feed(accs.get(k), values.subList(next, next + parts), lanes);
            next += parts;
          }
          for (RowPasses.Kept kept : pass.kept()) {
            RowTensor out = row.tensors().get(kernel.inputs().size() + kept.result());
            rows.store(out, values.get(next++), at, mask);
          }
        });
  }

  /** The mask over the lanes of what is reduced. */
  private Local lanes(Local mask, Reduction r) {
    DType d = r.value().type();
    return d == lane
        ? mask
        : code.newLocal(
            VectorTypes.MASK,
            () -> {
              code.load(mask);
              VectorTypes.castMask(code, d, lane);
            });
  }

  /** Of each reduction its accumulator with that number. */
  private static List<Local> each(List<List<Local>> accs, int number) {
    return accs.stream().map(a -> a.get(number)).toList();
  }

  private void feedAll(Row row, List<List<Local>> accs, Local at) {
    for (int k = 0; k < count; k++) {
      int vectors = k;
      code.scope(
          () -> {
            Local here =
                vectors == 0
                    ? at
                    : code.newLocal(
                        Type.INT_TYPE,
                        () -> {
                          code.load(at);
                          VectorTypes.pushLanesTimes(code, lane, vectors);
                          code.op(Opcodes.IADD);
                        });
            feed(row, each(accs, vectors), here, null);
          });
    }
  }

  /** {@code end - count * lanes + 1}: below it, that many vectors fit. */
  private Local past(Local end) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(end);
          VectorTypes.pushLanesTimes(code, lane, count);
          code.op(Opcodes.ISUB);
          code.pushInt(1);
          code.op(Opcodes.IADD);
        });
  }

  private void addVectors(Local i, int vectors) {
    code.load(i);
    VectorTypes.pushLanesTimes(code, lane, vectors);
    code.op(Opcodes.IADD);
    code.store(i);
  }

  private void add(Local i, int amount) {
    code.load(i);
    code.pushInt(amount);
    code.op(Opcodes.IADD);
    code.store(i);
  }

  // ---------------------------------------------------------------- where order is free

  private List<Local> anyOrder(Row row) {
    List<List<Local>> accs = running.stream().map(r -> r.vectors().start(count)).toList();
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local past = past(n);
    code.whileLess(
        i,
        () -> code.load(past),
        () -> {
          feedAll(row, accs, i);
          addVectors(i, count);
        });
    code.whileLess(
        i,
        () -> code.load(n),
        () -> {
          Local mask = VectorKernel.tailMask(code, lane, i, n);
          feed(row, each(accs, 0), i, mask);
          addVectors(i, 1);
        });
    var results = new ArrayList<Local>();
    for (int k = 0; k < running.size(); k++) {
      results.add(running.get(k).vectors().combined(accs.get(k)));
    }
    return results;
  }

  // ---------------------------------------------------------------- float sums

  private List<Local> inOrder(Row row) {
    Local more = Objects.requireNonNull(several);
    int virtual = FloatSums.lanes(lane);
    var unordered = new ArrayList<@Nullable List<Local>>();
    for (Running r : running) {
      unordered.add(r.ordered() ? null : r.vectors().start(count));
    }
    code.ifThen(Code.isTrue(() -> code.load(more)), () -> sums(FloatSums::restart));
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.whileLess(
        i,
        () -> code.load(n),
        () -> {
          Local end =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.load(i);
                    code.pushInt(blockSize());
                    code.op(Opcodes.IADD);
                    code.load(n);
                    code.callStatic("java/lang/Math", "min", "(II)I");
                  });
          Local column = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              column,
              () -> code.pushInt(virtual),
              () -> VectorTypes.pushLanesTimes(code, lane, count),
              () -> columns(row, unordered, i, column, end));
          code.ifThen(Code.isTrue(() -> code.load(more)), () -> sums(FloatSums::push));
          code.assign(i, () -> code.load(end));
        });
    var results = new ArrayList<Local>();
    for (int k = 0; k < running.size(); k++) {
      Running r = running.get(k);
      List<Local> accs = unordered.get(k);
      results.add(accs == null ? sum(r, more) : r.vectors().combined(accs));
    }
    return results;
  }

  private void sums(java.util.function.Consumer<FloatSums> part) {
    running.stream().filter(Running::ordered).forEach(r -> part.accept(r.sum()));
  }

  /** The sum of the row: of its one chunk, or of all chunks. */
  private Local sum(Running r, Local more) {
    Local result = code.newLocal(JvmTypes.scalar(r.reduction().value().type()));
    code.ifElse(
        Code.isTrue(() -> code.load(more)),
        () -> code.assign(result, () -> r.sum().pushFinish()),
        () -> code.assign(result, () -> r.vectors().pushTree(r.sum(), rotations)));
    return result;
  }

  /** A chunk of some of the virtual lanes: as many vectors as there are accumulators. */
  private void columns(
      Row row, List<@Nullable List<Local>> unordered, Local i, Local column, Local end) {
    var accs = new ArrayList<List<Local>>();
    for (int k = 0; k < running.size(); k++) {
      List<Local> free = unordered.get(k);
      accs.add(free == null ? running.get(k).vectors().start(count) : free);
    }
    Local at =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(i);
              code.load(column);
              code.op(Opcodes.IADD);
            });
    Local past = past(end);
    code.whileLess(
        at,
        () -> code.load(past),
        () -> {
          feedAll(row, accs, at);
          add(at, FloatSums.lanes(lane));
        });
    for (int k = 0; k < running.size(); k++) {
      Running r = running.get(k);
      if (r.ordered()) {
        for (int a = 0; a < count; a++) {
          r.vectors().store(accs.get(k).get(a), r.sum().chunk(), column, a);
        }
      }
    }
    rest(row, accs, at, column, end);
  }

  /** The last row of virtual lanes, of which some are missing: a lane past the end adds nothing. */
  private void rest(Row row, List<List<Local>> accs, Local at, Local column, Local end) {
    Local c = code.newLocal(Type.INT_TYPE, () -> code.load(column));
    code.whileLess(
        at,
        () -> code.load(end),
        () -> {
          Local mask = VectorKernel.tailMask(code, lane, at, end);
          for (int k = 0; k < running.size(); k++) {
            Running r = running.get(k);
            if (r.ordered()) {
              code.assign(accs.get(k).getFirst(), () -> r.vectors().pushFrom(r.sum().chunk(), c));
            }
          }
          feed(row, each(accs, 0), at, mask);
          for (int k = 0; k < running.size(); k++) {
            Running r = running.get(k);
            if (r.ordered()) {
              r.vectors().store(accs.get(k).getFirst(), r.sum().chunk(), c, 0);
            }
          }
          addVectors(at, 1);
          addVectors(c, 1);
        });
  }
}
