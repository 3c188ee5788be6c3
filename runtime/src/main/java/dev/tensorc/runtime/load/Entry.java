package dev.tensorc.runtime.load;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A method that an interface may be bound to.
 *
 * @param parameters the names of its parameters
 * @param results its several results; empty where it has one
 */
public record Entry(
    String name,
    List<String> parameters,
    MethodType type,
    MethodHandle handle,
    List<Component> results) {

  /**
   * One of several results.
   *
   * @param reader takes the method's result
   */
  public record Component(String name, Class<?> type, MethodHandle reader) {}

  /** As an interface declares it: {@code FloatTensor scale(FloatTensor x, float s);}. */
  String declaration() {
    return IntStream.range(0, parameters.size())
        .mapToObj(i -> JavaNames.of(type.parameterType(i)) + " " + parameters.get(i))
        .collect(Collectors.joining(", ", returned() + " " + name + "(", ");"));
  }

  private String returned() {
    return results.isEmpty() ? JavaNames.of(type.returnType()) : resultRecord();
  }

  private String resultRecord() {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Result";
  }

  /** The declaration that has to stand beside it, if any: a record of the results. */
  String helper() {
    return results.isEmpty()
        ? ""
        : results.stream()
            .map(r -> JavaNames.of(r.type()) + " " + r.name())
            .collect(Collectors.joining(", ", "record " + resultRecord() + "(", ") {}"));
  }
}
