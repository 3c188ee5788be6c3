package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A chain of element-wise operations with row and column operands is one pass over its operands:
 * one kernel, no temporary, and nothing allocated where the result has a place. A loop allocates in
 * its first iterations only.
 */
@Tag("jit")
class AllocationTest {

  private static final SourceText SOURCE =
      new SourceText(
          "chain.tc",
          """
          export fn chain(x: f32[?, ?], mean: f32[?, ?], scale: f32[?], gate: f32[?, ?]) -> f32[?, ?] {
            return maximum((x - mean) * scale + 0.5, 0.0) * gate
          }
          """);
  private static final int CALLS = 200;
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  @Test
  void oneKernelAndNoTemporary() {
    LoopIr.Program program = new Rendering(SOURCE, Options.DEFAULT).program();
    LoopIr.Plan plan = Rendering.plan(program, "chain");
    assertThat(plan.body()).hasSize(1);
    var cluster = (LoopIr.Cluster) plan.body().getFirst();
    assertThat(cluster.made()).isEqualTo(plan.results());
    assertThat(cluster.versions()).hasSizeGreaterThan(1);
    for (LoopIr.Version version : cluster.versions()) {
      assertThat(version.launches()).hasSize(1);
      LoopIr.Call call = version.launches().getFirst().call();
      Kernel kernel = program.kernels().get(call.kernel());
      assertThat(kernel.inputs()).hasSize(4);
      assertThat(kernel.reductions()).isEmpty();
    }
  }

  static Stream<Arguments> chains() {
    List<Arguments> all =
        List.of(
            Arguments.of(true, 16, 64, 65),
            Arguments.of(true, 16, 1, 65),
            Arguments.of(true, 16, 64, 1),
            Arguments.of(true, 0, 64, 65),
            Arguments.of(true, 0, 64, 1),
            Arguments.of(false, 16, 64, 65),
            Arguments.of(false, 16, 64, 1),
            Arguments.of(false, 0, 64, 1));
    return new Sample("chains that allocate nothing").of(3, all).stream();
  }

  /**
   * @param gateRows 64, or 1 for a row beside the column; two columns take the fallback
   */
  @ParameterizedTest
  @MethodSource("chains")
  void nothingIsAllocated(boolean vector, int versions, long gateRows, long gateColumns)
      throws Throwable {
    CompiledProgram program = Tensorc.compile(SOURCE, Options.DEFAULT.withVersions(versions));
    ClassChecks.check(program.classFiles());
    MethodHandle chain = method(program, vector);
    var random = new Random(5);
    FloatTensor x = Floats.ROW_MAJOR.make(random, 64, 65);
    FloatTensor mean = Floats.ROW_MAJOR.make(random, 64, 1);
    FloatTensor scale = Floats.ROW_MAJOR.make(random, 65);
    FloatTensor gate = Floats.ROW_MAJOR.make(random, gateRows, gateColumns);
    FloatTensor out = FloatTensor.zeros(64, 65);

    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long allocated;
    do { // until the JIT has compiled it: vectors are objects before that
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        chain.invokeExact(out, x, mean, scale, gate);
      }
      allocated = bean.getCurrentThreadAllocatedBytes() - before;
    } while (allocated > 0 && System.nanoTime() - start < PATIENCE_NANOS);
    assertThat(allocated).as("bytes in " + CALLS + " calls").isZero();
  }

  private static final SourceText HEAT =
      new SourceText(
          "heat.tc",
          """
          export fn whole(u: f64[n], steps: i64) -> f64[?] {
            var now: f64[?] = u
            for s in 0:steps { now = (now + max(now)) * 0.5 }
            return now
          }
          export fn swaps(u: f64[n], steps: i64) -> f64[n] {
            var prev = u
            var cur = u * 0.5
            for s in 0:steps {
              let next = cur * 1.5 - prev * 0.5
              prev = cur
              cur = next
            }
            return cur - prev
          }
          export fn nested(u: f64[n], steps: i64) -> f64[n] {
            var now = u
            for s in 0:steps {
              for i in 0:4 { now = now * 0.5 + 1 }
              if s % 2 == 0 { now = -now }
            }
            return now
          }
          export fn left(u: f64[n], steps: i64) -> f64[n] {
            var now = u
            for s in 0:steps {
              let next = now * 0.5 + 1
              if s + 1 == steps { return next }
              now = next - 0.25
            }
            return now
          }
          """);

  static Stream<String> stepping() {
    List<String> all = List.of("whole", "swaps", "nested", "left");
    return new Sample("steps that allocate nothing").of(2, all).stream();
  }

  /** A thousand steps allocate as much as three. */
  @ParameterizedTest
  @MethodSource("stepping")
  void stepsAllocateNothing(String function) throws Throwable {
    CompiledProgram program = Tensorc.compile(HEAT, Options.DEFAULT);
    ClassChecks.check(program.classFiles());
    Class<?> facade = new TestLoader(program.classFiles(), false).loadClass(program.className());
    MethodHandle steps =
        MethodHandles.publicLookup()
            .findStatic(
                facade,
                function,
                MethodType.methodType(DoubleTensor.class, DoubleTensor.class, long.class));
    DoubleTensor u = DoubleTensor.zeros(1000);
    assertThat(allocated(steps, u, 1000)).isEqualTo(allocated(steps, u, 4));
  }

  /** The least that a call allocates: the first ones load classes. */
  private static long allocated(MethodHandle steps, DoubleTensor u, long count) throws Throwable {
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long before = bean.getCurrentThreadAllocatedBytes();
      var last = (DoubleTensor) steps.invokeExact(u, count);
      least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
      assertThat(last.count()).isEqualTo(1000);
    }
    return least;
  }

  private static MethodHandle method(CompiledProgram program, boolean vector)
      throws ReflectiveOperationException {
    Class<?> facade = new TestLoader(program.classFiles(), vector).loadClass(program.className());
    return MethodHandles.publicLookup()
        .findStatic(
            facade,
            "chainInto",
            MethodType.methodType(void.class, Collections.nCopies(5, FloatTensor.class)));
  }
}
