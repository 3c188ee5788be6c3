package dev.tensorc.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Calls the methods of a generated class. */
final class ClassInvoker implements Invoker {

  private static final MethodType CALL = MethodType.methodType(Object.class, Object[].class);

  private final Supplier<MethodHandle> method;
  private final Supplier<MethodHandle> intoMethod;

  /** The readers of the results; none where the method returns the only one. */
  private final Supplier<List<MethodHandle>> components;

  ClassInvoker(Signature f, Supplier<ProgramClass> program) {
    List<Class<?>> params = new ArrayList<>();
    f.parameters().forEach(p -> params.add(JavaTypes.of(p)));
    List<Class<?>> intoParams = new ArrayList<>();
    f.results().forEach(r -> intoParams.add(JavaTypes.of(r)));
    intoParams.addAll(params);
    this.method = Lazy.of(() -> find(program.get(), f.name(), params));
    this.intoMethod = Lazy.of(() -> find(program.get(), f.name() + "Into", intoParams));
    this.components =
        Lazy.of(
            () ->
                f.results().size() == 1
                    ? List.of()
                    : components(method(program.get(), f.name(), params).getReturnType()));
  }

  private static Method method(ProgramClass program, String name, List<Class<?>> params) {
    try {
      return program.type().getMethod(name, params.toArray(Class[]::new));
    } catch (NoSuchMethodException e) {
      throw missing(program.type(), name + params, e);
    }
  }

  private static MethodHandle find(ProgramClass program, String name, List<Class<?>> params) {
    Method method = method(program, name, params);
    try {
      MethodHandle handle = program.handle(method);
      MethodType type = handle.type();
      return handle
          .asType(type.generic())
          .asSpreader(Object[].class, type.parameterCount())
          .asType(CALL);
    } catch (IllegalAccessException e) {
      throw missing(program.type(), name + params, e);
    }
  }

  private static List<MethodHandle> components(Class<?> results) {
    return Arrays.stream(results.getRecordComponents()).map(ClassInvoker::reader).toList();
  }

  private static MethodHandle reader(RecordComponent component) {
    try {
      return MethodHandles.publicLookup()
          .unreflect(component.getAccessor())
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (IllegalAccessException e) {
      throw missing(component.getDeclaringRecord(), component.getName(), e);
    }
  }

  private static IllegalStateException missing(Class<?> in, String what, Exception e) {
    return new IllegalStateException(in.getName() + " has no public method " + what, e);
  }

  @Override
  public List<Object> invoke(Object[] args) {
    Object returned = call(method.get(), args);
    if (components.get().isEmpty()) {
      return List.of(returned);
    }
    return components.get().stream().map(c -> read(c, returned)).toList();
  }

  @Override
  public void invokeInto(List<Tensor> outs, Object[] args) {
    var all = new ArrayList<Object>(outs);
    all.addAll(Arrays.asList(args));
    call(intoMethod.get(), all.toArray());
  }

  private static Object call(MethodHandle handle, Object[] args) {
    try {
      return handle.invokeExact(args);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static Object read(MethodHandle component, Object results) {
    try {
      return component.invokeExact(results);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** The exception itself where it needs no declaration. */
  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("generated code threw a checked exception", e);
  }
}
