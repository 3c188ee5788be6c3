package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.CodeTooLargeException;
import dev.tensorc.codegen.emit.code.JvmLimits;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.PackedCall;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.product.TiledContraction;
import dev.tensorc.codegen.emit.product.Tiles;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.LaneConstants;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Emits the methods of the classes that have kernels, or lead to them. */
public final class KernelMethods {

  private final KernelNames kernels;
  private final Program program;

  /** The kernels that plans call for short rows. */
  private final Set<Integer> shortRows = new HashSet<>();

  public KernelMethods(KernelNames kernels, Program program, Collection<RowCall> rowCalls) {
    this.kernels = kernels;
    this.program = program;
    rowCalls.forEach(c -> shortRows.add(c.number()));
  }

  public void scalarMethods(ClassWriter writer) {
    List<Integer> loops = loops();
    for (int i = 0; i < kernels.all().size(); i++) {
      scalarMethod(writer, kernels.kernel(i), KernelNames.method(i));
      if (loops.contains(i)) {
        for (KernelForm form : forms(i, Memory.ARRAYS, loops)) {
          form.tail().ifPresent(tail -> scalarMethod(writer, tail, form.method()));
        }
      }
    }
  }

  public void vectorMethods(ClassWriter writer) {
    var constants = new LaneConstants(kernels.vectorHolder(Memory.ARRAYS));
    List<Integer> loops = loops();
    loops.forEach(number -> loops(writer, number, Memory.ARRAYS, loops, constants));
    declare(constants, writer);
    tiles(writer, kernels.vectorHolder(Memory.ARRAYS), kernels.all());
  }

  /** Adds the methods that contractions share; they have the place of the first one. */
  private void tiles(ClassWriter writer, String holder, List<Kernel> all) {
    var done = EnumSet.noneOf(DType.class);
    for (Kernel k : all) {
      Optional<TiledContraction> tiled =
          Vectorizable.obstacle(k).isEmpty() ? TiledContraction.of(k) : Optional.empty();
      if (tiled.isPresent() && done.add(tiled.get().dtype())) {
        for (Tiles.Method m : Tiles.methods(tiled.get().dtype(), holder)) {
          Code.method(
              writer,
              Memory.ARRAYS,
              Opcodes.ACC_STATIC,
              m.name(),
              m.descriptor(),
              0,
              code -> {
                place(code, k);
                m.body().accept(code);
              });
        }
      }
    }
  }

  /**
   * The kernels that begin as scalar code.
   *
   * @param natives whether there are those over native memory
   */
  public void startMethods(ClassWriter writer, boolean natives) {
    var starts = new ArrayList<StartKernels>();
    for (Memory memory : natives ? Memory.values() : new Memory[] {Memory.ARRAYS}) {
      for (int i = 0; i < kernels.all().size(); i++) {
        if (kernels.hasVectorLoops(i, memory)) {
          starts.add(new StartKernels(kernels, i, memory));
        }
      }
    }
    starts.forEach(s -> start(writer, s));
    writer
        .visitField(
            Opcodes.ACC_STATIC | Opcodes.ACC_FINAL,
            StartKernels.FIELD,
            StartKernels.fieldDescriptor(),
            null,
            null)
        .visitEnd();
    Code.initialiser(writer, code -> StartKernels.initialise(code, kernels));
    for (int i = 0; i < StartKernels.choosers(kernels); i++) {
      int chooser = i;
      Code.method(
          writer,
          Memory.ARRAYS,
          Opcodes.ACC_STATIC,
          StartKernels.CHOOSER + i,
          StartKernels.CHOOSE,
          2,
          code -> StartKernels.choose(code, kernels, starts, chooser));
    }
    Code.method(
        writer,
        Memory.ARRAYS,
        Opcodes.ACC_PUBLIC,
        "run",
        StartKernels.CHOOSE,
        3,
        code -> StartKernels.chooseAmongAll(code, kernels));
  }

  private void start(ClassWriter writer, StartKernels s) {
    kernel(writer, s.kernel(), s.memory(), s.method(), s.descriptor(), s::call);
    kernel(writer, s.kernel(), s.memory(), s.trialMethod(), s.trialDescriptor(), s::trial);
    Code.method(
        writer,
        s.memory(),
        Opcodes.ACC_STATIC,
        s.runMethod(),
        StartKernels.RUN,
        1,
        code -> {
          code.at(1);
          s.run(code);
        });
  }

  /** Adds the last members of the class of the vector kernels over native memory. */
  public void nativeShared(ClassWriter writer, List<Integer> loops, LaneConstants constants) {
    declare(constants, writer);
    tiles(
        writer,
        kernels.vectorHolder(Memory.SEGMENTS),
        loops.stream().map(kernels::kernel).toList());
  }

  private static void declare(LaneConstants constants, ClassWriter writer) {
    if (!constants.isEmpty()) {
      constants.declare(writer);
      Code.initialiser(
          writer,
          code -> {
            code.at(1);
            constants.initialise(code);
          });
    }
  }

  /** The kernels that have vector loops over arrays. */
  private List<Integer> loops() {
    return IntStream.range(0, kernels.all().size())
        .filter(number -> kernels.hasVectorLoops(number, Memory.ARRAYS))
        .boxed()
        .toList();
  }

  private List<KernelForm> forms(int number, Memory memory, List<Integer> loops) {
    return KernelForms.of(
        kernels.kernel(number),
        memory,
        KernelNames.method(number),
        kernels.rowForms(number, loops));
  }

  private Holders holders(int number, Memory memory, List<Integer> loops, LaneConstants constants) {
    return new Holders(
        kernels.scalarHolder(memory),
        kernels.vectorHolder(memory),
        constants,
        kernels.rowForms(number, loops));
  }

  /** Emits a kernel's method with vector loops, and those of its forms. */
  private void loops(
      ClassWriter writer, int number, Memory memory, List<Integer> loops, LaneConstants constants) {
    Holders holders = holders(number, memory, loops, constants);
    Kernel k = kernels.kernel(number);
    String name = KernelNames.method(number);
    kernel(writer, k, memory, name, code -> VectorKernel.emit(k, code, holders, name));
    for (KernelForm f : forms(number, memory, loops)) {
      kernel(
          writer,
          f.kernel(),
          memory,
          f.method(),
          code -> f.emitter().emit(f.kernel(), code, holders, f.method()));
    }
  }

  /**
   * @param loops the kernels that have such loops
   */
  public void nativeLoops(
      ClassWriter writer, int number, List<Integer> loops, LaneConstants constants) {
    loops(writer, number, Memory.SEGMENTS, loops, constants);
    Kernel k = kernels.kernel(number);
    String name = KernelNames.method(number);
    if (shortRows.contains(number)) {
      Holders holders = holders(number, Memory.SEGMENTS, loops, constants);
      Code.method(
          writer,
          Memory.SEGMENTS,
          Opcodes.ACC_STATIC,
          ShortRow.method(name),
          ShortRow.descriptor(k),
          ShortRow.slots(k),
          code -> {
            place(code, k);
            VectorKernel.emitShortRow(k, code, holders, name);
          });
    }
  }

  public void stagedMethod(ClassWriter writer, int number) {
    Kernel k = kernels.kernel(number);
    String inPlace = KernelNames.inPlaceMethod(number);
    Optional<Code.Part> none = Optional.empty();
    boolean walks = StagedKernel.walksInPlace(k) && fitsInPlace(k, inPlace);
    kernel(
        writer,
        k,
        Memory.SEGMENTS,
        KernelNames.method(number),
        code ->
            StagedKernel.emit(
                k,
                code,
                () -> kernels.callOnArrays(code, number),
                walks ? Optional.of(() -> callInPlace(code, k, inPlace)) : none));
    if (walks) {
      inPlaceMethod(writer, k, inPlace);
    }
  }

  private void callInPlace(Code code, Kernel k, String method) {
    KernelCall.arguments(k, Memory.SEGMENTS).locals().forEach(code::load);
    KernelCall.emit(code, kernels.stagedHolder(), method, k, Memory.SEGMENTS);
  }

  private void inPlaceMethod(ClassWriter writer, Kernel k, String name) {
    kernel(writer, k, Memory.SEGMENTS, name, code -> ScalarKernel.emit(k, code));
  }

  /** Whether the scalar code over native memory is short enough; a class may not have it else. */
  private boolean fitsInPlace(Kernel k, String name) {
    try {
      inPlaceMethod(new ClassWriter(0), k, name);
      return true;
    } catch (CodeTooLargeException e) {
      return false;
    }
  }

  public void splitMethods(ClassWriter writer, int number, Memory memory) {
    Kernel k = kernels.kernel(number);
    String holder = kernels.splitHolder(memory);
    kernel(
        writer,
        k,
        memory,
        KernelNames.method(number),
        code ->
            SplitKernel.emitCall(
                k, number, code, holder, () -> kernels.call(code, number, () -> {})));
    Code.method(
        writer,
        memory,
        Opcodes.ACC_STATIC,
        SplitKernel.partMethod(number),
        SplitKernel.PART,
        SplitKernel.PART_SLOTS,
        code -> {
          place(code, k);
          SplitKernel.emitPart(k, code, () -> kernels.call(code, number, () -> {}));
        });
  }

  /** Adds the method that the runtime calls with a kernel's number. */
  public void pieceMethod(ClassWriter writer, List<Integer> numbers, Memory memory) {
    Code.method(
        writer,
        memory,
        Opcodes.ACC_PROTECTED,
        "piece",
        "(III)V",
        SplitKernel.PIECE_SLOTS,
        code -> {
          code.at(1);
          SplitKernel.emitPiece(code, numbers, kernels.splitHolder(memory));
        });
  }

  private void scalarMethod(ClassWriter writer, Kernel k, String name) {
    kernel(
        writer,
        k,
        Memory.ARRAYS,
        name,
        code -> {
          if (Vectorizable.obstacle(k).isPresent()) {
            ScalarKernel.emitAlways(k, code);
            return;
          }
          TiledContraction.of(k)
              .ifPresent(
                  tiled ->
                      tiled.leavePlain(
                          code, KernelCall.params(k, Memory.ARRAYS), kernels.scalarHolder(), name));
          ScalarKernel.emit(k, code);
        });
  }

  private void kernel(
      ClassWriter writer, Kernel k, Memory memory, String name, Consumer<Code> body) {
    kernel(writer, k, memory, name, KernelCall.descriptor(k, memory), body);
  }

  private void kernel(
      ClassWriter writer,
      Kernel k,
      Memory memory,
      String name,
      String descriptor,
      Consumer<Code> body) {
    PackedCall arguments = KernelCall.arguments(k, memory);
    JvmLimits.requireSlots(k, arguments.unpackedSlots());
    Code.method(
        writer,
        memory,
        Opcodes.ACC_STATIC,
        name,
        descriptor,
        arguments.slots(),
        code -> {
          place(code, k);
          arguments.unpack(code);
          body.accept(code);
        });
  }

  private void place(Code code, Kernel k) {
    code.at(1); // where the kernel is of an imported file
    code.in(program.plans().getFirst().function().span().source());
    code.at(k.span());
  }
}
