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
import java.util.function.ObjIntConsumer;
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

  /** Operations of an element that is soon done. */
  private static final int SHORT = 2;

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
  private final long operations;
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
    this.operations = VectorAccumulators.operations(reductions);
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

  private static List<Local> firstOf(List<List<Local>> accs, int k) {
    return accs.get(k).subList(0, 1);
  }

  /** Takes in as many vectors as there are accumulators, so many elements behind an index. */
  private void feedAll(Row row, List<List<Local>> accs, Local at, Code.Part behind) {
    for (int k = 0; k < count; k++) {
      int vectors = k;
      code.scope(
          () -> {
            Local here =
                code.newLocal(
                    Type.INT_TYPE,
                    () -> {
                      code.load(at);
                      behind.emit();
                      code.op(Opcodes.IADD);
                      VectorTypes.pushLanesTimes(code, lane, vectors);
                      code.op(Opcodes.IADD);
                    });
            feed(row, each(accs, vectors), here, null);
          });
    }
  }

  /**
   * Takes in as many vectors as there are accumulators again and again while they fit before an
   * end.
   *
   * @param stride pushes how far it is from one time to the next
   */
  private void feedWhole(Row row, List<List<Local>> accs, Local at, Local end, Code.Part stride) {
    Local past =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(end);
              VectorTypes.pushLanesTimes(code, lane, count);
              code.op(Opcodes.ISUB);
              code.pushInt(1);
              code.op(Opcodes.IADD);
            });
    code.whileLess(
        at,
        () -> code.load(past),
        () -> {
          feedAll(row, accs, at, () -> code.pushInt(0));
          code.assign(
              at,
              () -> {
                code.load(at);
                stride.emit();
                code.op(Opcodes.IADD);
              });
        });
  }

  /**
   * Takes in a chunk of which nothing is missing: where an element is soon done, a loop of a known
   * number of steps of twice the virtual lanes keeps up with the memory, and one of unknown length
   * does not.
   */
  private void feedChunk(Row row, List<List<Local>> accs, Local at, Local i, Local end) {
    int virtual = FloatSums.lanes(lane);
    Code.Part steps = () -> feedWhole(row, accs, at, end, () -> code.pushInt(virtual));
    if (operations > SHORT) {
      steps.emit();
      return;
    }
    Local step = code.newLocal(Type.INT_TYPE);
    code.ifElse(
        Code.intsEqual(
            () -> {
              code.load(end);
              code.load(i);
              code.op(Opcodes.ISUB);
            },
            () -> code.pushInt(blockSize())),
        () -> {
          code.forLoop(
              step,
              () -> code.pushInt(blockSize()),
              () -> code.pushInt(2 * virtual),
              () -> {
                feedAll(row, accs, at, () -> code.load(step));
                feedAll(row, accs, at, () -> plus(step, virtual));
              });
          code.assign(at, () -> code.load(end));
        },
        steps);
  }

  private void addVectors(Local i, int vectors) {
    code.load(i);
    VectorTypes.pushLanesTimes(code, lane, vectors);
    code.op(Opcodes.IADD);
    code.store(i);
  }

  // ---------------------------------------------------------------- where order is free

  private List<Local> anyOrder(Row row) {
    List<List<Local>> accs = running.stream().map(r -> r.vectors().start(count)).toList();
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    feedWhole(row, accs, i, n, () -> VectorTypes.pushLanesTimes(code, lane, count));
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
    List<List<Local>> accs = running.stream().map(r -> r.vectors().start(count)).toList();
    Local more = Objects.requireNonNull(several);
    Local chunks = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
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
              () -> code.pushInt(FloatSums.lanes(lane)),
              () -> VectorTypes.pushLanesTimes(code, lane, count),
              () -> {
                chunk(row, accs, i, column, end);
                code.ifElse(
                    Code.isTrue(() -> code.load(more)),
                    () -> combineWithEarlier(accs, chunks, column),
                    () -> spillUnlessWhole(accs, column));
              });
          code.assign(chunks, () -> plus(chunks, 1));
          code.assign(i, () -> code.load(end));
        });
    var results = new ArrayList<Local>();
    for (int k = 0; k < running.size(); k++) {
      Running r = running.get(k);
      results.add(r.ordered() ? sum(r, accs.get(k), chunks) : r.vectors().combined(accs.get(k)));
    }
    return results;
  }

  /** Pushes {@code local + amount}. */
  private void plus(Local local, int amount) {
    code.load(local);
    code.pushInt(amount);
    code.op(Opcodes.IADD);
  }

  /** The sum of the row: of its one chunk, or of all chunks. */
  private Local sum(Running r, List<Local> accs, Local chunks) {
    Local result = code.newLocal(JvmTypes.scalar(r.reduction().value().type()));
    code.ifElse(
        Code.isTrue(() -> code.load(Objects.requireNonNull(several))),
        () -> code.assign(result, () -> r.sum().pushFinishAfter(chunks)),
        () -> code.assign(result, () -> r.vectors().pushTree(accs, r.sum(), rotations)));
    return result;
  }

  /**
   * A chunk of some of the virtual lanes: as many vectors as there are accumulators. Where all
   * elements are there the sums never leave their registers.
   */
  private void chunk(Row row, List<List<Local>> accs, Local i, Local column, Local end) {
    ordered((r, k) -> r.vectors().restart(accs.get(k)));
    Local at =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(i);
              code.load(column);
              code.op(Opcodes.IADD);
            });
    feedChunk(row, accs, at, i, end);
    code.ifThen(
        VectorKernel.less(at, end),
        () -> {
          spill(accs, column);
          rest(row, accs, at, column, end);
          ordered((r, k) -> r.vectors().reload(accs.get(k), r.sum().chunk(), column));
        });
  }

  private void ordered(ObjIntConsumer<Running> part) {
    for (int k = 0; k < running.size(); k++) {
      if (running.get(k).ordered()) {
        part.accept(running.get(k), k);
      }
    }
  }

  private void spill(List<List<Local>> accs, Local column) {
    ordered((r, k) -> r.vectors().store(accs.get(k), r.sum().chunk(), column));
  }

  /** What is not the whole chunk waits for the rest of it. */
  private void spillUnlessWhole(List<List<Local>> accs, Local column) {
    code.ifElse(
        Code.intsEqual(
            () -> VectorTypes.pushLanesTimes(code, lane, count),
            () -> code.pushInt(FloatSums.lanes(lane))),
        () -> {},
        () -> spill(accs, column));
  }

  /**
   * Combines a chunk with earlier ones, two of as many chunks each at a time: those that the
   * trailing zeros of the number of chunks tell.
   */
  private void combineWithEarlier(List<List<Local>> accs, Local chunks, Local column) {
    Local depth =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(chunks);
              code.callStatic("java/lang/Integer", "bitCount", "(I)I");
            });
    Local open = code.newLocal(Type.INT_TYPE, () -> code.load(chunks));
    code.loop(
        Code.isTrue(
            () -> {
              code.load(open);
              code.pushInt(1);
              code.op(Opcodes.IAND);
            }),
        () -> {
          code.assign(depth, () -> plus(depth, -1));
          ordered(
              (r, k) -> {
                Local level = r.sum().level(depth);
                r.vectors().combineWith(accs.get(k), level, column);
              });
          code.assign(
              open,
              () -> {
                code.load(open);
                code.pushInt(1);
                code.op(Opcodes.IUSHR);
              });
        });
    ordered((r, k) -> r.vectors().store(accs.get(k), r.sum().level(depth), column));
  }

  /** The last row of virtual lanes, of which some are missing: a lane past the end adds nothing. */
  private void rest(Row row, List<List<Local>> accs, Local at, Local column, Local end) {
    Local c = code.newLocal(Type.INT_TYPE, () -> code.load(column));
    code.whileLess(
        at,
        () -> code.load(end),
        () -> {
          Local mask = VectorKernel.tailMask(code, lane, at, end);
          ordered((r, k) -> r.vectors().reload(firstOf(accs, k), r.sum().chunk(), c));
          feed(row, each(accs, 0), at, mask);
          ordered((r, k) -> r.vectors().store(firstOf(accs, k), r.sum().chunk(), c));
          addVectors(at, 1);
          addVectors(c, 1);
        });
  }
}
