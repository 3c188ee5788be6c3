package dev.tensorc.maven;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of fields between tabs; in a field, tabs, line ends and backslashes are as in Java. */
final class Fields {

  private Fields() {}

  static String join(String... fields) {
    return Stream.of(fields)
        .map(field -> field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n"))
        .collect(Collectors.joining("\t"));
  }

  static String[] split(String line) {
    return Arrays.stream(line.split("\t", -1)).map(String::translateEscapes).toArray(String[]::new);
  }
}
