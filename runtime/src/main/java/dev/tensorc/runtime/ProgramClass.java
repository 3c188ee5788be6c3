package dev.tensorc.runtime;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The class that the compiler made of a program, to be called.
 *
 * @param instance the object with the weights; empty before they are loaded, or without weights
 */
record ProgramClass(Class<?> type, Optional<Object> instance) {

  private static final String LOAD = "load";
  private static final String CLOSE = "close";

  ProgramClass(Class<?> type) {
    this(type, Optional.empty());
  }

  /** The methods of exported functions. */
  List<Method> methods() {
    return Arrays.stream(type.getMethods())
        .filter(m -> m.getDeclaringClass() == type && !isOfWeights(m.getName()))
        .toList();
  }

  private boolean isOfWeights(String name) {
    return AutoCloseable.class.isAssignableFrom(type) && (name.equals(LOAD) || name.equals(CLOSE));
  }

  /** Calls a method; a function whose weights are not loaded is refused when it is called. */
  MethodHandle handle(Method method) throws IllegalAccessException {
    MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
    if (Modifier.isStatic(method.getModifiers())) {
      return handle;
    }
    if (instance.isPresent()) {
      return handle.bindTo(instance.get());
    }
    MethodHandle refusal =
        EntryCalls.NO_WEIGHTS
            .bindTo(method.getName())
            .asType(MethodType.methodType(method.getReturnType()));
    return MethodHandles.dropArguments(refusal, 0, method.getParameterTypes());
  }

  /**
   * The same class with the weights of a file, which stays mapped as long as anything can reach
   * them.
   */
  ProgramClass withWeights(Path file) throws IOException {
    LoadOptions options = LoadOptions.in(Arena.ofAuto());
    try {
      Method load = type.getMethod(LOAD, Path.class, LoadOptions.class);
      return new ProgramClass(type, Optional.of(load.invoke(null, file, options)));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException unreadable) {
        throw unreadable;
      }
      throw new IllegalStateException(e.getCause());
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException(type.getName() + " has no public method load", e);
    }
  }
}
