package dev.tensorc.runtime.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class VectorCodeTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Two kernels as a generated class has them, and how often each ran as scalar code. */
  private static final class Kernels implements KernelRuns {
    final boolean[] ready = new boolean[2];
    final int[] scalar = new int[2];
    final Warmup warmup = new Warmup(ready, this);
    CountDownLatch compiled = new CountDownLatch(0);

    /** Kernel 1 cannot be vector code; kernel 0 can, from some time on. */
    @Override
    public void run(int kernel, Trial trial) {
      if (kernel == 1) {
        throw new IllegalStateException("of a trial");
      }
      try {
        compiled.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void call(int kernel, int points) {
      if (ready[kernel]) {
        return;
      }
      scalar[kernel]++;
      if (warmup.isDue(kernel, points)) {
        Trial trial = warmup.trial(kernel, 0, 1, 0);
        trial.extent(0, 5);
        warmup.begin(kernel, trial);
      }
    }
  }

  @Test
  void callsUntilNoKernelIsScalarCode() throws InterruptedException {
    var kernels = new Kernels();
    VectorCode.State state = VectorCode.prepare(LONG, () -> kernels.call(0, 100_000));
    assertThat(state.isReady()).isTrue();
    assertThat(state.scalar()).isEmpty();
    assertThat(kernels.ready).containsExactly(true, false);
    assertThat(kernels.scalar[0]).as("calls of 100,000 points until it is due").isGreaterThan(2);
  }

  @Test
  void doesNotWaitForAKernelThatStaysScalarCode() throws InterruptedException {
    var kernels = new Kernels();
    Runnable call =
        () -> {
          kernels.call(0, 1 << 20);
          kernels.call(1, 1 << 20);
        };
    VectorCode.State state = VectorCode.prepare(LONG, call);
    assertThat(state.isReady()).isTrue();
    assertThat(state.scalar()).containsExactly(VectorCodeTest.class.getName() + ".kernel1");
  }

  @Test
  void saysWhatIsNotReadyInTime() throws InterruptedException {
    var kernels = new Kernels();
    kernels.compiled = new CountDownLatch(1);
    VectorCode.State state =
        VectorCode.prepare(Duration.ofMillis(30), () -> kernels.call(0, 1 << 20));
    kernels.compiled.countDown();
    assertThat(state.isReady()).isFalse();
    assertThat(state.waiting()).containsExactly(VectorCodeTest.class.getName() + ".kernel0");
    assertThat(kernels.scalar[0]).isPositive();
  }

  @Test
  void endsWithTheExceptionOfACall() {
    var kernels = new Kernels();
    assertThatThrownBy(
            () ->
                VectorCode.prepare(
                    LONG,
                    () -> {
                      throw new IllegalArgumentException("of a call");
                    }))
        .isInstanceOf(IllegalArgumentException.class);
    kernels.call(0, 1000); // nobody watches any more
    assertThat(kernels.scalar[0]).isOne();
  }

  @Test
  void callsOfNothingAreNotWaitedFor() throws InterruptedException {
    var kernels = new Kernels();
    assertThat(VectorCode.prepare(LONG, () -> kernels.call(0, 0)).isReady()).isTrue();
    assertThat(kernels.scalar[0]).isOne();
  }
}
