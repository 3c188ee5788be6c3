package dev.tensorc.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.onnx.fold.Operators;
import dev.tensorc.runtime.Function;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operator by values of NumPy: operators.txt has them, and operators.py writes it. Each case
 * is imported with sizes that are numbers and with sizes that are names, and runs in the
 * interpreter, which gives the results of all engines.
 */
class OperatorsTest {
  private static final List<OperatorCase> CASES = OperatorCase.read("operators.txt");

  @TempDir private Path folder;

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (OperatorCase each : CASES) {
      for (int opset : each.opsets()) {
        String name = "%s %d: %s".formatted(each.operator(), opset, each.title());
        all.add(Arguments.of(name, each, opset));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void givesWhatNumpyGives(String name, OperatorCase each, int opset) throws IOException {
    check(each, each.model(opset, false).text(folder));
    if (!each.isStatic()) {
      check(each, each.model(opset, true).text(folder));
    }
  }

  private static void check(OperatorCase each, String text) {
    Options interpreted = Options.DEFAULT.withEngine(EngineMode.INTERPRETER);
    Function forward = Tensorc.compile(text, interpreted).function("forward");
    Object result = forward.invoke(each.arguments());
    List<?> results = each.expected().size() == 1 ? List.of(result) : (List<?>) result;
    for (int i = 0; i < each.expected().size(); i++) {
      OperatorCase.requireEqual(results.get(i), each.expected().get(i));
    }
  }

  /** Shape and Constant give sizes and constants, which other nodes take: FoldingTest. */
  @Test
  void everyOperatorHasACase() {
    assertThat(CASES.stream().map(OperatorCase::operator).collect(Collectors.toSet()))
        .containsAll(
            Operators.names().stream()
                .filter(each -> !each.equals("Shape") && !each.equals("Constant"))
                .toList());
  }
}
