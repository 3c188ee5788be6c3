package dev.tensorc.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ir.Builtin;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every function of the table stands in generated programs, and every optional parameter in calls,
 * so that a new one is tried in every engine. Element-wise functions and reductions are drawn by
 * their row of the table alone; another one needs a {@link Feature} that knows its arguments and
 * the shape of its result.
 */
class BuiltinsDrawnTest {

  /** The functions that no program has, and why. */
  private static final Map<Builtin, String> UNDRAWN = Map.of();

  /** Far more than the rarest function needs. */
  private static final int PROGRAMS = 10_000;

  private static final Pattern KEYWORD = Pattern.compile("\\s*(\\w+)=[^=]");

  @Test
  void programsHaveEveryFunctionOfTheTable() {
    Set<Builtin> missing = EnumSet.allOf(Builtin.class);
    missing.removeAll(UNDRAWN.keySet());
    for (int seed = 0; seed < PROGRAMS && !missing.isEmpty(); seed++) {
      String source = ProgramGenerator.generate(seed).source();
      missing.removeIf(b -> !calls(source, b).isEmpty());
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
    assertThat(UNDRAWN.keySet()).allMatch(b -> calls(all, b).isEmpty());
  }

  @Test
  void callsHaveEveryOptionalParameterOfTheTable() {
    var missing = new TreeSet<String>();
    for (Builtin b : Builtin.values()) {
      b.params().stream()
          .filter(Builtin.Param::optional)
          .forEach(p -> missing.add(b.label() + " " + p.name()));
    }
    for (int seed = 0; seed < PROGRAMS && !missing.isEmpty(); seed++) {
      String source = ProgramGenerator.generate(seed).source();
      for (Builtin b : Builtin.values()) {
        calls(source, b)
            .forEach(at -> given(b, source, at).forEach(p -> missing.remove(b.label() + " " + p)));
      }
    }
    assertThat(missing).as("optional parameters that no program gives").isEmpty();
  }

  /** Where the arguments of its calls begin. */
  private static List<Integer> calls(String source, Builtin b) {
    String call = b.label() + "(";
    var found = new ArrayList<Integer>();
    for (int at = source.indexOf(call); at >= 0; at = source.indexOf(call, at + 1)) {
      if (at == 0 || !Character.isJavaIdentifierPart(source.charAt(at - 1))) {
        found.add(at + call.length());
      }
    }
    return found;
  }

  /** The parameters for which a call has an argument, by place or by keyword. */
  private static Set<String> given(Builtin b, String source, int from) {
    var given = new HashSet<String>();
    int depth = 0;
    int places = 0;
    int begin = from;
    for (int at = from; depth >= 0; at++) {
      char c = source.charAt(at);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (depth < 0 || depth == 0 && c == ',') {
        Matcher keyword = KEYWORD.matcher(source.substring(begin, at));
        if (keyword.lookingAt()) {
          given.add(keyword.group(1));
        } else if (places < b.params().size()) {
          given.add(b.params().get(places++).name());
        }
        begin = at + 1;
      }
    }
    return given;
  }
}
