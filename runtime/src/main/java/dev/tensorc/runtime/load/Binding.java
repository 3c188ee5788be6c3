package dev.tensorc.runtime.load;

import static java.util.stream.Collectors.joining;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * An interface whose abstract methods call entries of a program.
 *
 * @param methods its abstract methods
 * @param source the program, for messages
 */
public record Binding<T>(Class<T> type, List<Method> methods, String source, List<Entry> entries) {

  /**
   * @throws IllegalArgumentException if it is no interface that a class may implement
   */
  public static <T> Binding<T> of(Class<T> type, String source, List<Entry> entries) {
    if (!type.isInterface() || type.isAnnotation()) {
      throw new IllegalArgumentException(
          type.getName() + " is not an interface: programs are bound to interfaces");
    }
    if (type.isSealed() || type.isHidden()) {
      throw new IllegalArgumentException(
          type.getName() + " allows no further implementation: it is sealed or hidden");
    }
    List<Method> methods =
        Arrays.stream(type.getMethods())
            .filter(m -> Modifier.isAbstract(m.getModifiers()) && !isOfObject(m))
            .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
            .toList();
    return new Binding<>(type, methods, source, entries);
  }

  /** Whether the method is a method that every object has, which interfaces may repeat. */
  private static boolean isOfObject(Method m) {
    return switch (m.getName()) {
      case "equals" -> Arrays.equals(m.getParameterTypes(), new Class<?>[] {Object.class});
      case "hashCode", "toString" -> m.getParameterCount() == 0;
      default -> false;
    };
  }

  /** An instance whose class is in a class loader of its own, below the interface's. */
  public T inLoaderOfItsOwn() {
    requireVisible();
    List<MethodHandle> handles = handles(MethodHandles.publicLookup());
    return type.cast(BoundClass.make(BoundClass.lookupBelow(type), type, methods, handles));
  }

  private void requireVisible() {
    String inside = "as(" + JavaNames.of(type) + ".class, MethodHandles.lookup())";
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new IllegalArgumentException(
          "%s is not public: make it public, or call %s from its package"
              .formatted(type.getName(), inside));
    }
    if (!type.getModule().isExported(type.getPackageName())) {
      throw new IllegalArgumentException(
          "module %s does not export the package of %s: export it, or call %s from the package"
              .formatted(type.getModule().getName(), type.getName(), inside));
    }
  }

  /** An instance whose class is in the package of a lookup. */
  public T in(MethodHandles.Lookup lookup) {
    if (!lookup.hasFullPrivilegeAccess()
        || !lookup.lookupClass().getPackageName().equals(type.getPackageName())
        || lookup.lookupClass().getClassLoader() != type.getClassLoader()) {
      throw new IllegalArgumentException(
          "%s cannot implement %s: call MethodHandles.lookup() in a class of package %s"
              .formatted(lookup, type.getName(), type.getPackageName()));
    }
    List<MethodHandle> handles = handles(lookup);
    return type.cast(BoundClass.make(lookup, type, methods, handles));
  }

  /** The handle that each method calls. */
  private List<MethodHandle> handles(MethodHandles.Lookup lookup) {
    var handles = new ArrayList<MethodHandle>();
    var problems = new ArrayList<String>();
    for (Method m : methods) {
      BoundMethod bound = BoundMethod.find(m, entries, lookup);
      bound.handle().ifPresent(handles::add);
      bound.problem().ifPresent(problems::add);
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          problems.stream()
              .collect(joining("\n\n", type.getName() + " does not fit " + source + "\n\n", "")));
    }
    return handles;
  }
}
