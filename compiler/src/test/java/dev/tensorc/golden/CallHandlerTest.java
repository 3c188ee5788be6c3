package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ArgumentChangedException;
import dev.tensorc.runtime.ArgumentChangedException.Kind;
import dev.tensorc.runtime.FloatTensor;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A call's translation of exceptions that no program throws: its plan is replaced by one that
 * throws.
 */
class CallHandlerTest {

  private static final SourceText SOURCE =
      new SourceText(
          "handled.tc", "export fn twice(x: f32[n], y: f32[n]) -> f32[n] { return x + y }");

  private static Class<?> throwing(Class<?> exception) throws ClassNotFoundException {
    Map<String, byte[]> classes =
        new HashMap<>(Tensorc.compile(SOURCE, Options.DEFAULT).classFiles());
    for (String name : new String[] {"Handled$Plan", "Handled$Segments"}) {
      classes.computeIfPresent(name, (_, bytes) -> throwing(bytes, exception));
    }
    return new TestLoader(classes, false).loadClass("Handled");
  }

  private static byte[] throwing(byte[] plans, Class<?> exception) {
    ClassDesc type = ClassDesc.ofDescriptor(exception.descriptorString());
    ClassFile files = ClassFile.of();
    return files.transformClass(
        files.parse(plans),
        (to, element) -> {
          if (element instanceof MethodModel m && m.methodName().equalsString("twice")) {
            to.withMethodBody(
                m.methodName(),
                m.methodType(),
                m.flags().flagsMask(),
                code ->
                    code.new_(type)
                        .dup()
                        .invokespecial(type, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                        .athrow());
          } else {
            to.with(element);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "java.lang.ArrayIndexOutOfBoundsException, true",
    "java.lang.IndexOutOfBoundsException, true",
    "java.lang.IllegalStateException, false",
    "java.lang.InternalError, false",
    "java.lang.NegativeArraySizeException, false",
    "java.lang.OutOfMemoryError, false",
    "java.lang.StackOverflowError, false"
  })
  void onlyWhatAChangeMayExplainIsExplained(Class<? extends Throwable> exception, boolean changed)
      throws Exception {
    Class<?> facade = throwing(exception);
    FloatTensor x = FloatTensor.zeros(3);
    FloatTensor y = FloatTensor.zeros(Arena.ofAuto(), 3);
    int entries = 0;
    for (Method m : facade.getMethods()) {
      if (m.getDeclaringClass() == facade) {
        Object[] arguments = new Object[m.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = m.getParameterTypes()[i] == float[].class ? new float[3] : i == 0 ? x : y;
        }
        var outside = (InvocationTargetException) catchThrowable(() -> m.invoke(null, arguments));
        Throwable thrown = outside.getCause();
        if (changed) {
          assertThat(thrown)
              .isInstanceOfSatisfying(
                  ArgumentChangedException.class,
                  e -> assertThat(e.kind()).isEqualTo(Kind.VALUES_CHANGED))
              .hasMessageStartingWith("twice asked for a place outside of an array")
              .hasMessageContaining("or this is a fault of tensorc")
              .hasCauseInstanceOf(exception);
        } else {
          assertThat(thrown).isExactlyInstanceOf(exception);
        }
        entries++;
      }
    }
    assertThat(entries).as("on tensors and arrays, with and without outputs").isEqualTo(4);
  }
}
