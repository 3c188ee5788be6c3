package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.CodeSize;
import dev.tensorc.codegen.emit.code.CodeTooLargeException;
import dev.tensorc.codegen.emit.code.JvmLimits;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.Outliner;
import dev.tensorc.codegen.emit.code.PlanCode;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.NativePlans;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.kernel.KernelMethods;
import dev.tensorc.codegen.emit.kernel.KernelNames;
import dev.tensorc.codegen.emit.kernel.RowCall;
import dev.tensorc.codegen.emit.kernel.SplitKernel;
import dev.tensorc.codegen.emit.plan.PlanEmitter;
import dev.tensorc.codegen.emit.plan.PlanOutputs;
import dev.tensorc.codegen.emit.vector.LaneConstants;
import dev.tensorc.codegen.facade.Facade;
import dev.tensorc.codegen.facade.ResultClass;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Emits a program's classes: {@code Name} with the methods users call, {@code Name$FResult} and
 * {@code Name$FArrays} for a function f of several results, {@code Name$Plan} with checks and
 * dispatch, {@code Name$Scalar} and {@code Name$Vector} with the kernels over arrays, {@code
 * Name$Start} with the methods that choose scalar code at first. Over native memory there are
 * {@code Name$Segments} with the plans, {@code Name$SegmentVector} and {@code Name$Staged} with the
 * kernels. Only the two vector holders name vector classes; they are loaded only where a plan calls
 * them.
 */
public final class ClassEmitter {

  private static final String OBJECT = "java/lang/Object";
  private static final String GENERATED = RuntimeTypes.GENERATED.getDescriptor();

  private final Program program;
  private final String sourceFile;
  private final String facade;
  private final Facade entries;
  private final Map<Plan, PlanTypes> types = new IdentityHashMap<>();

  /** The plans that have a short way over native memory. */
  private final Map<Plan, RowCall> rowCalls = new IdentityHashMap<>();

  private final KernelNames kernels;
  private final KernelMethods methods;
  private final Budgets.Plans budgets;
  private long bytes;

  /** The number of methods of plans that are more than one method. */
  private int parts;

  private ClassEmitter(Program program, String sourceFile, String facade) {
    this.program = program;
    this.budgets = program.tuning().budgets().plans();
    this.sourceFile = sourceFile;
    this.facade = facade;
    this.entries =
        Facade.of(
            program.plans().stream().map(Plan::function).toList(),
            facade.substring(facade.lastIndexOf('/') + 1));
    for (int i = 0; i < program.plans().size(); i++) {
      types.put(program.plans().get(i), new PlanTypes(entries.functions().get(i), facade));
    }
    this.kernels = new KernelNames(program, facade);
    for (Plan plan : program.plans()) {
      RowCall.of(plan, program.kernels()).ifPresent(call -> rowCalls.put(plan, call));
    }
    this.methods = new KernelMethods(kernels, program, rowCalls.values());
  }

  /**
   * @param facade internal name of the class that users see
   * @return class files by binary name
   */
  public static Map<String, byte[]> emit(Program program, String sourceFile, String facade) {
    return new ClassEmitter(program, sourceFile, facade).emit();
  }

  private Map<String, byte[]> emit() {
    var classes = new LinkedHashMap<String, byte[]>();
    for (ResultClass results : entries.records()) {
      var result = new ResultRecord(results, facade);
      classes.put(result.internalName().replace('/', '.'), result.emit(this::describe));
    }
    List<Integer> numbers = IntStream.range(0, kernels.all().size()).boxed().toList();
    splits(classes, numbers, Memory.ARRAYS);
    var nativeClasses = new LinkedHashMap<String, byte[]>();
    List<Plan> natives = nativePlans(nativeClasses);
    add(classes, kernels.planClass(), 0, this::planMethods);
    add(classes, kernels.scalarHolder(), 0, methods::scalarMethods);
    if (kernels.all().stream().anyMatch(k -> Vectorizable.obstacle(k).isEmpty())) {
      boolean overNative = nativeClasses.containsKey(binary(kernels.vectorHolder(Memory.SEGMENTS)));
      add(classes, kernels.vectorHolder(Memory.ARRAYS), 0, methods::vectorMethods);
      add(
          classes,
          kernels.startHolder(),
          0,
          writer -> methods.startMethods(writer, overNative),
          RuntimeTypes.KERNEL_RUNS.getInternalName());
    }
    classes.putAll(nativeClasses);
    var all = new LinkedHashMap<String, byte[]>();
    String[] interfaces =
        program.weights().isPresent() ? new String[] {WeightCode.CLOSEABLE} : new String[0];
    add(all, facade, Opcodes.ACC_PUBLIC, writer -> facadeMethods(writer, natives), interfaces);
    all.putAll(classes);
    try {
      return Fingerprint.addTo(all, facade);
    } catch (ClassTooLargeException e) {
      throw JvmLimits.tooManyConstants(program.plans().getFirst().function());
    }
  }

  /** Emits the classes over native memory; gives the plans that have a form there. */
  private List<Plan> nativePlans(Map<String, byte[]> classes) {
    List<Plan> plans = new ArrayList<>(program.plans());
    plans.removeIf(p -> NativePlans.obstacle(p, kernels.all()).isPresent());
    List<Integer> called = new ArrayList<>(NativePlans.kernels(plans));
    List.copyOf(called)
        .forEach(k -> kernels.narrowed(k).ifPresent(narrow -> called.add(narrow.kernel())));
    List<Integer> loops = new ArrayList<>(called);
    loops.removeIf(k -> NativePlans.obstacle(kernels.kernel(k)).isPresent());
    var constants = new LaneConstants(kernels.vectorHolder(Memory.SEGMENTS));
    try {
      addFitting(
          classes,
          kernels.vectorHolder(Memory.SEGMENTS),
          OBJECT,
          loops,
          (writer, k) -> methods.nativeLoops(writer, k, loops, constants),
          writer -> methods.nativeShared(writer, loops, constants));
      kernels.haveNativeLoops(loops);
      addFitting(classes, kernels.stagedHolder(), OBJECT, called, methods::stagedMethod, _ -> {});
      splits(classes, called, Memory.SEGMENTS);
      addFitting(
          classes,
          kernels.nativePlanClass(),
          OBJECT,
          plans,
          (writer, plan) -> planMethod(writer, plan, Memory.SEGMENTS),
          _ -> {});
      return plans;
    } catch (ClassTooLargeException e) { // such programs copy native arguments to arrays
      classes.clear();
      return List.of();
    }
  }

  /** Emits the class that hands kernels to several threads; of those kernels that it can. */
  private void splits(Map<String, byte[]> classes, List<Integer> numbers, Memory memory) {
    var shared = new ArrayList<>(numbers);
    shared.removeIf(number -> !Splittable.is(number, kernels.kernel(number)));
    addFitting(
        classes,
        kernels.splitHolder(memory),
        RuntimeTypes.SPLIT.getInternalName(),
        shared,
        (writer, number) -> methods.splitMethods(writer, number, memory),
        writer -> methods.pieceMethod(writer, shared, memory));
    kernels.haveSplits(memory, shared);
  }

  /**
   * Emits a class with something for each item, if any; those whose code is too long are left out.
   */
  private <T> void addFitting(
      Map<String, byte[]> classes,
      String name,
      String parent,
      List<T> items,
      BiConsumer<ClassWriter, T> emit,
      Consumer<ClassWriter> end) {
    var tooLong = new ArrayList<T>();
    do {
      items.removeAll(tooLong);
      tooLong.clear();
      if (items.isEmpty()) {
        return;
      }
      ClassWriter writer = begin(name, 0, parent);
      for (T item : items) {
        try {
          emit.accept(writer, item);
        } catch (CodeTooLargeException e) {
          tooLong.add(item);
        }
      }
      if (tooLong.isEmpty()) {
        end.accept(writer);
        end(classes, name, writer);
      }
    } while (!tooLong.isEmpty());
  }

  private void add(
      Map<String, byte[]> classes,
      String name,
      int access,
      Consumer<ClassWriter> body,
      String... interfaces) {
    try {
      ClassWriter writer = begin(name, access, OBJECT, interfaces);
      body.accept(writer);
      end(classes, name, writer);
    } catch (MethodTooLargeException e) { // far jumps have made it longer than it was
      throw JvmLimits.tooLarge(function(e.getMethodName()));
    } catch (LimitExceededException e) { // of one method; it is not said which
      throw JvmLimits.tooLarge(program.plans().getFirst().function());
    } catch (ClassTooLargeException e) {
      throw JvmLimits.tooManyConstants(program.plans().getFirst().function());
    }
  }

  private void end(Map<String, byte[]> classes, String name, ClassWriter writer) {
    writer.visitEnd();
    byte[] file = writer.toByteArray();
    bytes += file.length;
    if (bytes > budgets.programBytes()) {
      throw JvmLimits.tooManyBytes(program, budgets.programBytes());
    }
    classes.put(binary(name), file);
  }

  private static String binary(String internalName) {
    return internalName.replace('/', '.');
  }

  private ClassWriter begin(String name, int access, String parent, String... interfaces) {
    var writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String a, String b) {
            return OBJECT; // the compiler never loads runtime or vector classes
          }
        };
    writer.setComputeLimits(budgets.verifierBytes(), budgets.verifierSteps());
    writer.visit(
        Opcodes.V25,
        access | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        parent,
        interfaces);
    describe(writer);
    String constructor = parent.equals(OBJECT) ? "()V" : SplitKernel.CONSTRUCTOR;
    Code.method(
        writer,
        Memory.ARRAYS,
        Opcodes.ACC_PRIVATE,
        "<init>",
        constructor,
        Type.getArgumentsAndReturnSizes(constructor) >> 2,
        code -> constructor(code, parent, constructor));
    return writer;
  }

  /** Says where a class comes from. */
  private void describe(ClassWriter writer) {
    writer.visitSource(sourceFile, null);
    AnnotationVisitor generated = writer.visitAnnotation(GENERATED, false);
    generated.visit("value", sourceFile);
    generated.visitEnd();
  }

  /** Kernels are small: a method that is too large is a plan, or a part of one. */
  private TensorIr.Function function(String method) {
    return program.plans().stream()
        .map(Plan::function)
        .filter(f -> method.equals(f.name()) || method.startsWith(f.name() + "$"))
        .findFirst()
        .orElseThrow();
  }

  private static void constructor(Code code, String parent, String descriptor) {
    code.at(1);
    code.mv().visitVarInsn(Opcodes.ALOAD, 0);
    for (int i = 1; i <= Type.getArgumentTypes(descriptor).length; i++) {
      code.mv().visitVarInsn(Opcodes.ILOAD, i);
    }
    code.mv().visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", descriptor, false);
    code.op(Opcodes.RETURN);
  }

  // ---------------------------------------------------------------- plan and facade

  /**
   * @param natives the plans that have a form over native memory
   */
  private void facadeMethods(ClassWriter writer, List<Plan> natives) {
    ProgramNote.write(writer, program, sourceFile);
    List<TensorIr.Function> functions = natives.stream().map(Plan::function).toList();
    if (program.weights().isPresent()) {
      WeightCode.declare(writer, facade);
    }
    new FacadeEmitter(entries, facade, kernels, functions).emit(writer);
  }

  private void planMethods(ClassWriter writer) {
    int constant = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(constant, KernelNames.ENGINE, "I", null, null).visitEnd();
    writer.visitField(constant, KernelNames.READY, "[Z", null, null).visitEnd();
    Code.initialiser(writer, this::link);
    for (Plan plan : program.plans()) {
      try {
        planMethod(writer, plan, Memory.ARRAYS);
      } catch (CodeTooLargeException e) {
        throw JvmLimits.tooLarge(plan.function());
      }
    }
  }

  /**
   * Finds which kernels to use. A named module reads the vector module from here on: only code of
   * its own can say that it does.
   */
  private void link(Code code) {
    String plan = kernels.planClass();
    String module = "java/lang/Module";
    code.at(1);
    code.mv().visitLdcInsn(Type.getObjectType(plan));
    code.pushInt(ProgramNote.LINK_VERSION);
    code.callStatic(RuntimeTypes.ENGINE, "link", "(Ljava/lang/Class;I)I");
    code.mv().visitFieldInsn(Opcodes.PUTSTATIC, plan, KernelNames.ENGINE, "I");
    code.getStatic(plan, KernelNames.ENGINE, "I");
    code.pushInt(kernels.places());
    code.callStatic(RuntimeTypes.ENGINE, "ready", "(II)[Z");
    code.mv().visitFieldInsn(Opcodes.PUTSTATIC, plan, KernelNames.READY, "[Z");
    code.mv().visitLdcInsn(Type.getObjectType(plan));
    code.callVirtual("java/lang/Class", "getModule", "()L" + module + ";");
    code.mv().visitLdcInsn(Type.getObjectType(plan));
    code.callStatic(RuntimeTypes.ENGINE, "vectorModule", "(Ljava/lang/Class;)L" + module + ";");
    code.callVirtual(module, "addReads", "(L" + module + ";)L" + module + ";");
    code.op(Opcodes.POP);
    code.op(Opcodes.RETURN);
  }

  private PlanTypes types(Plan plan) {
    return Objects.requireNonNull(types.get(plan));
  }

  /**
   * The canonical entry: the outputs, or null to make them, then the parameters.
   *
   * @throws CodeTooLargeException if it cannot be divided into methods that fit
   */
  private void planMethod(ClassWriter writer, Plan plan, Memory memory) {
    String name = plan.function().name();
    var code = PlanCode.of(name, types(plan).runDescriptor(), memory, budgets);
    List<Local> outs = types(plan).outs().stream().map(code::newLocal).toList();
    var params = new ArrayList<>(types(plan).arguments().stream().map(code::newLocal).toList());
    boolean usesWeights = !plan.function().weights().isEmpty();
    int slots =
        outs.size()
            + params.stream().mapToInt(p -> p.type().getSize()).sum()
            + (usesWeights ? 1 : 0);
    JvmLimits.requireSlots(plan.function(), slots);
    List<String> outNames = types(plan).outNames();
    for (int i = 0; i < outs.size(); i++) {
      code.name(outs.get(i), outNames.get(i));
    }
    for (int i = 0; i < params.size(); i++) {
      code.name(params.get(i), plan.function().params().get(i).name());
    }
    code.in(plan.function().span().source());
    code.at(plan.function().nameSpan());
    if (usesWeights) {
      Local weights = code.newLocal(RuntimeTypes.WEIGHTS);
      params.addAll(WeightCode.take(code, plan.function(), weights));
    }
    try {
      planBody(code, plan, outs, params);
      code.end();
      String owner = memory == Memory.ARRAYS ? kernels.planClass() : kernels.nativePlanClass();
      List<MethodNode> nodes = Outliner.methods(owner, () -> name + "$" + parts++, code, budgets);
      if (nodes.stream()
          .anyMatch(m -> CodeSize.of(List.of(m.instructions.toArray())) > memory.mostBytes())) {
        throw new CodeTooLargeException();
      }
      nodes.forEach(m -> m.accept(writer));
    } catch (LimitExceededException e) { // thousands of locals at thousands of branches
      throw new CodeTooLargeException();
    }
  }

  private void planBody(Code code, Plan plan, List<Local> outs, List<Local> params) {
    Optional<ResultRecord> record = types(plan).record();
    RowCall shortWay = rowCalls.get(plan);
    if (shortWay != null && code.memory() == Memory.SEGMENTS) {
      shortWay.emit(code, kernels, outs.getFirst(), params);
    }
    Optional<Local> given = // a caller that has the outputs needs no record of them
        record
            .filter(_ -> types(plan).hasInto())
            .map(_ -> code.newLocal(Type.BOOLEAN_TYPE, () -> pushGiven(code, outs.getFirst())));
    var emitter = new PlanEmitter(code, plan, kernels, outs, params);
    emitter.emit();
    Code.Part results =
        record.isEmpty()
            ? emitter::pushResults
            : () -> record.get().push(code, emitter::pushResults);
    given.ifPresentOrElse(
        g -> code.ifElse(Code.isTrue(g), () -> code.op(Opcodes.ACONST_NULL), results),
        results::emit);
    code.op(types(plan).result().getOpcode(Opcodes.IRETURN));
  }

  private static void pushGiven(Code code, Local out) {
    code.ifElse(PlanOutputs.isNull(out), () -> code.pushInt(0), () -> code.pushInt(1));
  }
}
