package dev.tensorc.runtime.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.link.math.SizeMath;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class TrialTest {

  private final boolean[] ready = {false};
  private final boolean[] givenUp = {false};
  private final List<float[]> garbage = new ArrayList<>();

  private Trial trial(KernelRuns runs, long... extents) {
    var kernel =
        new Trial.Kernel(new WeakReference<>(runs), ready, givenUp, 0, new AtomicReference<>());
    var trial = new Trial(kernel, 1, extents.length, 0);
    long stride = 1;
    trial.tensor(0, ElementType.F32, new float[(int) SizeMath.product(extents)], 0);
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      trial.extent(axis, (int) extents[axis]);
      trial.stride(0, axis, stride);
      stride *= extents[axis];
    }
    return trial;
  }

  private static void finish(Trial trial) throws InterruptedException {
    var run = new TrialRun(trial);
    while (run.runFor() != TrialRun.Progress.DONE) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aKernelIsReadyWhenItMakesNoMoreObjects() throws InterruptedException {
    var sizes = new ArrayList<Long>();
    int[] runs = {0};
    KernelRuns kernel =
        (_, trial) -> {
          if (++runs[0] <= 1000) {
            garbage.add(new float[1 << 12]);
            garbage.clear();
          } else if (sizes.isEmpty() || sizes.getLast() < trial.points()) {
            sizes.add(trial.points());
          }
        };
    finish(trial(kernel, 500, 1000));
    assertThat(ready[0]).isTrue();
    assertThat(runs[0]).isBetween(1005, 1200);
    assertThat(sizes).as("up to the whole call").endsWith(500_000L).hasSizeGreaterThan(3);
  }

  /** As of code that keeps objects for each row. */
  @Test
  void aKernelIsReadyWhenItGoesOnMakingFewObjects() throws InterruptedException {
    int[] runs = {0};
    KernelRuns kernel =
        (_, trial) -> {
          int floats = ++runs[0] <= 600 ? 64 : 2; // four bytes each, for an element
          garbage.add(new float[floats * (int) trial.points()]);
          garbage.clear();
        };
    finish(trial(kernel, 10, 30));
    assertThat(ready[0]).isTrue();
    assertThat(runs[0]).isGreaterThan(600);
  }

  /** A kernel in place would go on from its own results, which soon are infinite. */
  @Test
  void eachRunHasTheCallersElements() throws InterruptedException {
    float[] given = {3, 5, 7, 9};
    int[] wrong = {0};
    KernelRuns kernel =
        (_, trial) -> {
          float[] base = (float[]) trial.base(1);
          wrong[0] += base[0] == 3 ? 0 : 1;
          for (int i = 0; i < base.length; i++) {
            base[i] *= 2;
          }
        };
    var of =
        new Trial.Kernel(new WeakReference<>(kernel), ready, givenUp, 0, new AtomicReference<>());
    var trial = new Trial(of, 2, 1, 0);
    trial.extent(0, given.length);
    for (int number = 0; number < 2; number++) {
      trial.tensor(number, ElementType.F32, given, 0);
      trial.stride(number, 0, 1);
    }
    finish(trial);
    assertThat(ready[0]).isTrue();
    assertThat(wrong[0]).isZero();
    assertThat(given).as("the caller's").containsExactly(3, 5, 7, 9);
  }

  @Test
  void whatThrowsStaysScalarCode() throws InterruptedException {
    KernelRuns kernel =
        (_, _) -> {
          throw new IndexOutOfBoundsException("of a trial");
        };
    finish(trial(kernel, 500, 1000));
    assertThat(ready[0]).isFalse();
    assertThat(givenUp[0]).isTrue();
  }

  @Test
  void whatIsGoneIsNotTried() throws InterruptedException {
    Trial trial = trial((_, _) -> {}, 10, 10);
    trial.kernel().runs().clear();
    finish(trial);
    assertThat(ready[0]).isFalse();
  }

  /** A trial in the thread of its own ends with it, whether it is fine or throws. */
  @Test
  void theThreadGoesOnAfterAKernelThatThrows() throws InterruptedException {
    var warmed = new CountDownLatch(1);
    IntConsumer body =
        kernel -> {
          if (kernel == 0) {
            throw new IllegalStateException("of a trial");
          }
          warmed.countDown();
        };
    boolean[] both = {false, false};
    KernelRuns runs = (kernel, _) -> body.accept(kernel);
    var warmup = new Warmup(both, runs);
    for (int kernel = 0; kernel < 2; kernel++) {
      assertThat(warmup.isDue(kernel, 1000)).isFalse();
      assertThat(warmup.isDue(kernel, 1 << 20)).isTrue();
      assertThat(warmup.isDue(kernel, 1 << 20)).as("once").isFalse();
      Trial trial = warmup.trial(kernel, 0, 1, 0);
      trial.extent(0, 5);
      warmup.begin(kernel, trial);
    }
    assertThat(warmed.await(10, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 1000 && !both[1]; i++) {
      Thread.sleep(10);
    }
    assertThat(both).containsExactly(false, true);
  }

  @Test
  void callsOfNothingAreNeverDue() {
    var warmup = new Warmup(ready, (_, _) -> {});
    for (int i = 0; i < 10_000; i++) {
      assertThat(warmup.isDue(0, 0)).isFalse();
    }
  }

  /**
   * For all sizes and strides, a run stays inside of its own memory, of any size; tensors that
   * share an array share one.
   */
  @Test
  void everyRunStaysInsideOfItsMemory() {
    var random = new Random(7);
    for (int i = 0; i < 300; i++) {
      int axes = 1 + random.nextInt(4);
      int[] extents = random.ints(axes, 1, 40).toArray();
      boolean inNative = random.nextBoolean();
      var kernel =
          new Trial.Kernel(new WeakReference<>(null), ready, givenUp, 0, new AtomicReference<>());
      var trial = new Trial(kernel, 2, axes, 0);
      long[] strides = new long[axes];
      long reach = 1;
      for (int axis : random.ints(0, axes).distinct().limit(axes).toArray()) {
        int step = 1 + random.nextInt(3);
        strides[axis] = random.nextInt(4) == 0 ? 0 : reach * step * (random.nextBoolean() ? 1 : -1);
        reach = Math.max(reach, Math.abs(strides[axis]) * extents[axis]);
      }
      long first = 0;
      for (int axis = 0; axis < axes; axis++) {
        first += Math.max(0, -strides[axis] * (extents[axis] - 1));
      }
      Object base =
          inNative ? Arena.ofAuto().allocate(8 * 2 * reach, 8) : new double[(int) (2 * reach)];
      int after = random.nextInt(-2, 3);
      trial.tensor(0, ElementType.F64, base, first);
      trial.tensor(1, ElementType.F64, base, first + after);
      for (int axis = 0; axis < axes; axis++) {
        trial.extent(axis, extents[axis]);
        trial.stride(0, axis, strides[axis]);
        trial.stride(1, axis, strides[axis]);
      }
      for (long points : new long[] {1, 100, 1000, 1 << 23}) {
        assertThat(trial.size(points, 1L << 30)).isTrue();
        share(trial, after, axes);
        trial.shorten(1 + random.nextInt(20));
        share(trial, after, axes);
        trial.shorten(0);
      }
      assertThat(trial.isWhole()).isTrue();
      assertThat(trial.size(1 << 23, 1)).as("more memory than allowed").isFalse();
    }
  }

  private static void share(Trial trial, int after, int axes) {
    assertThat(trial.base(1)).isSameAs(trial.base(0));
    assertThat(trial.offset(1) - trial.offset(0)).isEqualTo(after);
    stays(trial, 0, axes);
    stays(trial, 1, axes);
  }

  private static void stays(Trial trial, int tensor, int axes) {
    long least = trial.offset(tensor);
    long most = trial.offset(tensor);
    for (int axis = 0; axis < axes; axis++) {
      long reach = trial.stride(tensor, axis) * (trial.extent(axis) - 1);
      least += Math.min(0, reach);
      most += Math.max(0, reach);
    }
    long length =
        trial.base(tensor) instanceof MemorySegment s
            ? s.byteSize() / 8
            : ((double[]) trial.base(tensor)).length;
    assertThat(least).isNotNegative();
    assertThat(most).isLessThan(length);
  }

  @Test
  void axesThatAreOneLoopStayOne() {
    Trial trial = trial((_, _) -> {}, 3000, 5000);
    assertThat(trial.size(1 << 14, 1 << 20)).isTrue();
    assertThat(trial.extent(1)).isLessThan(5000);
    assertThat(trial.stride(0, 0)).isEqualTo(trial.extent(1));
    assertThat(trial.extent(1) % 128).as("what is left of a row").isEqualTo(5000 % 128);
  }
}
