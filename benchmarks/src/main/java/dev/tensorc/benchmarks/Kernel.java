package dev.tensorc.benchmarks;

import dev.tensorc.benchmarks.kernels.MathFunction;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One computation, as the language, C and plain Java say it. All contenders write the same result.
 *
 * @param name for the table, with the sizes
 * @param ours the call of the compiled program
 * @param plain calls of a program that says the same by hand, in order; empty if there is none
 * @param result the operand that is written to
 * @param c the function in C
 * @param blas the function in C that calls OpenBLAS; it is the baseline then, not gcc's loops
 * @param java the loop that a Java programmer would write; over arrays only
 * @param tolerance how far from C's result the others may be, relative to it; 0 for the same
 * @param onThreads whether two threads are measured against one, and nothing else
 */
public record Kernel(
    String name,
    Call ours,
    List<Call> plain,
    Operand result,
    Call c,
    Optional<Call> blas,
    Optional<Runnable> java,
    double tolerance,
    boolean onThreads) {

  /**
   * A call of a function.
   *
   * @param source the program's file, without its ending; empty for C
   * @param result empty for a scalar result
   * @param args operands, and primitives in their boxes
   */
  public record Call(String source, String function, Optional<Operand> result, List<Object> args) {
    private Call in(UnaryOperator<Operand> moved) {
      return new Call(
          source,
          function,
          result.map(moved),
          args.stream().map(a -> a instanceof Operand o ? moved.apply(o) : a).toList());
    }
  }

  /** The same kernel with its operands in that storage. */
  Kernel in(Storage storage) {
    if (storage == Storage.ARRAYS) {
      return this;
    }
    Map<Operand, Operand> copies = new IdentityHashMap<>();
    UnaryOperator<Operand> moved = o -> copies.computeIfAbsent(o, any -> any.in(storage));
    return new Kernel(
        name,
        ours.in(moved),
        plain.stream().map(call -> call.in(moved)).toList(),
        moved.apply(result),
        c.in(moved),
        blas.map(call -> call.in(moved)),
        Optional.empty(),
        tolerance,
        onThreads);
  }

  /** The same kernel on two threads, against one. */
  Kernel shared() {
    return new Kernel(
        name, ours, plain, result, c, Optional.empty(), Optional.empty(), tolerance, true);
  }

  /** Begins a kernel with its result. */
  public static Builder of(String name, Operand result) {
    return new Builder(name, result);
  }

  /** The parts of a kernel. */
  public static final class Builder {
    private final String name;
    private final Operand result;
    private final List<Call> ours = new ArrayList<>();
    private final List<Call> plain = new ArrayList<>();
    private final List<Call> c = new ArrayList<>();
    private final List<Call> blas = new ArrayList<>();
    private double tolerance;

    private Builder(String name, Operand result) {
      this.name = name;
      this.result = result;
    }

    /** The compiled program: a function of {@code SOURCE.tc}, into the result. */
    public Builder program(String source, String function, Object... args) {
      ours.add(new Call(source, function, Optional.of(result), List.of(args)));
      return this;
    }

    /** Adds a program for a function whose result is a scalar: the result's one element. */
    public Builder scalarProgram(String source, String function, Object... args) {
      ours.add(new Call(source, function, Optional.empty(), List.of(args)));
      return this;
    }

    /** One more call of the program that says the same by hand. */
    public Builder plainProgram(String source, String function, Operand into, Object... args) {
      plain.add(new Call(source, function, Optional.of(into), List.of(args)));
      return this;
    }

    /** The function in C: the result, then these. */
    public Builder c(String function, Object... args) {
      c.add(new Call("", function, Optional.of(result), List.of(args)));
      return this;
    }

    /** The function in C that calls OpenBLAS: the result, then these. */
    public Builder blas(String function, Object... args) {
      blas.add(new Call("", function, Optional.of(result), List.of(args)));
      return this;
    }

    public Builder tolerance(double relative) {
      tolerance = relative;
      return this;
    }

    /** The loop in Java, which ends the kernel. */
    public Kernel java(Runnable loop) {
      return kernel(Optional.of(loop));
    }

    /** Ends a kernel that no Java programmer would write as a loop. */
    public Kernel withoutJava() {
      return kernel(Optional.empty());
    }

    private Kernel kernel(Optional<Runnable> java) {
      return new Kernel(
          name,
          ours.getFirst(),
          List.copyOf(plain),
          result,
          c.getFirst(),
          blas.stream().findFirst(),
          java,
          tolerance,
          false);
    }
  }

  /**
   * Whether the kernel is measured with {@code @fastmath} too; then its dims are of no interest.
   */
  boolean againstFastmath() {
    return ours.source().equals(MathFunction.SOURCE);
  }

  /** The function in C, as the library has it. */
  Contender inC(NativeLibrary library) {
    return call(c, library);
  }

  /** The function in C that calls OpenBLAS, if it is the kernel's baseline. */
  Optional<Contender> inBlas(NativeLibrary library) {
    return blas.map(call -> call(call, library));
  }

  private Contender call(Call c, NativeLibrary library) {
    var args = new ArrayList<Object>();
    args.add(result.memory());
    c.args().forEach(a -> args.add(a instanceof Operand o ? o.memory() : a));
    return library.call(c.function(), args.toArray());
  }
}
