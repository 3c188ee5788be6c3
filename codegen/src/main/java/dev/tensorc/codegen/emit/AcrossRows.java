package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowSweep.Running;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the reduction of rows that are no longer than the virtual lanes, with results side by side:
 * each lane of a vector is a row of its own.
 *
 * <p>Such a row has at most one element in each virtual lane, so its sum is the lanes' tree, which
 * is walked here leaf by leaf: with {@code w} the power of two from which on no lane has an
 * element, leaf {@code l} is added to leaf {@code l + w / 2}, that to the sum of leaves {@code l +
 * w / 4} and {@code l + 3 w / 4}, and so on. Four leaves are added in registers; what they give is
 * combined as chunks are, in the order that turns the bits of {@code l} around.
 *
 * <p>Operands whose elements lie apart from row to row are laid out in scratch memory first, for
 * some vectors of results at a time.
 */
final class AcrossRows {

  /**
   * Operands have that much scratch memory, in elements: vectors by virtual lanes, and a vector.
   */
  private static final int ROOM = 64 * 64 + 64;

  private static final int MOST_OPERANDS = 4;
  private static final int MOST_OPERATIONS = 12;

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final int lanes;
  private final int along;
  private final DType dtype;
  private final Expr result;
  private final RowTensors rows;
  private final VectorBody body;
  private final VectorBody epilogue;
  private final VectorAccumulators accumulators;
  private final Running running;
  private final Nest nest;

  private AcrossRows(Kernel original, Code code) {
    this.code = code;
    this.params = KernelCall.params(original, code.memory());
    this.kernel = SideBySide.of(original);
    this.lanes = kernel.parallel() - 1;
    this.along = kernel.rank() - 1;
    Reduction reduction = kernel.reductions().getFirst();
    this.dtype = reduction.value().type();
    this.result = kernel.results().getFirst().value();
    this.rows = new RowTensors(code, kernel, dtype);
    List<Local> scalars = params.scalars();
    this.body = new VectorBody(code, kernel, rows, reduction.parts(), dtype, scalars);
    this.epilogue = new VectorBody(code, kernel, rows, List.of(result), dtype, scalars);
    this.accumulators = new VectorAccumulators(code, reduction);
    this.running = new Running(reduction, accumulators, new FloatSums(code, reduction));
    this.nest = new Nest(code, params.extents());
  }

  static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS
        && SideBySide.reducesAlone(k)
        && k.reductions().getFirst().contraction().isEmpty()
        && k.inputs().size() <= MOST_OPERANDS
        && Vectorizable.operations(k.roots()) <= MOST_OPERATIONS;
  }

  static String method(String kernel) {
    return kernel + "Across";
  }

  // ---------------------------------------------------------------- the method

  /** Emits the method of that form of a kernel. */
  static void emit(Kernel k, Code code) {
    new AcrossRows(k, code).emit();
  }

  private void emit() {
    Local n = params.extents().get(lanes);
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    epilogue.prologue(params.tensors());
    running.sum().prologue();
    Local scratch =
        code.newLocal(
            JvmTypes.array(dtype),
            () ->
                new RowMemory(code)
                    .pushScratch(dtype, kernel.inputs().size() * ROOM / RowMemory.SLOT));
    Local j = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local last =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(n);
              accumulators.pushLanesTimes(VectorAccumulators.COUNT);
              code.op(Opcodes.ISUB);
              code.pushInt(1);
              code.op(Opcodes.IADD);
            });
    code.whileLess(j, () -> code.load(last), () -> strip(scratch, j, n, VectorAccumulators.COUNT));
    code.whileLess(j, () -> code.load(n), () -> strip(scratch, j, n, 1));
    code.op(Opcodes.RETURN);
  }

  /** The results of some vectors of rows, from {@code j} on, which moves past them. */
  private void strip(Local scratch, Local j, Local n, int vectors) {
    Local count =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(n);
              code.load(j);
              code.op(Opcodes.ISUB);
              accumulators.pushLanesTimes(vectors);
              code.callStatic("java/lang/Math", "min", "(II)I");
            });
    var tensors = new ArrayList<Tensor>();
    var laidOut = new TreeMap<Integer, LaidOut>();
    for (int k = 0; k < params.tensors().size(); k++) {
      Tensor t = params.tensors().get(k);
      tensors.add(VectorKernel.follows(t, lanes) ? at(t, j) : t);
      if (k < kernel.inputs().size() && VectorKernel.follows(t, lanes)) {
        laidOut.put(k, layOut(tensors.get(k), k, scratch, count));
      }
    }
    nest.loops(
        0,
        lanes,
        tensors,
        point -> {
          var ready = new ArrayList<>(point);
          laidOut.forEach((k, it) -> ready.set(k, inside(it, point.get(k), scratch, count)));
          point(ready, count, vectors);
        });
    code.increase(j, () -> accumulators.pushLanesTimes(vectors));
  }

  /** A tensor from the {@code j}-th result on. */
  private Tensor at(Tensor t, Local j) {
    return nest.advance(List.of(t), lanes, j).getFirst();
  }

  /**
   * An operand whose rows' elements lie next to each other.
   *
   * @param moves not 0 where it is another one at each point of the outer axes
   */
  private record LaidOut(int number, Local array, Local offset, Local pitch, Local moves) {}

  /** Lays an operand out for all points of the outer axes, if it is the same one. */
  private LaidOut layOut(Tensor t, int number, Local scratch, Local count) {
    var it =
        new LaidOut(
            number,
            code.newLocal(t.array().type(), () -> code.load(t.array())),
            code.newLocal(Type.INT_TYPE, () -> code.load(t.offset())),
            code.newLocal(Type.INT_TYPE, () -> pushStride(t)),
            code.newLocal(Type.INT_TYPE, () -> AcrossCalls.pushMoves(code, t, lanes)));
    code.ifElse(
        AcrossCalls.isWalked(t, lanes),
        () -> {},
        () ->
            code.ifElse(
                Code.isTrue(() -> code.load(it.moves())),
                () -> {},
                () -> stage(it, t, scratch, count)));
    return it;
  }

  /** The operand at a point of the outer axes. */
  private Tensor inside(LaidOut it, Tensor t, Local scratch, Local count) {
    code.ifElse(
        AcrossCalls.isWalked(t, lanes),
        () -> code.assign(it.offset(), () -> code.load(t.offset())),
        () ->
            code.ifThen(
                Code.isTrue(() -> code.load(it.moves())), () -> stage(it, t, scratch, count)));
    boolean isLong = VectorKernel.follows(t, along);
    var uses = new ArrayList<AxisUse>();
    var strides = new Local[kernel.rank()];
    for (int a = 0; a < kernel.rank(); a++) {
      uses.add(a == lanes || (a == along && isLong) ? AxisUse.FULL : AxisUse.NONE);
    }
    strides[along] = it.pitch();
    return new Tensor(t.dtype(), uses, it.array(), it.offset(), strides);
  }

  private void stage(LaidOut it, Tensor t, Local scratch, Local count) {
    code.assign(it.array(), () -> code.load(scratch));
    code.assign(it.offset(), () -> code.pushInt(it.number() * ROOM));
    code.assign(it.pitch(), () -> code.load(count));
    RowBlocks.stage(
        code,
        t.dtype(),
        () -> {
          code.load(t.array());
          code.load(t.offset());
          pushStride(t);
          code.load(t.strides()[lanes]);
          code.load(count);
          if (VectorKernel.follows(t, along)) {
            code.load(params.extents().get(along));
          } else {
            code.pushInt(1);
          }
          code.load(it.array());
          code.load(it.offset());
        });
  }

  private void pushStride(Tensor t) {
    if (VectorKernel.follows(t, along)) {
      code.load(t.strides()[along]);
    } else {
      code.pushInt(0);
    }
  }

  private void point(List<Tensor> tensors, Local count, int vectors) {
    @Nullable Local mask = vectors == 1 ? tailMask(count) : null;
    List<Local> at =
        IntStream.range(0, vectors)
            .mapToObj(v -> code.newLocal(Type.INT_TYPE, () -> accumulators.pushLanesTimes(v)))
            .toList();
    List<Local> accs = accumulators.declared(vectors);
    tree(tensors, accs, at, mask);
    Row row = epilogue.row(tensors, rows.row(tensors), List.of());
    for (int v = 0; v < vectors; v++) {
      Local i = at.get(v);
      Local value = epilogue.values(row, List.of(result), i, mask, List.of(accs.get(v))).getFirst();
      rows.store(row.tensors().getLast(), value, i, mask);
    }
  }

  private Local tailMask(Local count) {
    Local zero = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    return VectorKernel.tailMask(code, dtype, zero, count);
  }

  // ---------------------------------------------------------------- the tree

  private void tree(List<Tensor> tensors, List<Local> accs, List<Local> at, @Nullable Local mask) {
    Local length = params.extents().get(along);
    Local quarter = code.newLocal(Type.INT_TYPE, () -> pushQuarter(length));
    Local half = code.newLocal(Type.INT_TYPE, () -> shifted(quarter, Opcodes.ISHL));
    Local turn =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(quarter);
              code.callStatic("java/lang/Integer", "numberOfLeadingZeros", "(I)I");
              code.pushInt(1);
              code.op(Opcodes.IADD);
            });
    Local block = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local column = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.doWhileLess(
        block,
        () -> code.load(quarter),
        () -> {
          Local first =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.load(block);
                    code.callStatic("java/lang/Integer", "reverse", "(I)I");
                    code.load(turn);
                    code.op(Opcodes.IUSHR);
                  });
          pair(tensors, accs, at, mask, first, half, length);
          Local second = sum(first, quarter);
          code.ifThen(
              VectorKernel.less(second, length),
              () -> {
                List<Local> others = accumulators.declared(accs.size());
                pair(tensors, others, at, mask, second, half, length);
                combine(accs, others);
              });
          RowChunks.combineWithEarlier(code, List.of(running), List.of(accs), block, column);
          code.increase(block, () -> code.pushInt(1));
        });
    if (running.reduction().op() == Builtin.SUM) {
      combine(accs, accumulators.start(1)); // each virtual lane starts from 0.0, which ends -0.0
    }
  }

  /** Pushes a quarter of the power of two from which on no virtual lane has an element. */
  private void pushQuarter(Local length) {
    code.load(length);
    code.pushInt(4);
    code.callStatic("java/lang/Math", "max", "(II)I");
    code.pushInt(1);
    code.op(Opcodes.ISUB);
    code.callStatic("java/lang/Integer", "highestOneBit", "(I)I");
    code.pushInt(1);
    code.op(Opcodes.ISHR);
  }

  private void shifted(Local local, int opcode) {
    code.load(local);
    code.pushInt(1);
    code.op(opcode);
  }

  private Local sum(Local a, Local b) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(a);
          code.load(b);
          code.op(Opcodes.IADD);
        });
  }

  /** {@code accs = leaf + leaf half the width further}, as far as there are leaves. */
  private void pair(
      List<Tensor> tensors,
      List<Local> accs,
      List<Local> at,
      @Nullable Local mask,
      Local leaf,
      Local half,
      Local length) {
    leaf(tensors, leaf, at, mask, (v, value) -> code.assign(accs.get(v), () -> code.load(value)));
    Local other = sum(leaf, half);
    code.ifThen(
        VectorKernel.less(other, length),
        () ->
            leaf(
                tensors,
                other,
                at,
                mask,
                (v, value) -> accumulators.feed(accs.get(v), List.of(value), null)));
  }

  /** What is done with the vector of a leaf. */
  private interface Use {
    void emit(int vector, Local value);
  }

  private void leaf(
      List<Tensor> tensors, Local leaf, List<Local> at, @Nullable Local mask, Use use) {
    code.scope(
        () -> {
          List<Tensor> inside = nest.advance(tensors, along, leaf);
          Row row = body.row(inside, rows.row(inside), List.of());
          for (int v = 0; v < at.size(); v++) {
            int vector = v;
            code.scope(
                () ->
                    use.emit(
                        vector,
                        body.values(row, running.reduction().parts(), at.get(vector), mask)
                            .getFirst()));
          }
        });
  }

  /** {@code accs += others}; of a single one each takes it. */
  private void combine(List<Local> accs, List<Local> others) {
    for (int v = 0; v < accs.size(); v++) {
      Local other = others.get(Math.min(v, others.size() - 1));
      accumulators.feed(accs.get(v), List.of(other), null);
    }
  }
}
