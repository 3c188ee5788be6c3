package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where each kernel lives, and how a plan calls it. */
final class KernelNames {

  private final List<Kernel> kernels;
  private final String planClass;
  private final String scalarHolder;
  private final String vectorHolder;
  private final String nativePlanClass;
  private final String nativeVectorHolder;
  private final String stagedHolder;
  private final String splitHolder;
  private final String nativeSplitHolder;

  /** Those that have vector loops over native memory. */
  private final Set<Integer> nativeLoops = new HashSet<>();

  /** Those that several threads may share, over each kind of storage. */
  private final Map<Memory, Set<Integer>> splits = new EnumMap<>(Memory.class);

  KernelNames(List<Kernel> kernels, String facade) {
    this.kernels = kernels;
    this.planClass = facade + "$Plan";
    this.scalarHolder = facade + "$Scalar";
    this.vectorHolder = facade + "$Vector";
    this.nativePlanClass = facade + "$Segments";
    this.nativeVectorHolder = facade + "$SegmentVector";
    this.stagedHolder = facade + "$Staged";
    this.splitHolder = facade + "$Split";
    this.nativeSplitHolder = facade + "$SegmentSplit";
  }

  Kernel kernel(int number) {
    return kernels.get(number);
  }

  List<Kernel> all() {
    return kernels;
  }

  String planClass() {
    return planClass;
  }

  String scalarHolder() {
    return scalarHolder;
  }

  String vectorHolder() {
    return vectorHolder;
  }

  /** The class of the plans over native memory. */
  String nativePlanClass() {
    return nativePlanClass;
  }

  /** The class of the vector kernels over native memory. */
  String nativeVectorHolder() {
    return nativeVectorHolder;
  }

  /** The class of the kernels that take native memory and run on arrays. */
  String stagedHolder() {
    return stagedHolder;
  }

  /** The class of what hands kernels to several threads. */
  String splitHolder(Memory memory) {
    return memory == Memory.ARRAYS ? splitHolder : nativeSplitHolder;
  }

  /** These may be handed to several threads. */
  void haveSplits(Memory memory, Collection<Integer> numbers) {
    splits.put(memory, Set.copyOf(numbers));
  }

  /** These have vector loops over native memory; other kernels run on arrays. */
  void haveNativeLoops(List<Integer> numbers) {
    nativeLoops.addAll(numbers);
  }

  static String method(int number) {
    return "kernel" + number;
  }

  /** The plan's constant that says which holder to call: the other one is never loaded. */
  static final String VECTOR_FLAG = "VECTOR";

  /**
   * Calls a kernel, which several threads may share.
   *
   * @param extent pushes how long each axis is
   */
  void call(Code code, int number, Code.Part arguments, SplitKernel.Extent extent) {
    if (!splits.getOrDefault(code.memory(), Set.of()).contains(number)) {
      call(code, number, arguments);
      return;
    }
    arguments.emit();
    KernelCall.arguments(kernel(number), code.memory()).pack(code);
    code.ifElse(
        Code.isTrue(() -> SplitKernel.pushMayPay(code, kernel(number), extent)),
        () -> call(code, splitHolder(code.memory()), number),
        () -> callPacked(code, number));
  }

  /** Calls a kernel, in this thread. */
  void call(Code code, int number, Code.Part arguments) {
    arguments.emit();
    KernelCall.arguments(kernel(number), code.memory()).pack(code);
    callPacked(code, number);
  }

  private void callPacked(Code code, int number) {
    if (code.memory() == Memory.SEGMENTS) {
      call(code, nativeLoops.contains(number) ? nativeVectorHolder : stagedHolder, number);
    } else {
      callPackedOnArrays(code, number);
    }
  }

  /** Calls a kernel over arrays, whose arguments are on the stack. */
  void callOnArrays(Code code, int number) {
    KernelCall.arguments(kernel(number), Memory.ARRAYS).pack(code);
    callPackedOnArrays(code, number);
  }

  private void callPackedOnArrays(Code code, int number) {
    if (Vectorizable.obstacle(kernel(number)).isPresent()) {
      call(code, scalarHolder, number);
    } else {
      code.ifElse(
          Code.isTrue(() -> code.getStatic(planClass, VECTOR_FLAG, "Z")),
          () -> call(code, vectorHolder, number),
          () -> call(code, scalarHolder, number));
    }
  }

  private void call(Code code, String holder, int number) {
    boolean arrays = List.of(scalarHolder, vectorHolder, splitHolder).contains(holder);
    Memory memory = arrays ? Memory.ARRAYS : Memory.SEGMENTS;
    code.callStatic(holder, method(number), KernelCall.descriptor(kernel(number), memory));
  }
}
