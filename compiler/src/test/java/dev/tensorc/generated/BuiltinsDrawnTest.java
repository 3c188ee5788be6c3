package dev.tensorc.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ir.Builtin;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every function of the table stands in generated programs, so that a new one is tried in every
 * engine. Element-wise functions and reductions are drawn by their row of the table alone; another
 * one needs a {@link Feature} that knows its arguments and what shape it gives.
 */
class BuiltinsDrawnTest {

  /** What no program has, and why. */
  private static final Map<Builtin, String> UNDRAWN = Map.of();

  /** Far more than the rarest function needs. */
  private static final int PROGRAMS = 10_000;

  @Test
  void programsHaveEveryFunctionOfTheTable() {
    Set<Builtin> missing = EnumSet.allOf(Builtin.class);
    missing.removeAll(UNDRAWN.keySet());
    for (int seed = 0; seed < PROGRAMS && !missing.isEmpty(); seed++) {
      String source = ProgramGenerator.generate(seed).source();
      missing.removeIf(b -> calls(source, b));
    }
    assertThat(missing).as("functions that no program calls").isEmpty();
  }

  @Test
  void whatIsListedAsUndrawnIsNotDrawn() {
    String all =
        Stream.iterate(0, seed -> seed + 1)
            .limit(UNDRAWN.isEmpty() ? 0 : PROGRAMS / 10)
            .map(seed -> ProgramGenerator.generate(seed).source())
            .collect(Collectors.joining("\n"));
    assertThat(UNDRAWN.keySet()).noneMatch(b -> calls(all, b));
  }

  private static boolean calls(String source, Builtin b) {
    String call = b.label() + "(";
    for (int at = source.indexOf(call); at >= 0; at = source.indexOf(call, at + 1)) {
      if (at == 0 || !Character.isJavaIdentifierPart(source.charAt(at - 1))) {
        return true;
      }
    }
    return false;
  }
}
