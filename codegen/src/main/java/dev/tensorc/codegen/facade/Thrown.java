package dev.tensorc.codegen.facade;

import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The exceptions that a method may throw, for its documentation. */
final class Thrown {

  /**
   * @param type simple name of a class of the runtime or of {@code java.lang}
   * @param when half a sentence
   */
  record Throw(String type, String when) {}

  private Thrown() {}

  static List<Throw> by(Entry e) {
    TensorIr.Function f = e.function();
    boolean arrays = e.all().stream().anyMatch(p -> !(p.type() instanceof JavaType.Scalar));
    boolean tensors = e.all().stream().anyMatch(p -> p.type() instanceof JavaType.TensorOf);
    var all = new ArrayList<Throw>();
    if (arrays) {
      all.add(new Throw("NullPointerException", "if an argument is null"));
    }
    boolean checked = !f.entryChecks().isEmpty() || has(f.body(), TensorIr.Check.class::isInstance);
    if (tensors || checked) {
      all.add(
          new Throw(
              "ShapeException",
              "if the sizes are not those that the types and the program ask for"));
    }
    boolean joins =
        f.entryChecks().stream().anyMatch(TensorIr.JoinCheck.class::isInstance)
            || has(f.body(), TensorIr.JoinCheck.class::isInstance);
    if (joins) {
      all.add(new Throw("BroadcastException", "if shapes do not broadcast"));
    }
    if (e.isInto()) {
      all.add(
          new Throw(
              "ShapeException",
              "if an output has not the shape of the result, shares memory with an argument or"
                  + " another output, has several elements in one place or cannot be written;"
                  + " nothing is written then"));
    }
    if (tensors) {
      all.add(
          new Throw(
              "TensorException",
              "if the memory of an argument has been freed, or belongs to another thread"));
    }
    if (arrays) {
      all.add(
          new Throw(
              "ArgumentChangedException",
              "if an argument or output is changed while the method runs: its arena is closed, its"
                  + " file becomes shorter, or values change that say where to read"
                  + (e.isInto() ? "; outputs may be half written then" : "")));
    }
    if (has(f.body(), Thrown::mayDivideByZero)) {
      all.add(
          new Throw(
              "ArithmeticException",
              "if an integer is divided by zero, or has a negative exponent or shift"));
    }
    if (has(f.body(), s -> s instanceof TensorIr.Pure p && !p.result().isScalar())) {
      all.add(new Throw("AllocationException", "if an array would be above the limit"));
    }
    return all;
  }

  private static boolean mayDivideByZero(TensorIr.Step s) {
    return s instanceof TensorIr.Map m
        && m.result().dtype().isInt()
        && m.builtin().throwsOfIntegers();
  }

  private static boolean has(TensorIr.Block block, Predicate<TensorIr.Step> property) {
    return block.steps().stream()
        .anyMatch(
            s ->
                property.test(s)
                    || (s instanceof TensorIr.Instr i
                        && i.blocks().stream().anyMatch(b -> has(b, property))));
  }
}
