package dev.tensorc.infer;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How long inference takes, as one function or many: it grows no faster than n log n. The times
 * that are printed are processor time; in a JVM of its own the first is that of a cold JVM.
 */
class InferenceSpeedTest {

  /** Ten lines; {@code $} is the number of each. */
  private static final String LINES =
      """
          let a$ = x * 2 + r
          let b$ = a$ - mean(a$, axis=1, keepdims=true)
          let c$ = exp(b$) * y[:, newaxis]
          let d$ = where(c$ > a$, c$, b$)
          let e$ = sum(d$[1:, :], axis=0)
          let f$: f32[m] = e$ + r
          if n > $ and max(x) > 0 { v = v * 2 } else { v = v - f$ }
          for i$ in 0:n { v += y[i$] }
          let g$ = sqrt(v) / (1 + v ** 2) + q * p
          v += sum(g$)
      """;

  private static final String HEAD =
      "(x: f32[n, m], y: f32[n], r: f32[m], p: f32[?], q: f32[?]) -> f32[?] {\n    var v = r\n";

  enum Form {
    ONE_FUNCTION {
      @Override
      String program(int lines) {
        return function("f", 0, lines / 10);
      }
    },
    MANY_FUNCTIONS {
      @Override
      String program(int lines) {
        return IntStream.range(0, lines / 20)
            .mapToObj(i -> function("f" + i + "_", 2 * i, 2 * i + 2))
            .collect(joining());
      }
    };

    abstract String program(int lines);

    private static String function(String name, int from, int to) {
      return "export fn "
          + name
          + HEAD
          + IntStream.range(from, to)
              .mapToObj(i -> LINES.replace("$", "_" + i).replace("n > _", "n > "))
              .collect(joining())
          + "    return v\n}\n";
    }
  }

  /** One of the two, which the day draws; both with {@code -Pfull}. */
  static List<Form> forms() {
    long seed = Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
    List<Form> all = List.of(Form.values());
    return Boolean.getBoolean("tensorc.full")
        ? all
        : List.of(all.get(Math.floorMod(seed, all.size())));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void growsNoFasterThanNLogN(Form form) {
    long first = nanos(form, 1_000);
    long thousand = Math.min(nanos(form, 1_000), nanos(form, 1_000));
    long tenThousand = nanos(form, 10_000);
    System.out.printf(
        "inference, %s: 1,000 lines %d ms (first: %d ms), 10,000 lines %d ms%n",
        form, thousand / 1_000_000, first / 1_000_000, tenThousand / 1_000_000);
    // n log n is 13 times as much; quadratic would be 100
    assertThat((double) tenThousand / thousand).isLessThan(35);
  }

  /** Processor time of all threads but the JIT's: inference has a thread of its own. */
  private static long nanos(Form form, int lines) {
    Ast.Program program = Parser.parse(new SourceText("speed.tc", form.program(lines))).orThrow();
    return dev.tensorc.frontend.BigStack.call(
        () -> {
          long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
          assertThat(Inference.infer(program).diagnostics()).isEmpty();
          return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        });
  }
}
