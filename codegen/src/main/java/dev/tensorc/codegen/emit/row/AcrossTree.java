package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.row.RowSweep.Running;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Emits the tree of the virtual lanes over rows that are no longer than the lanes' number, for some
 * points at a time, each with some vectors of results.
 *
 * <p>With {@code w} the power of two from which on no lane has an element, leaf {@code l} is added
 * to leaf {@code l + w / 2}, that to the sum of leaves {@code l + w / 4} and {@code l + 3 w / 4},
 * and so on. The leaves of a block are added in registers. The sums of blocks are combined as those
 * of chunks are, in bit-reversed order of {@code l}.
 */
final class AcrossTree extends KernelBody {

  /**
   * Eight leaves of four vectors are added up in sixteen registers, four where there are two
   * points.
   */
  private static final int LEVELS = 3;

  private final int along;
  private final DType dtype;
  private final Reduction reduction;
  private final Expr result;
  private final RowTensors rows;
  private final VectorBody body;
  private final VectorBody epilogue;
  private final VectorAccumulators accumulators;
  private final List<Running> running;
  private final int levels;

  /**
   * @param kernel with its vectors along the last parallel axis
   * @param together how many points there are at a time, at most
   */
  AcrossTree(Kernel kernel, Code code, Params params, int together) {
    super(kernel, code, params);
    this.along = kernel.rank() - 1;
    this.reduction = kernel.reductions().getFirst();
    this.dtype = reduction.value().type();
    this.result = kernel.results().getFirst().value();
    this.rows = new RowTensors(code, kernel, dtype);
    List<Local> scalars = params.scalars();
    this.body = new VectorBody(code, kernel, rows, reduction.parts(), dtype, scalars);
    this.epilogue = new VectorBody(code, kernel, rows, List.of(result), dtype, scalars);
    this.accumulators = new VectorAccumulators(code, reduction);
    this.running =
        IntStream.range(0, together)
            .mapToObj(
                number ->
                    new Running(reduction, accumulators, new FloatSums(code, reduction, number)))
            .toList();
    this.levels = together == 1 ? LEVELS : LEVELS - 1;
  }

  /** Emits the code before all points. */
  void prologue() {
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    epilogue.prologue(params.tensors());
    running.forEach(r -> r.sum().prologue());
  }

  /**
   * The results at some points.
   *
   * @param points the tensors there
   * @param count how many results each has: less than a vector only where it is one
   */
  void points(List<List<Tensor>> points, Local count, int vectors) {
    @Nullable Local mask = vectors == 1 ? tailMask(count) : null;
    List<Local> at =
        IntStream.range(0, vectors)
            .mapToObj(v -> code.newInt(() -> accumulators.pushLanesTimes(v)))
            .toList();
    var leaves = new Leaves(points, at, mask);
    List<List<Local>> accs = declared(leaves);
    tree(leaves, accs);
    for (int p = 0; p < points.size(); p++) {
      List<Tensor> tensors = points.get(p);
      Row row = epilogue.row(tensors);
      for (int v = 0; v < vectors; v++) {
        Local acc = accs.get(p).get(v);
        Local value =
            epilogue.values(row, List.of(result), at.get(v), mask, List.of(acc)).getFirst();
        rows.store(row.tensors().getLast(), value, at.get(v), mask);
      }
    }
  }

  private Local tailMask(Local count) {
    Local zero = code.newInt(0);
    return VectorLoop.tailMask(code, dtype, zero, count);
  }

  /** A leaf of the tree at each point: some vectors; the last may be short. */
  private record Leaves(List<List<Tensor>> points, List<Local> at, @Nullable Local mask) {}

  /** So many leaves further on: a sum of offsets; HotSpot knows which of them loops leave alone. */
  private Leaves from(Leaves leaves, Local number) {
    var points = leaves.points().stream().map(t -> nest.advance(t, along, number)).toList();
    return new Leaves(points, leaves.at(), leaves.mask());
  }

  private List<List<Local>> declared(Leaves leaves) {
    return leaves.points().stream().map(_ -> accumulators.declared(leaves.at().size())).toList();
  }

  private void tree(Leaves leaves, List<List<Local>> accs) {
    Local length = params.extents().get(along);
    Local blocks = code.newInt(() -> pushBlocks(length));
    List<Local> steps = steps(blocks);
    Local first = code.newInt(0);
    Local block = code.newInt(0);
    Local column = code.newInt(0);
    List<Running> together = running.subList(0, accs.size());
    code.doWhileLess(
        block,
        () -> code.load(blocks),
        () -> {
          subtree(from(leaves, first), accs, first, steps);
          RowChunks.combineWithEarlier(code, together, accs, block, 1, column);
          code.increase(block, 1);
          code.assign(first, () -> pushTurned(first, block, blocks));
        });
    if (reduction.op() == Builtin.SUM) {
      // each virtual lane starts from 0.0, which ends -0.0
      List<Local> start = accumulators.start(1);
      accs.forEach(a -> combine(a, start));
    }
  }

  /** Pushes the power of two from which on no virtual lane has an element, by a block's leaves. */
  private void pushBlocks(Local length) {
    code.load(length).max(1 << levels).minus(1);
    code.callStatic("java/lang/Integer", "highestOneBit", "(I)I");
    code.pushInt(levels - 1);
    code.op(Opcodes.ISHR);
  }

  /** How far apart a block's leaves are that are added up first, and so on. */
  private List<Local> steps(Local blocks) {
    return IntStream.iterate(levels - 1, level -> level >= 0, level -> level - 1)
        .mapToObj(
            level ->
                code.newInt(
                    () -> {
                      code.load(blocks);
                      code.pushInt(level);
                      code.op(Opcodes.ISHL);
                    }))
        .toList();
  }

  /**
   * Pushes the number of a block with the bits turned around: one block differs from the next by
   * the trailing zeros of its number and the one before them.
   *
   * @param before that of the block before
   */
  private void pushTurned(Local before, Local block, Local blocks) {
    code.load(before);
    code.load(blocks);
    code.load(blocks);
    code.load(block);
    code.callStatic("java/lang/Integer", "numberOfTrailingZeros", "(I)I");
    code.pushInt(1);
    code.op(Opcodes.IADD);
    code.op(Opcodes.IUSHR);
    code.op(Opcodes.ISUB);
    code.op(Opcodes.IXOR);
  }

  /**
   * Leaf {@code number} and, as far as there are such, those that lie sums of the steps further on.
   */
  private void subtree(Leaves leaves, List<List<Local>> accs, Local number, List<Local> steps) {
    if (steps.isEmpty()) {
      leaf(leaves, accs, (acc, value) -> code.assign(acc, value));
      return;
    }
    List<Local> inside = steps.subList(0, steps.size() - 1);
    subtree(leaves, accs, number, inside);
    Local other = code.sum(number, steps.getLast());
    code.ifThen(
        Code.less(other, params.extents().get(along)),
        () -> {
          Leaves further = from(leaves, steps.getLast());
          if (inside.isEmpty()) {
            leaf(further, accs, (acc, value) -> accumulators.feed(acc, List.of(value), null));
          } else {
            List<List<Local>> others = declared(leaves);
            subtree(further, others, other, inside);
            combineAll(accs, others);
          }
        });
  }

  /** The use of the vector of a leaf. */
  private interface Use {
    void emit(Local acc, Local value);
  }

  private void leaf(Leaves leaves, List<List<Local>> accs, Use use) {
    for (int p = 0; p < leaves.points().size(); p++) {
      List<Tensor> tensors = leaves.points().get(p);
      List<Local> into = accs.get(p);
      code.scope(
          () -> {
            Row row = body.row(tensors);
            for (int v = 0; v < into.size(); v++) {
              Local acc = into.get(v);
              Local i = leaves.at().get(v);
              code.scope(
                  () ->
                      use.emit(
                          acc, body.values(row, reduction.parts(), i, leaves.mask()).getFirst()));
            }
          });
    }
  }

  private void combineAll(List<List<Local>> accs, List<List<Local>> others) {
    for (int p = 0; p < accs.size(); p++) {
      combine(accs.get(p), others.get(p));
    }
  }

  /** {@code accs += others}; of a single one each takes it. */
  private void combine(List<Local> accs, List<Local> others) {
    for (int v = 0; v < accs.size(); v++) {
      Local other = others.get(Math.min(v, others.size() - 1));
      accumulators.feed(accs.get(v), List.of(other), null);
    }
  }
}
