package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.sections.Call;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * One program in one of the ways in which it can run, beside the interpreter: where there are very
 * many programs, a way drawn for each finds the same faults as all ways of fewer programs, sooner.
 */
public final class DrawnEngine {

  private final CompiledProgram reference;
  private final CompiledProgram compiled;
  private final boolean inNative;
  private final boolean split;
  private final List<UnaryOperator<Tensor>> layout;
  private final String name;

  /**
   * @param random draws vector or scalar code; versions in any order, their fallback alone, or no
   *     fusion; arrays or native memory; one thread or several; and how outputs are laid out
   * @throws dev.tensorc.frontend.CompilationException if the program is too large for class files
   */
  public DrawnEngine(Analysed program, Random random) {
    EngineMode mode = random.nextInt(3) == 0 ? EngineMode.SCALAR : EngineMode.VECTOR;
    Options options =
        switch (random.nextInt(4)) {
          case 0 -> Options.DEFAULT.withVersions(0);
          case 1 -> Options.DEFAULT.withFusion(false);
          default -> Options.DEFAULT;
        };
    this.inNative = random.nextBoolean();
    this.split = random.nextInt(3) == 0;
    int out = random.nextInt(CallChecks.LAYOUTS.size());
    this.layout = List.of(CallChecks.LAYOUTS.get(out));
    this.name =
        "%s, versions %d, fusion %b, native %b, split %b, output %d"
            .formatted(mode, options.versions(), options.fusion(), inNative, split, out);
    this.reference = program.interpreted(options);
    Analysed.Compiled classes = program.compiledInAnyOrder(options, random);
    ClassChecks.verify(classes.classFiles());
    this.compiled = classes.in(mode);
  }

  /** The interpreter's result: a value, or an exception's class and message. */
  public Object expected(String function, Object... args) {
    return Engines.run(Call.find(reference, function), args);
  }

  /** Fails where compiled code gives another result than the expected one. */
  public void expect(Object expected, String function, Object... args) {
    Function f = Call.find(compiled, function);
    Object[] placed = inNative ? Engines.inNative(args) : args;
    Object[] before = Engines.inNative(args);
    if (split) {
      Engines.SPLIT.during(
          () -> {
            CallChecks.hold(name, f, expected, 0, layout, placed);
            return null;
          });
    } else {
      CallChecks.hold(name, f, expected, 0, layout, placed);
    }
    assertThat(placed).as("arguments of " + function).isEqualTo(before);
  }
}
