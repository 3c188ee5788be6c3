package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.LoopIr.Narrowed;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.tuning.Tuning;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Where each kernel lives, and how a plan calls it. */
public final class KernelNames {

  private final List<Kernel> kernels;
  private final Map<Integer, Narrowed> narrowed;
  private final Tuning tuning;
  private final String facade;

  /** The kernels that have vector loops over native memory. */
  private final Set<Integer> nativeLoops = new HashSet<>();

  /** The kernels that several threads may share, over each kind of storage. */
  private final Map<Memory, Set<Integer>> splits = new EnumMap<>(Memory.class);

  private final Map<Integer, Object> elements = new HashMap<>();

  /** Equal expressions are one, so that identity tells them apart. */
  private final Map<Expr, Integer> ids = new IdentityHashMap<>();

  public KernelNames(Program program, String facade) {
    this.kernels = program.kernels();
    this.narrowed = program.narrowed();
    this.tuning = program.tuning();
    this.facade = facade;
  }

  public Kernel kernel(int number) {
    return kernels.get(number);
  }

  /** The kernel that takes a kernel's place where its reduced axes have few points. */
  public Optional<Narrowed> narrowed(int number) {
    return Optional.ofNullable(narrowed.get(number));
  }

  Tuning tuning() {
    return tuning;
  }

  public List<Kernel> all() {
    return kernels;
  }

  public String planClass() {
    return facade + "$Plan";
  }

  public String scalarHolder() {
    return facade + "$Scalar";
  }

  /** The class of the plans over native memory. */
  public String nativePlanClass() {
    return facade + "$Segments";
  }

  /** The class of the kernels that take native memory and run on arrays. */
  public String stagedHolder() {
    return facade + "$Staged";
  }

  /** The class of the objects that hand kernels to several threads. */
  public String splitHolder(Memory memory) {
    return facade + (memory == Memory.ARRAYS ? "$Split" : "$SegmentSplit");
  }

  /** Tells which kernels may be handed to several threads. */
  public void haveSplits(Memory memory, Collection<Integer> numbers) {
    splits.put(memory, Set.copyOf(numbers));
  }

  /** The class of the kernels that are scalar code until vector code is compiled. */
  public String startHolder() {
    return facade + "$Start";
  }

  /** Tells which kernels have vector loops over native memory; other kernels run on arrays. */
  public void haveNativeLoops(List<Integer> numbers) {
    nativeLoops.addAll(numbers);
  }

  static String method(int number) {
    return "kernel" + number;
  }

  /** The method that begins with the kernel over native memory, in the class of beginnings. */
  static String nativeMethod(int number) {
    return "native" + number;
  }

  /** The method with a kernel's scalar code over native memory. */
  static String inPlaceMethod(int number) {
    return method(number) + "InPlace";
  }

  /**
   * The name of the kernel whose forms of short rows are also those of another: the first of some
   * that compute the same of each element, however their operands stretch.
   *
   * @param all numbers of the kernels in one class
   */
  String rowForms(int number, List<Integer> all) {
    Object its = elements.computeIfAbsent(number, this::elements);
    return all.stream()
        .filter(n -> its.equals(elements.computeIfAbsent(n, this::elements)))
        .findFirst()
        .map(KernelNames::method)
        .orElseGet(() -> method(number));
  }

  /**
   * The properties that decide the forms of a kernel's short rows; its number where it has none.
   */
  private Object elements(int number) {
    Kernel k = kernel(number);
    return VectorForm.of(k) == VectorForm.ELEMENTS
        ? List.of(
            k.rank() > 1,
            k.inputs().stream().map(Input::dtype).toList(),
            k.scalars(),
            k.roots().stream().map(e -> ids.computeIfAbsent(e, _ -> ids.size())).toList())
        : number;
  }

  /** Whether a kernel has vector loops over that memory. */
  boolean hasVectorLoops(int number, Memory memory) {
    return memory == Memory.SEGMENTS
        ? nativeLoops.contains(number)
        : Vectorizable.obstacle(kernel(number)).isEmpty();
  }

  /** The plan's constant that says which engine runs: 0 where it is scalar code for good. */
  public static final String ENGINE = "ENGINE";

  /** The plan's constant array that says which kernels run as vector code now. */
  public static final String READY = "READY";

  /** A kernel's place there: those over native memory follow those over arrays. */
  int place(int number, Memory memory) {
    return memory == Memory.ARRAYS ? number : kernels.size() + number;
  }

  /** How many places there are. */
  public int places() {
    return 2 * kernels.size();
  }

  /**
   * Calls a kernel, which several threads may share.
   *
   * @param extent pushes how long each axis is
   */
  public void call(Code code, int number, Code.Part arguments, SplitKernel.Extent extent) {
    if (!splits.getOrDefault(code.memory(), Set.of()).contains(number)) {
      call(code, number, arguments);
      return;
    }
    arguments.emit();
    KernelCall.arguments(kernel(number), code.memory()).pack(code);
    code.ifElse(
        Code.isTrue(() -> SplitKernel.pushMayPay(code, kernel(number), extent)),
        () -> callPacked(code, splitHolder(code.memory()), method(number), number, code.memory()),
        () -> callPacked(code, number, code.memory()));
  }

  /** Calls a kernel, in this thread. */
  public void call(Code code, int number, Code.Part arguments) {
    arguments.emit();
    KernelCall.arguments(kernel(number), code.memory()).pack(code);
    callPacked(code, number, code.memory());
  }

  /** Calls a kernel over arrays, whose arguments are on the stack. */
  void callOnArrays(Code code, int number) {
    KernelCall.arguments(kernel(number), Memory.ARRAYS).pack(code);
    callPacked(code, number, Memory.ARRAYS);
  }

  /** In the class that is ready. */
  private void callPacked(Code code, int number, Memory memory) {
    if (hasVectorLoops(number, memory)) {
      code.ifElse(
          isReady(code, number, memory),
          () -> callPacked(code, vectorHolder(memory), method(number), number, memory),
          () -> callPacked(code, startHolder(), startMethod(number, memory), number, memory));
    } else {
      callPacked(code, scalarHolder(memory), method(number), number, memory);
    }
  }

  /** Holds where a kernel runs as vector code now. */
  BiConsumer<Code, Label> isReady(Code code, int number, Memory memory) {
    return Code.isTrue(
        () -> {
          code.getStatic(planClass(), READY, "[Z");
          code.pushInt(place(number, memory));
          code.op(Opcodes.BALOAD);
        });
  }

  private void callPacked(Code code, String holder, String method, int number, Memory memory) {
    code.callStatic(holder, method, KernelCall.descriptor(kernel(number), memory));
  }

  static String startMethod(int number, Memory memory) {
    return memory == Memory.ARRAYS ? method(number) : nativeMethod(number);
  }

  /** The class of the vector kernels over that memory. */
  public String vectorHolder(Memory memory) {
    return facade + (memory == Memory.ARRAYS ? "$Vector" : "$SegmentVector");
  }

  /** The class of the kernels over that memory that run without vectors of it. */
  String scalarHolder(Memory memory) {
    return memory == Memory.ARRAYS ? scalarHolder() : stagedHolder();
  }
}
