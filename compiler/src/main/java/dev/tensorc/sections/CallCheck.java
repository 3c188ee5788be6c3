package dev.tensorc.sections;

import static java.util.stream.Collectors.joining;

import dev.tensorc.EngineMode;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Makes the call of one section in each engine, and compares the result with the expected one. */
final class CallCheck {

  /** Characters of a value that a message shows. */
  private static final int SHOWN = 300;

  private static final String BUG = "engines differ, which is a bug in tensorc: please report it";

  private static final String BUG_OR_FASTMATH =
      "engines differ: in a @fastmath function `~ulp 2` behind the value allows it; elsewhere it is"
          + " a bug in tensorc, please report it";

  private final Section section;
  private final Span place;
  private final Map<EngineMode, ? extends Program> programs;
  private final Call call;
  private final Function function;

  /**
   * @throws SectionException if the section has no call of a function that is there
   */
  CallCheck(Section section, Span place, Map<EngineMode, ? extends Program> programs) {
    if (section.argument().isEmpty()) {
      throw new SectionException("a call is missing: write `#> run f(x=[1])`");
    }
    this.section = section;
    this.place = place;
    this.programs = programs;
    this.call = Call.read(section.call());
    this.function = find(programs.values().iterator().next());
  }

  private Function find(Program program) {
    return Call.find(program, call.function());
  }

  /**
   * A run section: why it does not hold.
   *
   * @throws SectionException if the section does not fit the function
   */
  Optional<Diagnostic> gives() {
    if (section.expected().isEmpty()) {
      throw new SectionException("an expected value is missing: write it in the lines below");
    }
    Expected read = Expected.read(section.expected());
    Object expected = read.of(function);
    Map<EngineMode, Object> results = results();
    var wrong = new LinkedHashMap<EngineMode, Object>();
    results.forEach(
        (engine, result) ->
            Bits.difference(expected, result, read.ulp())
                .ifPresent(_ -> wrong.put(engine, result)));
    if (wrong.isEmpty()) {
      return Optional.empty();
    }
    Object first = wrong.firstEntry().getValue();
    boolean thrown = first instanceof String;
    Diagnostic failure =
        Diagnostic.error("", place, name() + (thrown ? " throws" : " gives another value"))
            .found(found(wrong))
            .expected(text(expected));
    return Optional.of(
        (thrown || !hasTensors(expected)
                ? failure
                : failure.because(Bits.difference(expected, first, read.ulp()).orElseThrow()))
            .hint(wrong.size() == results.size() ? "" : BUG_OR_FASTMATH));
  }

  /**
   * An error section: why it does not hold.
   *
   * @throws SectionException if the section does not fit the function
   */
  Optional<Diagnostic> fails() {
    String expected = section.expected();
    Map<EngineMode, Object> results = results();
    boolean differ = results.values().stream().map(this::text).distinct().count() > 1;
    boolean thrown = results.values().stream().allMatch(String.class::isInstance);
    boolean holds =
        thrown
            && results.values().stream()
                .allMatch(r -> normal((String) r).contains(normal(expected)));
    if (holds && !differ) {
      return Optional.empty();
    }
    String title = thrown ? " throws another exception" : " gives a value, and throws nothing";
    return Optional.of(
        Diagnostic.error("", place, name() + title)
            .found(found(results))
            .expected(expected.isEmpty() ? "an exception" : expected)
            .hint(differ ? BUG : ""));
  }

  /** With one blank where there are several, or line ends. */
  static String normal(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private String name() {
    return "`" + call.function() + "`";
  }

  private Map<EngineMode, Object> results() {
    Object[] arguments = call.arguments(function);
    return section.limited(
        () -> {
          var results = new LinkedHashMap<EngineMode, Object>();
          programs.forEach(
              (engine, program) -> results.put(engine, Call.result(find(program), arguments)));
          return results;
        });
  }

  /** Each result once, with the engines that gave it. */
  private String found(Map<EngineMode, Object> results) {
    var engines = new LinkedHashMap<String, List<String>>();
    results.forEach(
        (engine, result) ->
            engines
                .computeIfAbsent(text(result), _ -> new ArrayList<>())
                .add(engine.name().toLowerCase(Locale.ROOT)));
    return engines.entrySet().stream()
        .map(e -> with(e.getKey(), String.join(", ", e.getValue())))
        .collect(joining("\n"));
  }

  private static String with(String result, String engines) {
    return result.contains("\n") ? engines + ":\n" + result : result + " (" + engines + ")";
  }

  private String text(Object result) {
    if (result instanceof String thrown) {
      return thrown;
    }
    List<Parameter> declared = function.results();
    String text =
        result instanceof List<?> several
            ? IntStream.range(0, several.size())
                .mapToObj(i -> declared.get(i).name() + "=" + text(several.get(i), declared.get(i)))
                .collect(joining(", ", "(", ")"))
            : text(result, declared.getFirst());
    return text.length() > SHOWN ? text.substring(0, SHOWN) + " ..." : text;
  }

  private static String text(Object value, Parameter declared) {
    return ValueText.of(value, declared.dtype().label());
  }

  private static boolean hasTensors(Object result) {
    return result instanceof Tensor
        || (result instanceof List<?> several
            && several.stream().anyMatch(Tensor.class::isInstance));
  }
}
