package dev.tensorc;

import dev.tensorc.frontend.BigStack;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs each test of a class on a thread with a large stack, where the passes of the compiler start
 * none: that takes some milliseconds for each program.
 */
public final class OnBigStack implements InvocationInterceptor {

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    proceed(invocation);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    proceed(invocation);
  }

  private static void proceed(Invocation<Void> invocation) throws Throwable {
    Optional<Throwable> thrown =
        BigStack.call(
            () -> {
              try {
                invocation.proceed();
                return Optional.empty();
              } catch (Throwable t) {
                return Optional.of(t);
              }
            });
    if (thrown.isPresent()) {
      throw thrown.get();
    }
  }
}
