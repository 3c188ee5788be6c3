package dev.tensorc.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A method that an interface may be bound to.
 *
 * @param parameters the names of its parameters
 * @param results what its several results are; empty where it has one
 */
record Entry(
    String name,
    List<String> parameters,
    MethodType type,
    MethodHandle handle,
    List<Component> results) {

  /**
   * One of several results.
   *
   * @param reader takes what the method returns
   */
  record Component(String name, Class<?> type, MethodHandle reader) {}

  /**
   * The methods of a generated class that are exported functions.
   *
   * @throws IllegalArgumentException if they cannot be called from here
   */
  static List<Entry> of(ProgramClass program, OptionalLong allocationLimit) {
    var entries = new ArrayList<Entry>();
    for (Method method : program.methods()) {
      try {
        Entry entry = of(method, program.handle(method));
        entries.add(
            allocationLimit.isPresent() ? entry.limited(allocationLimit.getAsLong()) : entry);
      } catch (IllegalAccessException e) {
        throw new IllegalArgumentException(
            program.type().getName() + " cannot be called: its module does not export its package",
            e);
      }
    }
    return entries;
  }

  private static Entry of(Method method, MethodHandle handle) throws IllegalAccessException {
    var results = new ArrayList<Component>();
    if (method.getReturnType().isRecord()) {
      for (var c : method.getReturnType().getRecordComponents()) {
        MethodHandle reader = MethodHandles.publicLookup().unreflect(c.getAccessor());
        results.add(new Component(c.getName(), c.getType(), reader));
      }
    }
    List<String> names =
        Arrays.stream(method.getParameters()).map(java.lang.reflect.Parameter::getName).toList();
    return new Entry(method.getName(), names, handle.type(), handle, results);
  }

  private Entry limited(long bytes) {
    MethodHandle spread =
        handle.asSpreader(Object[].class, type.parameterCount()).asType(EntryCalls.OF_ARRAY);
    MethodHandle limited =
        MethodHandles.insertArguments(EntryCalls.LIMITED, 0, bytes, spread)
            .asCollector(Object[].class, type.parameterCount())
            .asType(type);
    return new Entry(name, parameters, type, limited, results);
  }

  /** The methods that generated classes have of such functions at least. */
  static List<Entry> of(List<Function> functions) {
    var entries = new ArrayList<Entry>();
    for (Function f : functions) {
      List<Class<?>> outs = f.results().stream().<Class<?>>map(JavaTypes::of).toList();
      List<Class<?>> types = f.parameters().stream().<Class<?>>map(JavaTypes::of).toList();
      List<String> names = f.parameters().stream().map(Parameter::name).toList();
      boolean one = outs.size() == 1;
      var type = MethodType.methodType(one ? outs.getFirst() : List.class, types);
      entries.add(
          new Entry(
              f.name(),
              names,
              type,
              EntryCalls.INVOKE.bindTo(f).asCollector(Object[].class, types.size()).asType(type),
              one ? List.of() : components(f)));
      if (f.results().stream().noneMatch(Parameter::isScalar)) {
        var all = new ArrayList<Class<?>>(outs);
        all.addAll(types);
        var allNames = new ArrayList<String>();
        f.results().forEach(r -> allNames.add(one ? "out" : r.name()));
        allNames.addAll(names);
        var intoType = MethodType.methodType(void.class, all);
        MethodHandle handle =
            MethodHandles.insertArguments(EntryCalls.INVOKE_INTO, 0, f)
                .asCollector(Object[].class, all.size())
                .asType(intoType);
        entries.add(new Entry(f.name() + "Into", allNames, intoType, handle, List.of()));
      }
    }
    return entries;
  }

  private static List<Component> components(Function f) {
    return IntStream.range(0, f.results().size())
        .mapToObj(
            i -> {
              Parameter r = f.results().get(i);
              MethodHandle reader =
                  MethodHandles.insertArguments(EntryCalls.GET, 1, i)
                      .asType(MethodType.methodType(JavaTypes.of(r), List.class));
              return new Component(r.name(), JavaTypes.of(r), reader);
            })
        .toList();
  }

  /** As an interface declares it: {@code FloatTensor scale(FloatTensor x, float s);}. */
  String declaration() {
    return IntStream.range(0, parameters.size())
        .mapToObj(i -> JavaTypes.name(type.parameterType(i)) + " " + parameters.get(i))
        .collect(Collectors.joining(", ", returned() + " " + name + "(", ");"));
  }

  private String returned() {
    return results.isEmpty() ? JavaTypes.name(type.returnType()) : resultRecord();
  }

  private String resultRecord() {
    return name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1) + "Result";
  }

  /** What has to be declared beside it, if anything: a record of the results. */
  String helper() {
    return results.isEmpty()
        ? ""
        : results.stream()
            .map(r -> JavaTypes.name(r.type()) + " " + r.name())
            .collect(Collectors.joining(", ", "record " + resultRecord() + "(", ") {}"));
  }
}
