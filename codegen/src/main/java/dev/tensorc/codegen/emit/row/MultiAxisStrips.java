package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.column.SideBySide;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.PointResults;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * An extreme or an integer sum over several axes that are no one row, such as {@code max(x + r)} of
 * a matrix and a row, where rows are short: of some rows at a time, strips of two vectors go down
 * all. A row's last vectors end with it, and elements that came before are left out of them. All
 * strips have the same accumulators.
 */
public final class MultiAxisStrips extends KernelBody {

  private static final int VECTORS = 2;

  private final DType lane;
  private final int axis;
  private final Local n;
  private final Reduction reduction;
  private final VectorAccumulators accumulators;
  private final RowTensors rows;
  private final VectorBody body;
  private final PointResults results;

  private MultiAxisStrips(Kernel kernel, Code code) {
    super(kernel, code);
    this.lane = Vectorizable.lane(kernel);
    this.axis = kernel.innermost() - 1;
    this.n = extent(kernel.innermost());
    this.reduction = kernel.reductions().getFirst();
    this.accumulators = new VectorAccumulators(code, reduction);
    this.rows = new RowTensors(code, kernel, lane);
    this.body = new VectorBody(code, kernel, rows, reduction.parts(), lane, params.scalars());
    this.results = new PointResults(kernel, code, params.scalars());
  }

  /** Whether a kernel has the form. */
  public static boolean possible(Kernel k) {
    return VectorForm.of(k) == VectorForm.ROWS
        && k.reduced() > 1
        && !k.rounds()
        && !k.computesPlaces()
        && k.reductions().size() == 1
        && takes(k.reductions().getFirst())
        && k.results().stream().noneMatch(Kernel.Result::alongRow)
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  private static boolean takes(Reduction r) {
    return !r.finds()
        && r.goesInLanes()
        && r.value().type() != DType.BOOL
        && SideBySide.takesAnyOrder(r);
  }

  public static String method(String kernel) {
    return kernel + "Strips";
  }

  /** Hands over where rows are short, but have a vector, and their elements are neighbours. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Local past = code.newInt(k.tuning().rows().minReducedElements());
    code.ifNot(
        prologue.liesApart(k.innermost()),
        () ->
            prologue.leaveIf(
                Code.and(
                    VectorLoop.hasVector(Vectorizable.lane(k), prologue.extent(k.innermost())),
                    Code.less(prologue.extent(k.innermost()), past)),
                method(prologue.name())));
  }

  /** Emits the form. */
  public static void emit(Kernel kernel, Code code) {
    new MultiAxisStrips(kernel, code).emit();
  }

  private void emit() {
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    if (kernel.returns()) {
      results.push(0, params.tensors(), List.of(reduce(params.tensors())));
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else {
      nest.loops(
          kernel.parallel(),
          params.tensors(),
          tensors -> results.store(tensors, List.of(reduce(tensors))));
      code.op(Opcodes.RETURN);
    }
  }

  private Local reduce(List<Tensor> tensors) {
    List<Local> accs = accumulators.start(VECTORS);
    Local height = code.newInt(this::pushHeight);
    nest.loops(
        kernel.parallel(),
        axis,
        tensors,
        outer ->
            nest.parts(
                axis,
                () -> code.load(height),
                outer,
                (block, several) -> strips(block, several, accs)));
    return code.newLocal(
        JvmTypes.scalar(reduction.result()), () -> accumulators.pushCombined(accs));
  }

  /** Pushes how many rows go together. */
  private void pushHeight() {
    code.pushInt(kernel.tuning().rows().stripElements());
    code.load(n).max(1);
    code.op(Opcodes.IDIV);
    code.pushInt(1);
    code.callStatic("java/lang/Math", "max", "(II)I");
  }

  /** Takes in some rows. */
  private void strips(List<Tensor> block, Local height, List<Local> accs) {
    Local j = code.newInt(0);
    Local past = Steps.past(code, n, () -> VectorTypes.pushLanesTimes(code, lane, VECTORS));
    code.whileLess(
        j,
        () -> code.load(past),
        () -> {
          down(block, height, accs, vectorsAt(j), null);
          code.increase(j, () -> VectorTypes.pushLanesTimes(code, lane, VECTORS));
        });
    Local last = VectorLoop.last(code, lane, n);
    code.whileLess(
        j,
        () -> code.load(n),
        () -> {
          Local at = code.newInt(() -> code.load(j).min(last));
          Local seen = code.newInt(() -> code.load(j).minus(at));
          down(block, height, accs, List.of(at), from(seen));
          VectorTypes.advance(code, lane, j);
        });
  }

  /** The lanes of the reduction that are behind so many. */
  private Local from(Local seen) {
    Local before = VectorLoop.tailMask(code, reduction.value().type(), code.newInt(0), seen);
    return code.newLocal(
        VectorTypes.MASK,
        () -> {
          code.load(before);
          code.callVirtual(VectorTypes.MASK, "not", VectorTypes.MASK);
        });
  }

  private List<Local> vectorsAt(Local j) {
    return IntStream.range(0, VECTORS)
        .mapToObj(
            k ->
                code.newInt(
                    () -> code.load(j).plus(() -> VectorTypes.pushLanesTimes(code, lane, k))))
        .toList();
  }

  /**
   * Takes in vectors of all rows.
   *
   * @param taken the lanes to take in, null for all
   */
  private void down(
      List<Tensor> block, Local height, List<Local> accs, List<Local> at, @Nullable Local taken) {
    code.forLoop(
        height,
        1,
        i -> {
          Row row = body.row(nest.advance(block, axis, i));
          for (int k = 0; k < at.size(); k++) {
            Local acc = accs.get(k);
            Local place = at.get(k);
            code.scope(
                () ->
                    accumulators.feed(
                        acc, body.values(row, reduction.parts(), place, null), taken));
          }
        });
  }
}
