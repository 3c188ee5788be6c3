package dev.tensorc.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.OnBigStack;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.sections.Value;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rows of {@code special_cases.txt} in every engine: each combination of the values that a row
 * names, so often that vector code has whole vectors of it and a tail.
 */
@ExtendWith(OnBigStack.class)
class SpecialCasesTest {

  /** Not a multiple of a number of lanes. */
  private static final int TIMES = 37;

  private static final Pattern ROW = Pattern.compile("(?:(.+): )?(\\w+)\\((.*)\\) = (.+)");
  private static final Pattern ARGUMENT = Pattern.compile("\\{([^}]*)}|([^,{}]+)");

  private static final Map<String, List<String>> SETS =
      Map.of(
          "zero", List.of("0.0", "-0.0"),
          "infs", List.of("inf", "-inf"),
          "pos", List.of("1e-30", "0.25", "3e30"),
          "neg", List.of("-1e-30", "-0.25", "-3e30"));

  private static final Map<String, Double> ANGLES =
      Map.of("pi", Math.PI, "pi/2", Math.PI / 2, "pi/4", Math.PI / 4, "3pi/4", 0.75 * Math.PI);

  /**
   * @param result one value, or one for each combination of the arguments
   */
  private record Row(List<String> dtypes, String function, List<List<String>> args, String result) {

    static Row of(String text) {
      Matcher m = ROW.matcher(text);
      assertThat(m.matches()).as(text).isTrue();
      List<String> dtypes = m.group(1) == null ? List.of("f64", "f32") : words(m.group(1), " ");
      List<List<String>> args =
          ARGUMENT
              .matcher(m.group(3).replace(", ", ","))
              .results()
              .map(a -> values(Optional.ofNullable(a.group(1)).orElse(a.group(2))))
              .toList();
      return new Row(dtypes, m.group(2), args, m.group(4));
    }

    /** All combinations, the last argument changing first. */
    List<List<String>> points() {
      List<List<String>> points = List.of(List.of());
      for (List<String> values : args) {
        points =
            points.stream()
                .flatMap(
                    p -> values.stream().map(v -> Stream.concat(p.stream(), Stream.of(v)).toList()))
                .toList();
      }
      return points;
    }

    List<String> results() {
      if (result.startsWith("{")) {
        return values(result.substring(1, result.length() - 1));
      }
      Double angle = ANGLES.get(result.replaceFirst("^-", ""));
      return List.of(angle == null ? result : (result.startsWith("-") ? "-" : "") + angle);
    }

    /** Angles may be off by one unit in the last place. */
    long units() {
      return result.contains("pi") ? 1 : 0;
    }
  }

  private static List<String> words(String text, String separator) {
    return Arrays.stream(text.split(separator)).map(String::strip).toList();
  }

  private static List<String> values(String text) {
    return words(text, ",").stream().flatMap(SpecialCasesTest::value).toList();
  }

  private static Stream<String> value(String word) {
    return switch (word) {
      case "finite" -> Stream.of("zero", "pos", "neg").flatMap(SpecialCasesTest::value);
      case "num" -> Stream.of("finite", "infs").flatMap(SpecialCasesTest::value);
      case "any" -> Stream.of("num", "nan").flatMap(SpecialCasesTest::value);
      default -> SETS.getOrDefault(word, List.of(word)).stream();
    };
  }

  private static List<Row> rows() throws IOException {
    try (InputStream in = SpecialCasesTest.class.getResourceAsStream("special_cases.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).map(Row::of).toList();
    }
  }

  @Test
  void everyElementWiseFunctionHasRows() throws IOException {
    List<String> functions =
        Arrays.stream(Builtin.values())
            .filter(b -> b.kind() == Builtin.Kind.ELEMENTWISE)
            .filter(b -> b.types() != Builtin.Types.SELECT && b.types() != Builtin.Types.CAST)
            .map(Builtin::label)
            .toList();
    assertThat(rows().stream().map(Row::function).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(functions);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"F16", "BF16"}) // they are computed in f32
  void hold(DType dtype) throws IOException {
    List<Row> rows = rows().stream().filter(r -> r.dtypes().contains(dtype.toString())).toList();
    List<String> functions = rows.stream().map(Row::function).distinct().toList();
    Engines engines = Engines.of(program(dtype, functions));
    for (Row row : rows) {
      List<List<String>> points = row.points();
      var args = new ArrayList<Object>();
      for (int k = 0; k < row.args().size(); k++) {
        int at = k;
        args.add(tensor(dtype, points.stream().map(p -> p.get(at)).toList()));
      }
      List<String> results = row.results();
      List<String> each =
          IntStream.range(0, points.size()).mapToObj(i -> results.get(i % results.size())).toList();
      assertThat(results.size()).as(row.toString()).isIn(1, points.size());
      engines.expectInEachStorage(
          tensor(result(row.function(), dtype), each),
          row.units(),
          "of_" + row.function(),
          args.toArray());
    }
  }

  private static Object tensor(DType dtype, List<String> values) {
    var all = new ArrayList<String>();
    for (int i = 0; i < TIMES; i++) {
      all.addAll(values);
    }
    return new Value(List.of((long) all.size()), all, Optional.of(dtype)).toArgument();
  }

  private static DType result(String function, DType dtype) {
    return switch (Builtin.named(function).orElseThrow().types()) {
      case COMPARE, EQUALITY, BOOL -> DType.BOOL;
      default -> dtype;
    };
  }

  private static String program(DType dtype, List<String> functions) {
    return functions.stream()
        .map(
            f -> {
              List<String> names =
                  Builtin.named(f).orElseThrow().params().stream()
                      .map(Builtin.Param::name)
                      .toList();
              return "export fn of_%s(%s) -> %s[n] { return %s(%s) }"
                  .formatted(
                      f,
                      names.stream()
                          .map(p -> p + ": " + dtype + "[n]")
                          .collect(Collectors.joining(", ")),
                      result(f, dtype),
                      f,
                      String.join(", ", names));
            })
        .collect(Collectors.joining("\n"));
  }
}
