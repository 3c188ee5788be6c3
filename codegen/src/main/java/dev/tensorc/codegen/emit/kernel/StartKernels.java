package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.PackedCall;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the methods that a plan calls until a vector kernel is compiled: {@code kernelN} runs the
 * scalar form and counts the call, {@code trialN} hands the arguments of one call to the runtime,
 * and {@code runN} runs the vector form with the runtime's copies of these arguments.
 *
 * <pre>
 * static void kernel3(float[] out, int outOffset, ...) {
 *   Scalar.kernel3(out, outOffset, ...);
 *   if (WARMUP.isDue(3, (long) n * m)) trial3(out, outOffset, ...);
 * }
 * </pre>
 */
public final class StartKernels {

  /** The constant that counts calls. */
  static final String FIELD = "WARMUP";

  static final String RUN = Type.getMethodDescriptor(Type.VOID_TYPE, RuntimeTypes.TRIAL);
  static final String CHOOSE =
      Type.getMethodDescriptor(Type.VOID_TYPE, Type.INT_TYPE, RuntimeTypes.TRIAL);

  static final String CHOOSER = "choose";

  private final KernelNames kernels;
  private final String holder;
  private final int number;
  private final Kernel kernel;
  private final Memory memory;
  private final PackedCall arguments;
  private final Params params;

  StartKernels(KernelNames kernels, int number, Memory memory) {
    this.kernels = kernels;
    this.holder = kernels.startHolder();
    this.number = number;
    this.kernel = kernels.kernel(number);
    this.memory = memory;
    this.arguments = KernelCall.arguments(kernel, memory);
    this.params = KernelCall.params(kernel, memory);
  }

  Kernel kernel() {
    return kernel;
  }

  Memory memory() {
    return memory;
  }

  /** The descriptor of the kernel itself. */
  String descriptor() {
    return KernelCall.descriptor(kernel, memory);
  }

  /** The name of the method that plans call. */
  String method() {
    return KernelNames.startMethod(number, memory);
  }

  String trialMethod() {
    return "trial" + place();
  }

  String runMethod() {
    return "run" + place();
  }

  private int place() {
    return kernels.place(number, memory);
  }

  // ---------------------------------------------------------------- a call

  /** The body of the method that plans call; a result that it returns waits on the stack. */
  void call(Code code) {
    int slot = 0;
    for (Type t : arguments.parameters()) { // as they came
      code.load(new Local(slot, t));
      slot += t.getSize();
    }
    code.callStatic(kernels.scalarHolder(memory), KernelNames.method(number), descriptor());
    code.ifThen(
        (c, no) -> {
          pushWarmup(c);
          c.pushInt(place());
          params.pushPoints(c);
          c.callVirtual(RuntimeTypes.WARMUP, "isDue", "(IJ)Z");
          c.mv().visitJumpInsn(Opcodes.IFEQ, no);
        },
        () -> {
          arguments.locals().forEach(code::load);
          arguments.pack(code); // again: the scalar form may have used the array
          code.callStatic(holder, trialMethod(), trialDescriptor());
        });
    code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
  }

  private void pushWarmup(Code code) {
    code.getStatic(holder, FIELD, RuntimeTypes.WARMUP.getDescriptor());
  }

  // ---------------------------------------------------------------- a trial

  /** The descriptor of a method that takes the arguments of a kernel and returns nothing. */
  String trialDescriptor() {
    return Type.getMethodDescriptor(Type.VOID_TYPE, arguments.parameters().toArray(Type[]::new));
  }

  /** The body of the method that hands a call to the runtime. */
  void trial(Code code) {
    Local trial = code.newLocal(RuntimeTypes.TRIAL, () -> pushTrial(code));
    var told = new ArgumentObject(kernel, code, params, trial);
    told.tellExtents();
    for (int t = 0; t < params.tensors().size(); t++) {
      tensor(told, t);
    }
    for (int s = 0; s < params.scalars().size(); s++) {
      Local scalar = params.scalars().get(s);
      told.load(s);
      code.load(scalar);
      told.call("scalar", Type.VOID_TYPE, Type.INT_TYPE, scalar.type());
    }
    pushWarmup(code);
    code.pushInt(place());
    code.load(trial);
    code.callVirtual(
        RuntimeTypes.WARMUP, "begin", Type.VOID_TYPE, Type.INT_TYPE, RuntimeTypes.TRIAL);
    code.op(Opcodes.RETURN);
  }

  private void pushTrial(Code code) {
    pushWarmup(code);
    code.pushInt(place());
    code.pushInt(params.tensors().size());
    code.pushInt(kernel.rank());
    code.pushInt(params.scalars().size());
    code.callVirtual(
        RuntimeTypes.WARMUP,
        "trial",
        RuntimeTypes.TRIAL,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.INT_TYPE);
  }

  private void tensor(ArgumentObject told, int t) {
    Tensor tensor = params.tensors().get(t);
    Code code = told.code();
    told.load(t);
    code.getStatic(RuntimeTypes.ELEMENT_TYPE, tensor.dtype().name());
    code.load(tensor.array());
    code.load(tensor.offset());
    memory.toLong(code);
    told.call(
        isTable(t) ? "table" : "tensor",
        Type.VOID_TYPE,
        Type.INT_TYPE,
        RuntimeTypes.ELEMENT_TYPE,
        Type.getType(Object.class),
        Type.LONG_TYPE);
    told.tellStrides(t);
  }

  /** Whether elements of an input are read at computed places. */
  private boolean isTable(int tensor) {
    return ExprNodes.of(kernel.roots()).stream()
        .anyMatch(e -> e instanceof Expr.Gathered g && g.input() == tensor);
  }

  // ---------------------------------------------------------------- a run

  /** The body of the method that runs the vector form. */
  void run(Code code) {
    var trial = new ArgumentObject(kernel, code, params, new Local(0, RuntimeTypes.TRIAL));
    trial.pushArguments(trial::pushTensor);
    for (int s = 0; s < params.scalars().size(); s++) {
      Type type = params.scalars().get(s).type();
      trial.get(type.getClassName() + "Scalar", type, s);
    }
    if (kernel.rounds()) {
      code.pushInt(kernel.inputs().size() + 1);
      code.callStatic(RuntimeTypes.COLLAPSE, "ofOneRound", RuntimeTypes.COLLAPSE, Type.INT_TYPE);
    }
    KernelCall.emit(code, kernels.vectorHolder(memory), KernelNames.method(number), kernel, memory);
    Type result = KernelCall.returnType(kernel);
    if (result.getSize() > 0) {
      code.op(result.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
    code.op(Opcodes.RETURN);
  }

  // ---------------------------------------------------------------- the class

  /** Sets the constant that counts calls. */
  static void initialise(Code code, KernelNames kernels) {
    code.at(1);
    code.getStatic(kernels.planClass(), KernelNames.ENGINE, "I");
    code.getStatic(kernels.planClass(), KernelNames.READY, "[Z");
    code.mv().visitTypeInsn(Opcodes.NEW, kernels.startHolder());
    code.op(Opcodes.DUP);
    code.mv().visitMethodInsn(Opcodes.INVOKESPECIAL, kernels.startHolder(), "<init>", "()V", false);
    code.callStatic(
        RuntimeTypes.WARMUP,
        "of",
        RuntimeTypes.WARMUP,
        Type.INT_TYPE,
        Type.getType(boolean[].class),
        RuntimeTypes.KERNEL_RUNS);
    code.mv()
        .visitFieldInsn(
            Opcodes.PUTSTATIC, kernels.startHolder(), FIELD, RuntimeTypes.WARMUP.getDescriptor());
    code.op(Opcodes.RETURN);
  }

  static String fieldDescriptor() {
    return RuntimeTypes.WARMUP.getDescriptor();
  }

  /** How many methods choose among kernels, beside the one that chooses among those methods. */
  static int choosers(KernelNames kernels) {
    return Math.ceilDiv(kernels.places(), choices(kernels));
  }

  /** A method that chooses among more would have too many bytes. */
  private static int choices(KernelNames kernels) {
    return kernels.tuning().budgets().plans().startChoices();
  }

  /**
   * The body of the method that runs one of the kernels.
   *
   * @param starts all of them
   */
  static void choose(Code code, KernelNames kernels, List<StartKernels> starts, int chooser) {
    code.at(1);
    var place = new Local(0, Type.INT_TYPE);
    var trial = new Local(1, RuntimeTypes.TRIAL);
    var parts = new TreeMap<Integer, Code.Part>();
    for (StartKernels start : starts) {
      if (start.place() / choices(kernels) == chooser) {
        parts.put(
            start.place(),
            () -> {
              code.load(trial);
              code.callStatic(start.holder, start.runMethod(), RUN);
            });
      }
    }
    code.choose(() -> code.load(place), parts);
    code.op(Opcodes.RETURN);
  }

  /** The body of the method that runs any kernel, as the runtime asks. */
  static void chooseAmongAll(Code code, KernelNames kernels) {
    code.at(1);
    var place = new Local(1, Type.INT_TYPE);
    var trial = new Local(2, RuntimeTypes.TRIAL);
    var parts = new TreeMap<Integer, Code.Part>();
    for (int chooser = 0; chooser < choosers(kernels); chooser++) {
      String method = CHOOSER + chooser;
      parts.put(
          chooser,
          () -> {
            code.load(place);
            code.load(trial);
            code.callStatic(kernels.startHolder(), method, CHOOSE);
          });
    }
    code.choose(() -> code.load(place).by(choices(kernels)), parts);
    code.op(Opcodes.RETURN);
  }
}
