package dev.tensorc.benchmarks;

import java.util.Arrays;
import java.util.List;

/** Writes JSON. Numbers are their Java text. */
public final class Json {

  private Json() {}

  public static String string(String s) {
    return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  public static String array(List<String> elements) {
    return "[" + String.join(",\n", elements) + "]";
  }

  /**
   * A field of an object.
   *
   * @param value JSON
   */
  public record Field(String name, String value) {}

  public static Field field(String name, String value) {
    return new Field(name, value);
  }

  /** Fields in this order. */
  public static String object(Field... fields) {
    return "{"
        + String.join(
            ", ", Arrays.stream(fields).map(f -> string(f.name()) + ": " + f.value()).toList())
        + "}";
  }
}
