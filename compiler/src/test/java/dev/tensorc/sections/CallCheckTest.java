package dev.tensorc.sections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Invoker;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Partition;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Reduction;
import dev.tensorc.runtime.Signature;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Engines that give different things, as no engine of a program should. */
class CallCheckTest {

  private static final Map<EngineMode, Program> NEIGHBOURS =
      Map.of(
          EngineMode.INTERPRETER, program(() -> 1.0),
          EngineMode.SCALAR, program(() -> Math.nextUp(1.0)));

  /** A program whose function {@code f()} gives a number. */
  private static Program program(DoubleSupplier f) {
    var result = new Parameter("", "f64", ElementType.F64, 0);
    var invoker =
        new Invoker() {
          @Override
          public List<Object> invoke(Object[] args) {
            return List.of(f.getAsDouble());
          }

          @Override
          public void invokeInto(List<Tensor> outs, Object[] args) {
            throw new UnsupportedOperationException();
          }
        };
    var signature =
        new Signature(
            "f",
            List.of(),
            "",
            List.of(),
            List.of(result),
            new Partition(0, List.of(), "none"),
            new Reduction(List.of(), List.of(), "none"));
    return new Program("x.tc", List.of(new Function(signature, invoker))) {};
  }

  private static Program throwing(String message) {
    return program(
        () -> {
          throw new TensorException(message);
        });
  }

  private static CallCheck check(String text, Map<EngineMode, Program> programs) {
    Section section = Section.of(text).getFirst();
    var inOrder = new LinkedHashMap<EngineMode, Program>();
    for (EngineMode engine : EngineMode.values()) {
      Optional.ofNullable(programs.get(engine)).ifPresent(p -> inOrder.put(engine, p));
    }
    return new CallCheck(section, section.place(new SourceText("x.tc", text)), inOrder);
  }

  @Test
  void anEngineThatIsWrongIsNamed() {
    Diagnostic failure = check("#> run f()\n1\n", NEIGHBOURS).gives().orElseThrow();
    assertThat(failure.found()).isEqualTo("1.0000000000000002:f64 (scalar)");
    assertThat(failure.expected()).isEqualTo("1.0:f64");
    assertThat(failure.hint()).contains("a bug in tensorc");
  }

  @Test
  void eachEngineMayBeOffInItsOwnWay() {
    assertThat(check("#> run f()\n1 ~ulp 1\n", NEIGHBOURS).gives()).isEmpty();
    assertThat(check("#> run f()\n1.0000000000000004 ~ulp 1\n", NEIGHBOURS).gives().orElseThrow())
        .extracting(Diagnostic::found)
        .isEqualTo("1.0:f64 (interpreter)");
    Diagnostic both = check("#> run f()\n2 ~ulp 1\n", NEIGHBOURS).gives().orElseThrow();
    assertThat(both.found()).isEqualTo("1.0000000000000002:f64 (scalar)\n1.0:f64 (interpreter)");
    assertThat(both.hint()).isEmpty();
  }

  @Test
  void allEnginesThrowTheSame() {
    String text = "#> error f()\nTensorException: no\n";
    Program no = throwing("no");
    assertThat(check(text, Map.of(EngineMode.SCALAR, no, EngineMode.VECTOR, no)).fails()).isEmpty();
    Diagnostic other =
        check(text, Map.of(EngineMode.SCALAR, no, EngineMode.VECTOR, throwing("not this")))
            .fails()
            .orElseThrow();
    assertThat(other.found().lines())
        .containsExactlyInAnyOrder(
            "TensorException: no (scalar)", "TensorException: not this (vector)");
    assertThat(other.hint()).contains("a bug in tensorc");
    Diagnostic value =
        check(text, Map.of(EngineMode.SCALAR, no, EngineMode.VECTOR, program(() -> 1)))
            .fails()
            .orElseThrow();
    assertThat(value.title()).isEqualTo("`f` gives a value, and throws nothing");
  }
}
