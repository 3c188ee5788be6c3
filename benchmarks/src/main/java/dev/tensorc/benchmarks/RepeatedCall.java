package dev.tensorc.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Calls one method of a compiled program, again and again. Every call gets a hidden class of its
 * own, made from this one, in which the method is a constant: so it costs as little as a call that
 * javac compiled. The arguments are no constants, or the JIT would compute with their sizes.
 */
public final class RepeatedCall implements Contender {

  private static final MethodHandle METHOD = method();

  private final Object[] args;

  RepeatedCall(Object[] args) {
    this.args = args;
  }

  private static MethodHandle method() {
    try {
      return MethodHandles.classData(
          MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, MethodHandle.class);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param method without a result, with parameters for the arguments
   */
  public static Contender of(MethodHandle method, Object... args) {
    MethodHandle spread =
        method
            .asSpreader(Object[].class, args.length)
            .asType(MethodType.methodType(void.class, Object[].class));
    MethodHandles.Lookup here = MethodHandles.lookup();
    try (InputStream file = RepeatedCall.class.getResourceAsStream("RepeatedCall.class")) {
      if (file == null) {
        throw new BenchmarkException("the class file of RepeatedCall is missing");
      }
      MethodHandles.Lookup hidden =
          here.defineHiddenClassWithClassData(file.readAllBytes(), spread, false);
      return (Contender)
          hidden
              .findConstructor(
                  hidden.lookupClass(), MethodType.methodType(void.class, Object[].class))
              .invoke(args);
    } catch (IOException | ReflectiveOperationException e) {
      throw new BenchmarkException("the call could not be made", e);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void run(long times) throws Throwable {
    for (long t = 0; t < times; t++) {
      METHOD.invokeExact(args);
    }
  }
}
