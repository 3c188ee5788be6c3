package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.RepeatedRows;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;

/**
 * A form of an element-wise kernel over short rows, some operands being the same for each row, such
 * as one value for each channel of a picture. All other operands lie like the output, so the rows
 * are one long row; the operands stay in registers ({@link RepeatedRows}). {@link RepeatCalls} sees
 * at run time which form fits.
 *
 * @param row the kernel along that row
 * @param operands the inputs that are the same for each row, in order
 */
record RepeatForm(Kernel row, List<Integer> operands) {

  /** Whether a kernel has such forms, and looks for them. */
  static boolean possible(Kernel k, Memory memory) {
    return k.reductions().isEmpty()
        && !Vectorizable.knowsIndices(k)
        && (memory == Memory.SEGMENTS || BlockCalls.possible(k, memory))
        && !of(k).isEmpty();
  }

  /** The forms of a kernel: one input repeats, or all but one do. */
  static List<RepeatForm> of(Kernel k) {
    int count = k.inputs().size();
    if (k.rank() < 2
        || count < 2
        || count > k.tuning().budgets().forms().periodicInputs()
        || Vectorizable.scalarTail(k)
        || Vectorizable.operations(k.roots()) > k.tuning().elements().maxPeriodicOperations()) {
      return List.of();
    }
    Kernel row = row(k);
    var forms = new ArrayList<RepeatForm>();
    for (int i = 0; i < count; i++) {
      forms.add(new RepeatForm(row, List.of(i)));
    }
    for (int i = 0; i < count && count > 2; i++) {
      int other = i;
      forms.add(
          new RepeatForm(row, IntStream.range(0, count).filter(j -> j != other).boxed().toList()));
    }
    return forms;
  }

  private static Kernel row(Kernel k) {
    List<Input> inputs =
        k.inputs().stream().map(in -> new Input(in.dtype(), List.of(AxisUse.FULL))).toList();
    return k.over(1, inputs);
  }

  /** A bit for each operand that repeats. */
  int pattern() {
    return operands.stream().mapToInt(i -> 1 << i).sum();
  }

  /** The name of its method, beside the kernel's. */
  String method(String kernel) {
    return kernel
        + "Repeating"
        + operands.stream().map(String::valueOf).collect(Collectors.joining("And"));
  }

  /** Emits the form's method. */
  void emit(Code code) {
    Params params = KernelCall.params(row, code.memory());
    DType lane = Vectorizable.lane(row);
    var rows = new RepeatedRows(code, row, lane, operands);
    var body = new VectorBody(code, row, rows, row.roots(), lane, params.scalars());
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    Row values = body.row(params.tensors());
    VectorLoop.alongRow(
        code,
        lane,
        params.extents().getFirst(),
        (i, tail) -> {
          List<Local> vectors = body.values(values, row.roots(), i, tail);
          for (int k = 0; k < vectors.size(); k++) {
            rows.store(values.tensors().get(row.inputs().size() + k), vectors.get(k), i, tail);
          }
          if (tail == null) {
            rows.advance();
          }
        });
    code.op(Opcodes.RETURN);
  }
}
