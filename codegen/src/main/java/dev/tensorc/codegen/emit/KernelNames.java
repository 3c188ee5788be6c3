package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import java.util.List;

/** Where each kernel lives, and how a plan calls it. */
final class KernelNames {

  private final List<Kernel> kernels;
  private final String planClass;
  private final String scalarHolder;
  private final String vectorHolder;

  KernelNames(List<Kernel> kernels, String facade) {
    this.kernels = kernels;
    this.planClass = facade + "$Plan";
    this.scalarHolder = facade + "$Scalar";
    this.vectorHolder = facade + "$Vector";
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

  static String method(int number) {
    return "kernel" + number;
  }

  /** The plan's constant that says which holder to call: the other one is never loaded. */
  static final String VECTOR_FLAG = "VECTOR";

  void call(Code code, int number, Code.Part arguments) {
    Kernel k = kernel(number);
    arguments.emit();
    if (Vectorizable.obstacle(k).isPresent()) {
      call(code, scalarHolder, number);
    } else {
      code.ifElse(
          Code.isTrue(() -> code.getStatic(planClass, VECTOR_FLAG, "Z")),
          () -> call(code, vectorHolder, number),
          () -> call(code, scalarHolder, number));
    }
  }

  private void call(Code code, String holder, int number) {
    code.callStatic(holder, method(number), KernelCall.descriptor(kernel(number), code.memory()));
  }
}
