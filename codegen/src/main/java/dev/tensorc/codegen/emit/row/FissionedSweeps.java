package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.RowPiece.Read;
import dev.tensorc.codegen.emit.form.RowPiece.Source;
import dev.tensorc.codegen.emit.form.SweepFission;
import dev.tensorc.codegen.emit.form.SweepFission.Stage;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;

/**
 * Emits short rows that are swept several times, or whose elements are long: {@link SweepFission}
 * over blocks of as many rows as {@link RowGroups} adds up together.
 */
public final class FissionedSweeps extends KernelBody {

  private final String holder;
  private final String name;
  private final List<Stage> stages;
  private final DType lane;
  private final int axis;
  private final int blockRows;

  private FissionedSweeps(Kernel kernel, Code code, String holder, String name) {
    super(kernel, code);
    this.holder = holder;
    this.name = name;
    this.stages = stages(kernel, code.memory());
    this.lane = Vectorizable.lane(kernel);
    this.axis = kernel.parallel() - 1;
    this.blockRows = kernel.tuning().rows().groupRows();
  }

  /** The stages of a kernel; none where a sweep that reduces cannot go by groups of rows. */
  private static List<Stage> stages(Kernel k, Memory memory) {
    List<Stage> all = memory == Memory.ARRAYS ? SweepFission.of(k) : List.of();
    return mostVectors(all, memory).orElse(0) > leastVectors(k) ? all : List.of();
  }

  /** The vectors of a row up to which it stays in registers. */
  private static int leastVectors(Kernel k) {
    return RowsInRegisters.ofFewVectors(k).orElse(0);
  }

  /** The vectors of a row up to which all sweeps that reduce take it. */
  private static OptionalInt mostVectors(List<Stage> stages, Memory memory) {
    return stages.stream()
        .filter(Stage::reduces)
        .mapToInt(s -> RowGroups.mostVectors(s.kernel(), memory))
        .min();
  }

  private static String method(String kernel) {
    return kernel + "Stages";
  }

  private static String method(String kernel, int stage) {
    return kernel + "Stage" + stage;
  }

  /** Adds the methods of one of its stages, given the stage's name and kernel. */
  public interface StageForms {
    void add(String method, Kernel stage);
  }

  /**
   * @param k reduces rows
   * @param name of the kernel's method
   * @param elements adds the method of a stage without reductions
   * @param sums adds the methods that a stage with reductions has beside its groups of rows
   */
  public static void addForms(
      Kernel k,
      Memory memory,
      String name,
      List<KernelForm> forms,
      StageForms elements,
      StageForms sums) {
    List<Stage> stages = stages(k, memory);
    if (stages.isEmpty()) {
      return;
    }
    forms.add(
        new KernelForm(
            method(name),
            k,
            (kernel, code, holders, _) ->
                new FissionedSweeps(kernel, code, holders.vector(), name).emit()));
    for (int number = 0; number < stages.size(); number++) {
      String method = method(name, number);
      Kernel stage = stages.get(number).kernel();
      if (stages.get(number).reduces()) {
        RowGroups.addChoice(stage, memory, leastVectors(k), method, forms);
        sums.add(method, stage);
      } else {
        elements.add(method, stage);
      }
    }
  }

  /**
   * Hands over short rows, where there are at least as many as a vector has lanes; shorter ones
   * stay in registers.
   */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Memory memory = prologue.code().memory();
    List<Stage> stages = stages(k, memory);
    if (!stages.isEmpty()) {
      int most = mostVectors(stages, memory).orElseThrow();
      Code.Part call = () -> prologue.leaveTo(method(prologue.name()));
      RowGroups.leaveShort(prologue, leastVectors(k), most, call);
    }
  }

  private void emit() {
    int behind = // stages have the memory before for themselves
        stages.stream()
            .filter(Stage::reduces)
            .mapToInt(s -> RowGroups.scratchSlots(s.kernel()))
            .max()
            .orElseThrow();
    int most = mostVectors(stages, code.memory()).orElseThrow() * RowGroups.length(lane);
    var buffers = new Buffers(behind, most);
    nest.loops(
        axis,
        params.tensors(),
        outer ->
            nest.parts(
                axis,
                blockRows,
                outer,
                (block, rows) ->
                    IntStream.range(0, stages.size()).forEach(s -> call(s, block, buffers, rows))));
    code.op(Opcodes.RETURN);
  }

  /** The thread's memory: for each row of a block, results of reductions and elements. */
  private final class Buffers {

    private final Local scratch;
    private final int first;
    private final int rowSlots;
    private final Local one = code.newInt(1);

    /**
     * @param first slot
     * @param most elements of a row
     */
    Buffers(int first, int most) {
      this.first = first;
      this.rowSlots = Math.ceilDiv(blockRows * most, RowMemory.SLOT);
      int elements = count(Source.ELEMENTS);
      int slots = first + sumSlots() + elements * rowSlots;
      this.scratch =
          code.newLocal(JvmTypes.array(lane), () -> new RowMemory(code).pushScratch(lane, slots));
    }

    private int count(Source source) {
      return stages.stream()
          .flatMap(s -> s.reads().stream())
          .filter(r -> r.source() == source)
          .mapToInt(r -> r.number() + 1)
          .max()
          .orElse(0);
    }

    private int sumSlots() {
      return count(Source.BUFFER) * blockRows / RowMemory.SLOT;
    }

    Tensor sums(int number) {
      int slot = first + number * blockRows / RowMemory.SLOT;
      return tensor(slot, AxisUse.NONE, one);
    }

    Tensor elements(int number) {
      int slot = first + sumSlots() + number * rowSlots;
      return tensor(slot, AxisUse.FULL, params.extents().get(kernel.innermost()));
    }

    private Tensor tensor(int slot, AxisUse along, Local rowStride) {
      Local begin = code.newInt(() -> new RowMemory(code).pushSlotOffset(lane, slot));
      return new Tensor(
          lane, List.of(AxisUse.FULL, along), scratch, begin, new Local[] {rowStride, one});
    }
  }

  private void call(int number, List<Tensor> block, Buffers buffers, Local rows) {
    Stage stage = stages.get(number);
    stage.stores().forEach(s -> tensor(s, block, buffers).push(code));
    code.load(rows);
    code.load(params.extents().get(kernel.innermost()));
    stage.reads().forEach(r -> tensor(r, block, buffers).push(code));
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, method(name, number), stage.kernel(), code.memory());
  }

  /** A tensor along the rows and their elements. */
  private Tensor tensor(Read read, List<Tensor> block, Buffers buffers) {
    return switch (read.source()) {
      case INPUT -> ofRows(block.get(read.number()));
      case RESULT -> ofRows(block.get(kernel.inputs().size() + read.number()));
      case BUFFER -> buffers.sums(read.number());
      case ELEMENTS -> buffers.elements(read.number());
    };
  }

  private Tensor ofRows(Tensor t) {
    int inner = kernel.innermost();
    return new Tensor(
        t.dtype(),
        List.of(t.uses().get(axis), t.uses().get(inner)),
        t.array(),
        t.offset(),
        new Local[] {t.strides()[axis], t.strides()[inner]});
  }
}
