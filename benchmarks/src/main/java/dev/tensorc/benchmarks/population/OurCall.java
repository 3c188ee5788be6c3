package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.RepeatedCall;
import dev.tensorc.benchmarks.Storage;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A specimen's compiled function over its arguments, into results that are there. */
final class OurCall {

  private final Class<?> facade;
  private final String function;
  private final Object[] args;
  private final Object first;
  private final List<Tensor> outs = new ArrayList<>();

  /** Calls it once, to keep its results. */
  OurCall(CompiledProgram program, Specimen specimen, Arguments arguments, Storage storage) {
    this.facade = program.facade();
    this.function = specimen.function();
    this.args = arguments.values().stream().map(v -> moved(v, storage)).toArray();
    this.first = invoke();
    for (Object result : results(first)) {
      if (result instanceof Tensor t) {
        outs.add(like(t, storage));
      }
    }
  }

  private static Object moved(Object value, Storage storage) {
    if (!(value instanceof Tensor t)) {
      return value;
    }
    Tensor copy = like(t, storage);
    Tensors.copy(t, copy);
    return copy;
  }

  private static Tensor like(Tensor t, Storage storage) {
    return storage == Storage.ARRAYS
        ? Tensors.zeros(t.type(), t.shape())
        : Tensors.zeros(t.type(), Arena.ofAuto(), t.shape());
  }

  /** The results of its first call: tensors, and numbers in their boxes. */
  List<Object> results() {
    return results(first);
  }

  /** Whether {@link #contender} writes to {@link #outs}; where a result is a number, none is. */
  boolean writesResults() {
    return outs.size() == results().size();
  }

  /** Zeros, until {@link #contender} writes to them. */
  List<Tensor> outs() {
    return outs;
  }

  private Object invoke() {
    Method method = method(function, args.length);
    try {
      return method.invoke(null, args);
    } catch (InvocationTargetException e) {
      throw new BenchmarkException(function + " failed: " + e.getCause(), e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private Method method(String name, int parameters) {
    return Arrays.stream(facade.getMethods())
        .filter(m -> m.getName().equals(name) && m.getParameterCount() == parameters)
        .filter(m -> takes(m, args))
        .findFirst()
        .orElseThrow(() -> new BenchmarkException("the program has no method " + name));
  }

  /** Whether its last parameters are of the arguments' types: facades may take arrays, too. */
  private static boolean takes(Method m, Object[] args) {
    Class<?>[] types = m.getParameterTypes();
    int outs = types.length - args.length;
    for (int i = 0; i < types.length; i++) {
      Class<?> type = MethodType.methodType(types[i]).wrap().returnType();
      if (i < outs ? !Tensor.class.isAssignableFrom(type) : !type.isInstance(args[i - outs])) {
        return false;
      }
    }
    return true;
  }

  private static List<Object> results(Object value) {
    if (!value.getClass().isRecord()) {
      return List.of(value);
    }
    var results = new ArrayList<Object>();
    for (RecordComponent c : value.getClass().getRecordComponents()) {
      try {
        results.add(c.getAccessor().invoke(value));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return results;
  }

  /** The last number that a call gave: the JIT may leave out a call whose result nobody uses. */
  @SuppressWarnings("UnusedVariable")
  private static volatile double sunk;

  static void sink(double value) {
    sunk = value;
  }

  static void sink(Object value) {
    sunk = value.hashCode();
  }

  /** Into {@link #outs}; where a result is a number, all of them are new. */
  Contender contender() {
    boolean into = writesResults();
    var all = new ArrayList<Object>();
    if (into) {
      all.addAll(outs);
    }
    all.addAll(Arrays.asList(args));
    Method method = method(into ? function + "Into" : function, all.size());
    try {
      MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
      return RepeatedCall.of(into ? handle : sunk(handle), all.toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle sunk(MethodHandle handle) throws ReflectiveOperationException {
    Class<?> result = handle.type().returnType();
    Class<?> taken = result.isPrimitive() && result != boolean.class ? double.class : Object.class;
    MethodHandle sink =
        MethodHandles.lookup()
            .findStatic(OurCall.class, "sink", MethodType.methodType(void.class, taken));
    return MethodHandles.filterReturnValue(
        handle.asType(handle.type().changeReturnType(taken)), sink);
  }
}
