package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.ProgramLinkError;
import dev.tensorc.runtime.link.Engine;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts the work of one program's scalar kernels, until it is worth compiling their vector forms.
 *
 * <p>The JIT needs some thousand loop steps of a vector kernel before it compiles it, and each of
 * them makes objects until then: a first call on 10^6 elements takes 20 times as long as in scalar
 * code. So each kernel begins as scalar code. Once it is worth it, a {@link Trial} of a call is run
 * in the background, and when that no longer makes objects the kernel is ready.
 */
public final class Warmup {

  /** The elements that a call counts as, beside its own. */
  private static final int CALL = 1_000;

  /** So many elements make a kernel worth compiling. */
  private static final int DUE = 250_000;

  /** By kernel; lost counts do no harm. */
  private final int[] counts;

  private final boolean[] begun;
  private final boolean[] ready;

  /** Whose trial ended without vector code. */
  private final boolean[] givenUp;

  private final KernelRuns runs;

  /**
   * An error in a trial that the program's caller has to know: none of its results can be trusted.
   */
  private final AtomicReference<ProgramLinkError> refusal = new AtomicReference<>();

  /**
   * The counter of a program's calls of scalar kernels; no trial is ever due where the kernels
   * remain scalar.
   *
   * @param engine the result of {@link Engine#link}
   * @param ready the result of {@link Engine#ready}
   * @param runs runs the vector kernels; held only weakly by the thread that runs trials
   */
  public static Warmup of(int engine, boolean[] ready, KernelRuns runs) {
    return new Warmup(engine == Engine.WARM_UP ? ready : new boolean[0], runs);
  }

  Warmup(boolean[] ready, KernelRuns runs) {
    this.counts = new int[ready.length];
    this.begun = new boolean[ready.length];
    this.givenUp = new boolean[ready.length];
    this.ready = ready;
    this.runs = runs;
  }

  /**
   * Counts a call of a scalar kernel; true where the vector form is to be tried, once or, by
   * chance, in some threads at a time.
   *
   * @param points the elements that its loops go over
   * @throws ProgramLinkError if the vector form turned out to be of another compilation
   */
  public boolean isDue(int kernel, long points) {
    if (kernel >= counts.length) {
      return false;
    }
    if (points != 0) {
      ScalarCalls.called(this, kernel);
    }
    int count = counts[kernel];
    if (count >= DUE || points == 0) {
      ProgramLinkError refused = refusal.get();
      if (refused != null) {
        throw new ProgramLinkError(refused);
      }
      return false;
    }
    counts[kernel] = (int) Math.min(DUE, count + CALL + points);
    return count + CALL + points >= DUE;
  }

  /** A call to try, to be filled with the arguments of the one that is due. */
  public Trial trial(int kernel, int tensors, int axes, int scalars) {
    return new Trial(
        new Trial.Kernel(new WeakReference<>(runs), ready, givenUp, kernel, refusal),
        tensors,
        axes,
        scalars);
  }

  /** Has the filled call tried in the background. */
  public void begin(int kernel, Trial trial) {
    trial.filled();
    synchronized (begun) {
      if (begun[kernel]) {
        return;
      }
      begun[kernel] = true;
    }
    WarmupThread.add(trial);
  }

  boolean isReady(int kernel) {
    return ready[kernel];
  }

  boolean isGivenUp(int kernel) {
    return givenUp[kernel];
  }

  /** The name of the class that users call. */
  String program() {
    return runs.getClass().getName().replaceFirst("\\$.*", "");
  }
}
