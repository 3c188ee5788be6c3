package dev.tensorc.runtime;

import dev.tensorc.runtime.load.Entry;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The methods of a program that an interface may be bound to. */
final class Entries {

  private Entries() {}

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
            allocationLimit.isPresent() ? limited(entry, allocationLimit.getAsLong()) : entry);
      } catch (IllegalAccessException e) {
        throw new IllegalArgumentException(
            program.type().getName() + " cannot be called: its module does not export its package",
            e);
      }
    }
    return entries;
  }

  private static Entry of(Method method, MethodHandle handle) throws IllegalAccessException {
    var results = new ArrayList<Entry.Component>();
    if (method.getReturnType().isRecord()) {
      for (var c : method.getReturnType().getRecordComponents()) {
        MethodHandle reader = MethodHandles.publicLookup().unreflect(c.getAccessor());
        results.add(new Entry.Component(c.getName(), c.getType(), reader));
      }
    }
    List<String> names =
        Arrays.stream(method.getParameters()).map(java.lang.reflect.Parameter::getName).toList();
    return new Entry(method.getName(), names, handle.type(), handle, results);
  }

  private static Entry limited(Entry entry, long bytes) {
    MethodType type = entry.type();
    MethodHandle spread =
        entry
            .handle()
            .asSpreader(Object[].class, type.parameterCount())
            .asType(EntryCalls.OF_ARRAY);
    MethodHandle limited =
        MethodHandles.insertArguments(EntryCalls.LIMITED, 0, bytes, spread)
            .asCollector(Object[].class, type.parameterCount())
            .asType(type);
    return new Entry(entry.name(), entry.parameters(), type, limited, entry.results());
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

  private static List<Entry.Component> components(Function f) {
    return IntStream.range(0, f.results().size())
        .mapToObj(
            i -> {
              Parameter r = f.results().get(i);
              MethodHandle reader =
                  MethodHandles.insertArguments(EntryCalls.GET, 1, i)
                      .asType(MethodType.methodType(JavaTypes.of(r), List.class));
              return new Entry.Component(r.name(), JavaTypes.of(r), reader);
            })
        .toList();
  }
}
