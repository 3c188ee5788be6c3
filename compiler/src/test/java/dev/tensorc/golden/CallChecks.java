package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.link.Checks;
import dev.tensorc.sections.Bits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** The rules for a call in one engine. */
final class CallChecks {

  /** Outputs to write into: tensors like a result, laid out in every way. */
  static final List<UnaryOperator<Tensor>> LAYOUTS =
      List.of(Views::blank, Views::spread, Views::mirrored);

  private CallChecks() {}

  /**
   * The call gives the expected result, in memory of its own that the next call leaves alone, and
   * writes the same elements into existing outputs, and nothing beside them.
   *
   * @param layouts of {@link #LAYOUTS} those to try
   */
  static void hold(
      String engine,
      Function f,
      Object expected,
      long ulp,
      List<UnaryOperator<Tensor>> layouts,
      Object... args) {
    Object result = Engines.run(f, args);
    assertThat(Bits.difference(expected, result, ulp))
        .as(() -> describe(engine, f.name(), args))
        .isEmpty();
    List<?> results = result instanceof List<?> several ? several : List.of(result);
    apart(results, args);
    if (results.stream().allMatch(Tensor.class::isInstance)) {
      into(engine, f, ulp, results.stream().map(Tensor.class::cast).toList(), layouts, args);
    }
    assertThat(Bits.difference(expected, result, ulp))
        .as(() -> "after the next call, " + describe(engine, f.name(), args))
        .isEmpty();
  }

  /** Results share no memory with arguments, nor with each other. */
  private static void apart(List<?> results, Object... args) {
    var others = new ArrayList<Object>(Arrays.asList(args));
    for (Object result : results) {
      if (result instanceof Tensor tensor) {
        assertThat(others)
            .as("memory of the result")
            .noneMatch(a -> a instanceof Tensor t && Checks.sharesMemory(tensor, t));
        others.add(tensor);
      }
    }
  }

  private static void into(
      String engine,
      Function f,
      long ulp,
      List<Tensor> results,
      List<UnaryOperator<Tensor>> layouts,
      Object... args) {
    boolean inNative = Arrays.stream(args).anyMatch(a -> a instanceof Tensor t && t.isNative());
    for (UnaryOperator<Tensor> layout : layouts) {
      List<Tensor> outs =
          results.stream().map(layout).map(t -> inNative ? Views.inNative(t) : t).toList();
      f.invokeInto(outs, args);
      assertThat(Bits.difference(results, outs, ulp))
          .as(() -> "Into, " + describe(engine, f.name(), args))
          .isEmpty();
      outs.forEach(Views::assertGapsUntouched);
    }
  }

  static String describe(String engine, String function, Object... args) {
    return engine + ": " + function + Arrays.stream(args).map(CallChecks::shape).toList();
  }

  private static String shape(Object arg) {
    if (!(arg instanceof Tensor t)) {
      return arg.toString();
    }
    String strides = t.isContiguous() ? "" : " strided";
    String memory = t.isNative() ? " native" : "";
    String elements = t.count() <= 8 ? " " + TensorBridge.elements(t) : "";
    return Arrays.toString(t.shape()) + strides + memory + elements;
  }
}
