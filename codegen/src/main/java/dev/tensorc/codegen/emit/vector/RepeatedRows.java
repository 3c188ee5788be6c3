package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tensors of a kernel along a row, where some repeat after three vectors: these stay in
 * registers and change places from step to step.
 */
public final class RepeatedRows extends RowTensors {

  /** After so many vectors rows of 2, 3, 4, 6, 8 elements and many more repeat. */
  public static final int VECTORS = 3;

  private final Code code;
  private final DType lane;
  private final List<Integer> operands;
  private final Map<RowTensor, List<Local>> registers = new IdentityHashMap<>();
  private final List<List<Local>> all = new ArrayList<>();

  /**
   * @param operands the inputs that repeat
   */
  public RepeatedRows(Code code, Kernel kernel, DType lane, List<Integer> operands) {
    super(code, kernel, lane);
    this.code = code;
    this.lane = lane;
    this.operands = operands;
  }

  @Override
  public List<RowTensor> row(List<Tensor> tensors) {
    List<RowTensor> row = super.row(tensors);
    for (int k : operands) {
      var vectors = new ArrayList<Local>();
      for (int v = 0; v < VECTORS; v++) {
        int number = v;
        Local at = code.newInt(() -> VectorTypes.pushLanesTimes(code, lane, number));
        RowTensor t = row.get(k);
        vectors.add(code.newLocal(VectorTypes.of(t.dtype()), () -> super.load(t, at, null)));
      }
      registers.put(row.get(k), vectors);
      all.add(vectors);
    }
    return row;
  }

  @Override
  public void load(RowTensor t, Local i, @Nullable Local tail) {
    List<Local> vectors = registers.get(t);
    if (vectors == null) {
      super.load(t, i, tail);
    } else {
      code.load(vectors.getFirst());
    }
  }

  /** Emits the end of a step: the next vectors take their places. */
  public void advance() {
    for (List<Local> vectors : all) {
      vectors.subList(1, VECTORS).forEach(code::load);
      code.load(vectors.getFirst());
      vectors.reversed().forEach(code::store);
    }
  }
}
