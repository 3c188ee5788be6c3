package dev.tensorc.sections;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The expected results of a call.
 *
 * @param results by name; the name of the only one may be empty
 * @param ulp how many representable numbers floats may lie apart
 */
public record Expected(Map<String, Value> results, long ulp) {

  private static final String ULP = "~ulp";

  /**
   * Reads {@code [1, 2]:f32}, {@code (lo=1:f32, hi=[2, 3]:f32)} or one of these with {@code ~ulp N}
   * behind it.
   *
   * @throws SectionException if it is none of these
   */
  public static Expected read(String text) {
    int at = text.indexOf(ULP);
    return at < 0
        ? new Expected(ValueReader.readResults(text), 0)
        : new Expected(
            ValueReader.readResults(text.substring(0, at)),
            distance(text.substring(at + ULP.length()).strip()));
  }

  private static long distance(String word) {
    if (!word.matches("\\d{1,9}")) {
      throw new SectionException("`" + ULP + " " + word + "` is no distance: write `~ulp 1`");
    }
    return Long.parseLong(word);
  }

  /**
   * The results as {@link Function#invoke} gives them; those without a dtype have the declared one.
   *
   * @throws SectionException if they are not as the function declares them
   */
  public Object of(Function f) {
    List<Parameter> declared = f.results();
    List<String> names = declared.stream().map(Parameter::name).toList();
    if (declared.size() == 1 ? results.size() != 1 : !List.copyOf(results.keySet()).equals(names)) {
      throw new SectionException(
          declared.size() == 1
              ? f.signature() + " gives one value"
              : "%s gives %d values: write (%s)"
                  .formatted(f.signature(), names.size(), String.join("=..., ", names) + "=..."));
    }
    var values = new ArrayList<Object>();
    for (Value value : results.values()) {
      Parameter p = declared.get(values.size());
      values.add(value.of(p, declared.size() == 1 ? "the result" : "`" + p.name() + "`"));
    }
    return declared.size() == 1 ? values.getFirst() : List.copyOf(values);
  }
}
