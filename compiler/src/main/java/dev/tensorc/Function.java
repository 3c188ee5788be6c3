package dev.tensorc;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Tensor;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An exported function of a compiled program. */
public final class Function {

  private final String name;
  private final List<String> types;
  private final String doc;
  private final List<Parameter> parameters;
  private final Parameter result;
  private final Invoker invoker;

  Function(TensorIr.Function f, Invoker invoker) {
    this.name = f.name();
    this.types = f.types().stream().map(DType::label).toList();
    this.doc = f.doc();
    this.parameters = f.params().stream().map(Parameter::of).toList();
    this.result = Parameter.of(f.results().getFirst());
    this.invoker = invoker;
  }

  public String name() {
    return name;
  }

  /** What its type parameters stand for, in order; empty where it has none. */
  public List<String> types() {
    return types;
  }

  /** Its {@code ##} lines; empty where it has none. */
  public String doc() {
    return doc;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  public Parameter result() {
    return result;
  }

  /** {@code f(x: f32[n], s: f32) -> f32[n]}. */
  public String signature() {
    return parameters.stream()
        .map(p -> p.name() + ": " + p.declaredType())
        .collect(Collectors.joining(", ", name + "(", ") -> " + result.declaredType()));
  }

  /**
   * Runs the function.
   *
   * @param args one for each parameter: a tensor of the parameter's dtype, or for a scalar a number
   *     (or Boolean) that Java would convert to the parameter's type without loss; u8 takes 0 to
   *     255
   * @return a new tensor, or for a scalar a Float, Double, Integer (i32, and u8 as 0 to 255), Long
   *     or Boolean
   * @throws IllegalArgumentException if the number of arguments or the type of one is wrong
   * @throws NullPointerException if an argument is null
   * @throws dev.tensorc.runtime.ShapeException if the arguments' shapes do not fit the program
   * @throws dev.tensorc.runtime.AllocationException if an array would be above the limit
   * @throws ArithmeticException if an integer is divided by zero
   */
  public Object invoke(@Nullable Object... args) {
    return invoker.invoke(Arguments.fit(this, args));
  }

  /**
   * Runs the function and writes its result to {@code out}, a tensor of the result's dtype and
   * shape; otherwise like {@link #invoke}.
   *
   * @throws IllegalArgumentException also if the result is a scalar, or {@code out} has another
   *     dtype
   */
  public void invokeInto(Tensor out, @Nullable Object... args) {
    if (result.isScalar()) {
      throw new IllegalArgumentException(name + " gives a scalar: call invoke");
    }
    Arguments.requireTensor("out", result, out);
    invoker.invokeInto(out, Arguments.fit(this, args));
  }

  @Override
  public String toString() {
    return signature();
  }
}
