package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits an element-wise kernel over rows that a vector loop cannot walk one by one: rows of a few
 * elements, and rows whose elements lie apart. Rows are treated in blocks as one long row. An
 * operand that lies like the outputs is read in place; of every other operand the runtime's {@code
 * RowStaging} lays out a block of rows first, and only once where it is the same for each row.
 *
 * <p>The kernel emitted here is the one over a matrix whose operands may have any strides; the
 * outputs' rows lie next to each other.
 */
public final class RowBlocks {

  /** {@code Scratch.SLOT}s of a block, and one into which the last row's vector may reach. */
  private static final int SLOTS = 16 + 1;

  /** Vectors that a repeated element is laid out in at most: longer rows take less time alone. */
  public static final int EXPANDED_VECTORS = 2;

  /**
   * An operand during a block.
   *
   * @param array where it is read: its own, or the scratch array
   * @param at its place for the first row
   * @param walk by how much it moves from row to row: 0 where it is staged
   * @param due not 0 where the next block has to be staged
   */
  private record Operand(Tensor tensor, Local array, Local at, Local walk, Local due) {}

  private final Code code;
  private final List<Tensor> inputs;
  private final List<Tensor> outputs;
  private final Local m;
  private final Local n;

  /** Where in a row its last whole vector begins, or 0, for vectors of each dtype. */
  private final Map<DType, Local> seconds = new EnumMap<>(DType.class);

  /**
   * @param params of the matrix form
   */
  public RowBlocks(Kernel matrix, Code code, Params params) {
    int count = matrix.inputs().size();
    this.code = code;
    this.inputs = params.tensors().subList(0, count);
    this.outputs = params.tensors().subList(count, params.tensors().size());
    this.m = params.extents().getFirst();
    this.n = params.extents().getLast();
  }

  /** The kernel over a matrix. */
  public static Kernel matrix(Kernel k) {
    List<Input> inputs =
        k.inputs().stream()
            .map(in -> new Input(in.dtype(), List.of(AxisUse.FULL, AxisUse.FULL)))
            .toList();
    return k.over(2, inputs);
  }

  /** The method of a kernel's matrix form. */
  public static String method(String kernel) {
    return kernel + "Blocks";
  }

  /**
   * Emits the loop over blocks, and the return.
   *
   * @param row emits the work on a row that is a block, given its tensors and its length
   */
  public void emit(BiConsumer<List<Tensor>, Local> row) {
    Local most = code.newInt(this::pushRows);
    List<Operand> operands = operands();
    code.forLoop(
        m,
        () -> code.load(most),
        r -> {
          Local rows = code.newInt(() -> code.load(most).min(() -> code.load(m).minus(r)));
          for (Operand o : operands) {
            code.ifThen(
                Code.isTrue(o.due()),
                () -> {
                  stage(o, () -> pushAt(o.tensor().offset(), r, o.tensor().strides()[0]), rows);
                  code.assign(o.due(), o.tensor().strides()[0]);
                });
          }
          block(operands, r, rows, row);
        });
    code.op(Opcodes.RETURN);
  }

  private void pushRows() {
    code.load(n);
    code.callStatic(RuntimeTypes.ROW_STAGING, "rows", "(I)I");
    new Arithmetic(code, Type.INT_TYPE).min(m);
  }

  private List<Operand> operands() {
    Map<DType, Integer> counts = new EnumMap<>(DType.class);
    var operands = new ArrayList<Operand>();
    Map<DType, Local> scratch = new EnumMap<>(DType.class);
    for (Tensor t : inputs) {
      counts.merge(home(t.dtype()), 1, Integer::sum);
      if (t.dtype() != DType.BOOL) {
        seconds.computeIfAbsent(t.dtype(), this::second);
      }
    }
    counts.forEach(
        (d, count) ->
            scratch.put(
                d,
                code.newLocal(
                    JvmTypes.array(d), () -> new RowMemory(code).pushScratch(d, count * SLOTS))));
    Map<DType, Integer> used = new EnumMap<>(DType.class);
    for (Tensor t : inputs) {
      int slot = used.merge(home(t.dtype()), 1, Integer::sum) - 1;
      operands.add(
          operand(t, Objects.requireNonNull(scratch.get(home(t.dtype()))), slot * SLOTS * 64));
    }
    return operands;
  }

  private Local second(DType d) {
    return code.newInt(() -> code.load(n).minus(() -> VectorTypes.pushLength(code, d)).max(0));
  }

  /** One dtype for all that are stored alike. */
  public static DType home(DType d) {
    for (DType other : DType.values()) {
      if (other.storage() == d.storage()) {
        return other;
      }
    }
    return d;
  }

  private Operand operand(Tensor t, Local scratch, int slot) {
    var operand =
        new Operand(
            t,
            code.newLocal(JvmTypes.array(t.dtype())),
            code.newLocal(Type.INT_TYPE),
            code.newLocal(Type.INT_TYPE),
            code.newLocal(Type.INT_TYPE));
    code.ifElse(
        (c, no) -> liesLikeTheOutput(t, no),
        () -> {
          code.assign(operand.array(), t.array());
          code.assign(operand.at(), t.offset());
          code.assign(operand.walk(), n);
          code.assign(operand.due(), 0);
        },
        () -> {
          code.assign(operand.array(), scratch);
          code.assign(operand.at(), slot);
          code.assign(operand.walk(), 0);
          code.assign(operand.due(), 1);
        });
    return operand;
  }

  private void liesLikeTheOutput(Tensor t, Label no) {
    var rows = new Label();
    code.load(t.strides()[0]).jumpIf(Opcodes.IFNE, n, no);
    code.load(n).jumpIf(Opcodes.IFEQ, 1, rows);
    code.load(t.strides()[1]).jumpIf(Opcodes.IFNE, 1, no);
    code.mv().visitLabel(rows);
  }

  private void stage(Operand o, Code.Part offset, Local rows) {
    if (o.tensor().dtype() == DType.BOOL) {
      layOut(o, offset, rows);
    } else {
      code.ifElse(
          isShortColumn(o.tensor()), () -> expand(o, offset, rows), () -> layOut(o, offset, rows));
    }
  }

  /** Holds where each row is one element several times, no more than two vectors have lanes. */
  private BiConsumer<Code, Label> isShortColumn(Tensor t) {
    return (c, no) -> {
      code.load(t.strides()[0]);
      code.mv().visitJumpInsn(Opcodes.IFEQ, no);
      code.load(t.strides()[1]);
      code.mv().visitJumpInsn(Opcodes.IFNE, no);
      code.load(n).jumpIf(Opcodes.IFEQ, 1, no);
      VectorLoop.hasAtMost(t.dtype(), n, EXPANDED_VECTORS).accept(c, no);
    };
  }

  /** Stores each row as two whole vectors; the next row overwrites the surplus lanes. */
  private void expand(Operand o, Code.Part offset, Local rows) {
    Tensor t = o.tensor();
    Local from = code.newInt(offset);
    Local into = code.newInt(() -> code.load(o.at()));
    Local second = Objects.requireNonNull(seconds.get(t.dtype()));
    code.forLoop(
        rows,
        1,
        r -> {
          Local all =
              code.newLocal(
                  VectorTypes.of(t.dtype()),
                  () ->
                      VectorTypes.broadcast(
                          code,
                          t.dtype(),
                          t.dtype(),
                          () -> {
                            code.load(t.array());
                            pushAt(from, r, t.strides()[0]);
                            JvmTypes.loadElement(code, t.dtype());
                          }));
          store(all, o.array(), into);
          store(all, o.array(), code.sum(into, second));
          code.increase(into, () -> code.load(n));
        });
  }

  private void store(Local vector, Local array, Local at) {
    code.load(vector);
    code.load(array);
    code.load(at);
    code.callVirtual(vector.type(), "intoArray", Type.VOID_TYPE, array.type(), Type.INT_TYPE);
  }

  private void layOut(Operand o, Code.Part offset, Local rows) {
    Tensor t = o.tensor();
    stage(
        code,
        t.dtype(),
        () -> {
          code.load(t.array());
          offset.emit();
          code.load(t.strides()[0]);
          code.load(t.strides()[1]);
          code.load(n);
          code.load(rows);
          code.load(o.array());
          code.load(o.at());
        });
  }

  /** Calls the runtime to lay out rows, given the code that pushes its arguments. */
  public static void stage(Code code, DType d, Code.Part arguments) {
    arguments.emit();
    Type base = code.memory().base(d);
    Type index = code.memory().index();
    var types =
        new ArrayList<>(
            List.of(base, index, index, index, Type.INT_TYPE, Type.INT_TYPE, base, index));
    if (code.memory() == Memory.SEGMENTS) {
      code.pushInt(d.bytes());
      types.add(Type.INT_TYPE);
    }
    code.callStatic(RuntimeTypes.ROW_STAGING, "stage", Type.VOID_TYPE, types.toArray(Type[]::new));
  }

  /** Pushes {@code offset + r * stride}. */
  private void pushAt(Local offset, Local r, Local stride) {
    code.load(offset).plus(() -> code.load(r).times(stride));
  }

  private void block(
      List<Operand> operands, Local r, Local rows, BiConsumer<List<Tensor>, Local> row) {
    Local one = code.newInt(1);
    var strides = new Local[] {one, one};
    var tensors = new ArrayList<Tensor>();
    for (Operand o : operands) {
      Local at = code.newInt(() -> pushAt(o.at(), r, o.walk()));
      tensors.add(new Tensor(o.tensor().dtype(), o.tensor().uses(), o.array(), at, strides));
    }
    for (Tensor out : outputs) {
      Local at = code.newInt(() -> pushAt(out.offset(), r, n));
      tensors.add(new Tensor(out.dtype(), out.uses(), out.array(), at, strides));
    }
    row.accept(tensors, code.newInt(() -> code.load(rows).times(n)));
  }
}
