package dev.tensorc.runtime.load;

import static java.util.stream.Collectors.joining;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The target of an interface's method, or why it has none.
 *
 * @param handle of the method's own type
 * @param problem several lines
 */
record BoundMethod(Optional<MethodHandle> handle, Optional<String> problem) {

  static BoundMethod find(Method method, List<Entry> entries, MethodHandles.Lookup lookup) {
    return new Search(method, entries, lookup).find();
  }

  private record Search(Method method, List<Entry> entries, MethodHandles.Lookup lookup) {

    BoundMethod find() {
      List<Entry> named = entries.stream().filter(e -> e.name().equals(method.getName())).toList();
      if (named.isEmpty()) {
        String names = entries.stream().map(Entry::name).distinct().sorted().collect(joining(", "));
        return problem("the program exports no function " + method.getName(), "it has " + names);
      }
      Optional<Entry> fitting =
          named.stream()
              .filter(e -> e.type().parameterList().equals(List.of(method.getParameterTypes())))
              .findFirst();
      if (fitting.isEmpty()) {
        return problem(wrongParameter(nearest(named)), write(named));
      }
      Optional<String> order = wrongOrder(fitting.get());
      if (order.isPresent()) {
        return problem(order.get(), write(List.of(fitting.get())));
      }
      return returning(fitting.get());
    }

    private BoundMethod problem(String what, String advice) {
      String declared =
          IntStream.range(0, method.getParameterCount())
              .mapToObj(i -> JavaNames.of(method.getParameterTypes()[i]) + named(i))
              .collect(
                  joining(
                      ", ",
                      JavaNames.of(method.getReturnType()) + " " + method.getName() + "(",
                      ")"));
      return new BoundMethod(
          Optional.empty(), Optional.of("  %s\n    %s\n    %s".formatted(declared, what, advice)));
    }

    /** The name of a parameter, where the interface was compiled with {@code -parameters}. */
    private String named(int i) {
      var parameter = method.getParameters()[i];
      return parameter.isNamePresent() ? " " + parameter.getName() : "";
    }

    private static String write(List<Entry> entries) {
      Stream<String> lines =
          entries.stream()
              .sorted(Comparator.comparing(Entry::declaration))
              .flatMap(e -> Stream.of(e.declaration(), e.helper()))
              .filter(line -> !line.isEmpty());
      String indent = "\n      ";
      return lines.collect(
          joining(indent, entries.size() == 1 ? "write" + indent : "write one of" + indent, ""));
    }

    private Entry nearest(List<Entry> named) {
      return named.stream().max(Comparator.comparingInt(this::agreeing)).orElseThrow();
    }

    private int agreeing(Entry e) {
      Class<?>[] types = method.getParameterTypes();
      if (e.parameters().size() != types.length) {
        return -1;
      }
      return (int)
          IntStream.range(0, types.length)
              .filter(i -> e.type().parameterType(i) == types[i])
              .count();
    }

    private String wrongParameter(Entry e) {
      Class<?>[] types = method.getParameterTypes();
      int count = e.parameters().size();
      if (types.length != count) {
        return "%s takes %d parameters, not %d".formatted(e.name(), count, types.length);
      }
      int i = 0;
      while (e.type().parameterType(i) == types[i]) {
        i++;
      }
      return "parameter %d, %s, is %s"
          .formatted(i + 1, e.parameters().get(i), not(e.type().parameterType(i), types[i]));
    }

    private static String not(Class<?> right, Class<?> wrong) {
      return right.getName().equals(wrong.getName())
          ? "the %s of %s, not that of %s: both sides need one tensorc-runtime jar"
              .formatted(JavaNames.of(right), right.getClassLoader(), wrong.getClassLoader())
          : JavaNames.of(right) + ", not " + JavaNames.of(wrong);
    }

    /** Parameters of one type that have changed places would go unnoticed. */
    private Optional<String> wrongOrder(Entry e) {
      var parameters = method.getParameters();
      for (int i = 0; i < parameters.length; i++) {
        String name = parameters[i].getName();
        int place = e.parameters().indexOf(name);
        if (parameters[i].isNamePresent() && place >= 0 && place != i) {
          return Optional.of(
              "parameter %d is called %s, which is parameter %d of the function"
                  .formatted(i + 1, name, place + 1));
        }
      }
      return Optional.empty();
    }

    private BoundMethod returning(Entry e) {
      Class<?> wanted = method.getReturnType();
      Class<?> given = e.type().returnType();
      if (wanted == given || !given.isPrimitive() && wanted.isAssignableFrom(given)) {
        return bound(e.handle());
      }
      if (wanted.isRecord() && !e.results().isEmpty()) {
        return ownRecord(e, wanted);
      }
      return problem(
          "it returns "
              + (e.results().isEmpty()
                  ? not(given, wanted)
                  : "several results, not " + JavaNames.of(wanted)),
          write(List.of(e)));
    }

    private BoundMethod bound(MethodHandle handle) {
      var type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
      return new BoundMethod(Optional.of(handle.asType(type)), Optional.empty());
    }

    /** The results, as a record of the caller's. */
    private BoundMethod ownRecord(Entry e, Class<?> record) {
      RecordComponent[] components = record.getRecordComponents();
      List<String> names = Arrays.stream(components).map(RecordComponent::getName).toList();
      List<Class<?>> types =
          Arrays.stream(components).<Class<?>>map(RecordComponent::getType).toList();
      if (!names.equals(e.results().stream().map(Entry.Component::name).toList())
          || !types.equals(e.results().stream().map(Entry.Component::type).toList())) {
        return problem(
            "the components of " + JavaNames.of(record) + " are not its results",
            write(List.of(e)));
      }
      try {
        Constructor<?> constructor = record.getDeclaredConstructor(types.toArray(Class[]::new));
        MethodHandle make = lookup.unreflectConstructor(constructor);
        MethodHandle[] readers =
            e.results().stream().map(Entry.Component::reader).toArray(MethodHandle[]::new);
        Class<?> given = e.type().returnType();
        MethodHandle convert =
            MethodHandles.permuteArguments(
                MethodHandles.filterArguments(make, 0, readers),
                MethodType.methodType(record, given),
                new int[readers.length]);
        return bound(MethodHandles.filterReturnValue(e.handle(), convert));
      } catch (NoSuchMethodException | IllegalAccessException x) {
        return problem(
            "the constructor of " + JavaNames.of(record) + " cannot be called from here",
            "make the record public, or pass MethodHandles.lookup() of its package to as");
      }
    }
  }
}
