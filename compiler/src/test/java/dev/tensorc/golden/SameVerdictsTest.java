package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.Broadcast;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.Broadcasting;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Shape;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compiled code and the library for hand-written Java say the same of the same shapes. */
class SameVerdictsTest {

  private interface Joiner {
    Broadcast join(Shape a, Shape b);
  }

  private enum Rules {
    NUMPY("numpy", "+", Broadcasting::numpy),
    NUMPY_EQUAL_RANKS("numpy, rank=off", "+", Broadcasting::numpyEqualRanks),
    STRICT("strict", "+", Broadcasting::strict),
    STRICT_EQUAL_RANKS("strict, rank=off", "+", Broadcasting::strictEqualRanks),
    XLA("xla", "+", Broadcasting::xla),
    TML("tml", "+", Broadcasting::tml),
    TML_RELATIONAL("tml", "<", Broadcasting::tmlRelational);

    private final String discipline;
    private final String operator;
    private final Joiner joiner;

    Rules(String discipline, String operator, Joiner joiner) {
      this.discipline = discipline;
      this.operator = operator;
      this.joiner = joiner;
    }

    private boolean lifts() {
      return this == NUMPY || this == STRICT || this == TML;
    }

    private String program(String left, String right) {
      return "@broadcasting(%s) export fn f(a: f32%s, b: f32%s) -> %s%s { return a %s b }"
          .formatted(
              discipline,
              left,
              right,
              operator.equals("<") ? "bool" : "f32",
              left.length() >= right.length() ? left : right,
              operator);
    }
  }

  private static final List<String> TYPES = List.of("[?]", "[?, ?]");
  private static final long[] SIZES = {0, 1, 2, 3};

  @ParameterizedTest
  @EnumSource
  void d17_theLibrarySaysWhatCompiledCodeSays(Rules rules) {
    for (String left : TYPES) {
      for (String right : TYPES) {
        if (left.equals(right) || rules.lifts()) {
          Engines engines = Engines.of(rules.program(left, right));
          shapes(left).forEach(a -> shapes(right).forEach(b -> compare(engines, rules, a, b)));
        }
      }
    }
  }

  private static Stream<long[]> shapes(String type) {
    Stream<long[]> vectors = Arrays.stream(SIZES).mapToObj(n -> new long[] {n});
    return type.equals("[?]")
        ? vectors
        : vectors.flatMap(v -> Arrays.stream(SIZES).mapToObj(m -> new long[] {v[0], m}));
  }

  private static void compare(Engines engines, Rules rules, long[] a, long[] b) {
    Object[] arguments = {FloatTensor.zeros(a), FloatTensor.zeros(b)};
    String verdict;
    try {
      Broadcast join = rules.joiner.join(Shape.of(a).named("a"), Shape.of(b).named("b"));
      verdict = Arrays.toString(join.shape());
    } catch (BroadcastException e) {
      verdict = message(e.getMessage());
    }
    Object result = Engines.run(engines.reference("f"), arguments);
    String compiled =
        result instanceof Tensor t
            ? Arrays.toString(t.shape())
            : message(engines.agreeOnFailure("f", arguments));
    assertThat(compiled).as(rules + Engines.describe("", "f", arguments)).isEqualTo(verdict);
    if (!compiled.startsWith("\n")) {
      engines.agree("f", arguments);
    }
  }

  /** What follows the place, without the declared types, which only programs have. */
  private static String message(String text) {
    return text.substring(text.indexOf('\n')).replaceAll(" +declared \\S+( \\?\\])?", "");
  }
}
