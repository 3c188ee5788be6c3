package dev.tensorc.runtime;

import java.util.List;

/** An exported function of a compiled program. Immutable and safe to use from several threads. */
public final class Function {

  private final Signature signature;
  private final Invoker invoker;

  /**
   * A function of that signature.
   *
   * @param invoker runs the function
   */
  public Function(Signature signature, Invoker invoker) {
    this.signature = signature;
    this.invoker = invoker;
  }

  public String name() {
    return signature.name();
  }

  /** The dtypes of its type parameters, in order; empty where it has none. */
  public List<String> types() {
    return signature.types();
  }

  /** Its {@code ##} lines; empty where it has none. */
  public String doc() {
    return signature.doc();
  }

  public List<Parameter> parameters() {
    return signature.parameters();
  }

  public List<Parameter> results() {
    return signature.results();
  }

  /** Whether the function may be called with its rows in parts, with the same bits. */
  public Partition partition() {
    return signature.partition();
  }

  /** Whether the function may be called with its rows in parts, and the results combined. */
  public Reduction reduction() {
    return signature.reduction();
  }

  /** {@code f(x: f32[n], s: f32) -> f32[n]}. */
  public String signature() {
    return signature.toString();
  }

  Invoker invoker() {
    return invoker;
  }

  /**
   * Runs the function.
   *
   * @param args one for each parameter: a tensor of the parameter's dtype, or for a scalar a number
   *     (or Boolean) that Java would convert to the parameter's type without loss; u8 takes 0 to
   *     255
   * @return a new tensor, or for a scalar a Float, Double, Integer (i32, and u8 as 0 to 255), Long
   *     or Boolean; for a function of several results a {@code List} of these, in order
   * @throws IllegalArgumentException if the number of arguments or the type of one is wrong
   * @throws NullPointerException if an argument is null
   * @throws ShapeException if the arguments' shapes do not fit the program
   * @throws TensorException if the memory of an argument has been freed, or belongs to another
   *     thread
   * @throws ArgumentChangedException if an argument is changed while the function runs
   * @throws AllocationException if an array would be above the limit
   * @throws ArithmeticException if an integer is divided by zero
   */
  public Object invoke(Object... args) {
    List<Object> all = invoker.invoke(Arguments.fit(signature, args));
    return all.size() == 1 ? all.getFirst() : all;
  }

  /**
   * Runs the function and writes its result to {@code out}, a tensor of the result's dtype and
   * shape; otherwise like {@link #invoke}. All exceptions of {@link #invoke} are thrown before
   * anything is written, but for {@link ArgumentChangedException}, {@link ArithmeticException} and
   * {@link OutOfMemoryError}, which may leave {@code out} half written.
   *
   * @throws IllegalArgumentException also if the result is a scalar, there are several, or {@code
   *     out} has another dtype
   */
  public void invokeInto(Tensor out, Object... args) {
    invokeInto(List.of(out), args);
  }

  /**
   * Runs the function and writes its results to {@code outs}, one tensor of the dtype and shape of
   * each result; otherwise like {@link #invoke}.
   *
   * @throws IllegalArgumentException also if a result is a scalar, or {@code outs} are too many or
   *     too few, or one has another dtype
   */
  public void invokeInto(List<? extends Tensor> outs, Object... args) {
    if (results().stream().anyMatch(Parameter::isScalar)) {
      throw new IllegalArgumentException(name() + " gives a scalar: call invoke");
    }
    if (outs.size() != results().size()) {
      throw new IllegalArgumentException(
          "%s gives %d results, not %d".formatted(signature(), results().size(), outs.size()));
    }
    for (int i = 0; i < results().size(); i++) {
      String out = results().size() == 1 ? "out" : results().get(i).name();
      Arguments.requireTensor(out, results().get(i), outs.get(i));
    }
    invoker.invokeInto(List.copyOf(outs), Arguments.fit(signature, args));
  }

  @Override
  public String toString() {
    return signature();
  }
}
