package dev.tensorc;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Tensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Calls the static methods of the generated class. */
final class CompiledInvoker implements Invoker {

  private final Supplier<MethodHandle> method;
  private final Supplier<MethodHandle> intoMethod;

  CompiledInvoker(TensorIr.Function f, Supplier<Class<?>> facade) {
    List<Class<?>> params = new ArrayList<>();
    f.params().forEach(p -> params.add(JavaTypes.of(p.value().dtype(), p.value().isScalar())));
    TensorIr.Result result = f.results().getFirst();
    Class<?> type = JavaTypes.of(result.dtype(), result.shape().isEmpty());
    this.method = Lazy.of(() -> find(facade.get(), f.name(), MethodType.methodType(type, params)));
    List<Class<?>> intoParams = new ArrayList<>(params);
    intoParams.addFirst(type);
    var intoType = MethodType.methodType(void.class, intoParams);
    this.intoMethod = Lazy.of(() -> find(facade.get(), f.name() + "Into", intoType));
  }

  private static MethodHandle find(Class<?> facade, String name, MethodType type) {
    try {
      MethodHandle handle = MethodHandles.publicLookup().findStatic(facade, name, type);
      return handle
          .asType(type.generic())
          .asSpreader(Object[].class, type.parameterCount())
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException("code generation made no method " + name + type, e);
    }
  }

  @Override
  public Object invoke(Object[] args) {
    return call(method.get(), args);
  }

  @Override
  public void invokeInto(Tensor out, Object[] args) {
    var all = new Object[args.length + 1];
    all[0] = out;
    System.arraycopy(args, 0, all, 1, args.length);
    call(intoMethod.get(), all);
  }

  private static Object call(MethodHandle handle, Object[] args) {
    try {
      return handle.invokeExact(args);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("generated code threw a checked exception", e);
    }
  }
}
