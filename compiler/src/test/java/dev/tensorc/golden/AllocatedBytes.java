package dev.tensorc.golden;

import com.sun.management.ThreadMXBean;
import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Random;

/**
 * Prints the bytes that 200 calls into a result allocate, at once when that is nothing: {@code
 * FUNCTION VECTOR NATIVE}, of the program of {@link PlanBuffersTest}.
 */
final class AllocatedBytes {

  private static final long MOST_NANOS = 20_000_000_000L;

  private AllocatedBytes() {}

  public static void main(String[] args) throws Throwable {
    String function = args[0];
    boolean inNative = Boolean.parseBoolean(args[2]);
    CompiledProgram program =
        Tensorc.compile(new SourceText("test.tc", PlanBuffersTest.PROGRAM), Options.DEFAULT);
    var loader = new TestLoader(program.classFiles(), Boolean.parseBoolean(args[1]));
    Class<?> facade = loader.loadClass(program.className());
    MethodHandle f =
        MethodHandles.publicLookup()
            .findStatic(
                facade,
                function + "Into",
                MethodType.methodType(
                    void.class, FloatTensor.class, FloatTensor.class, FloatTensor.class));
    var random = new Random(5);
    FloatTensor row = stored(Floats.ROW_MAJOR.make(random, 1000), inNative);
    FloatTensor x = stored(Floats.ROW_MAJOR.make(random, 20, 1000), inNative);
    long[] shape = function.equals("weighted") ? new long[] {20, 1000} : new long[] {1000};
    FloatTensor out = stored(FloatTensor.zeros(shape), inNative);

    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long allocated;
    do {
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 200; i++) {
        f.invokeExact(out, row, x);
      }
      allocated = bean.getCurrentThreadAllocatedBytes() - before;
    } while (allocated > 0 && System.nanoTime() - start < MOST_NANOS);
    System.out.println(allocated + " bytes in 200 calls");
  }

  private static FloatTensor stored(FloatTensor t, boolean inNative) {
    return inNative ? (FloatTensor) Views.inNative(t) : t;
  }
}
