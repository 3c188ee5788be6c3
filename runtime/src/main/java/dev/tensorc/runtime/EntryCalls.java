package dev.tensorc.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;

/**
 * The parts that the handles of entries are made of, where they do not call a generated class
 * directly.
 */
final class EntryCalls {

  static final MethodType OF_ARRAY = MethodType.methodType(Object.class, Object[].class);

  static final MethodHandle LIMITED =
      find(
          "limited",
          MethodType.methodType(Object.class, long.class, MethodHandle.class, Object[].class));

  static final MethodHandle INVOKE =
      find("invoke", MethodType.methodType(Object.class, Function.class, Object[].class));

  static final MethodHandle INVOKE_INTO =
      find("invokeInto", MethodType.methodType(void.class, Function.class, Object[].class));

  static final MethodHandle GET =
      find("get", MethodType.methodType(Object.class, List.class, int.class));

  static final MethodHandle NO_WEIGHTS =
      find("noWeights", MethodType.methodType(Object.class, String.class));

  private EntryCalls() {}

  private static MethodHandle find(String name, MethodType type) {
    try {
      return MethodHandles.lookup().findStatic(EntryCalls.class, name, type);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static Object limited(long bytes, MethodHandle call, Object[] args) throws Throwable {
    return AllocationLimit.<Object, Throwable>during(bytes, () -> call.invokeExact(args));
  }

  static Object noWeights(String function) {
    throw DeclaredWeights.notLoaded(function);
  }

  static Object invoke(Function f, Object[] args) {
    return f.invoke(args);
  }

  static void invokeInto(Function f, Object[] args) {
    int outs = f.results().size();
    f.invokeInto(
        Arrays.stream(args, 0, outs).map(Tensor.class::cast).toList(),
        Arrays.copyOfRange(args, outs, args.length));
  }

  static Object get(List<?> results, int index) {
    return results.get(index);
  }
}
