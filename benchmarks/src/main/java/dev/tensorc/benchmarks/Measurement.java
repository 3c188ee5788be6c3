package dev.tensorc.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of one JVM: {@code Measurement KEY STORAGE LIBRARIES RESULTS}. It checks every
 * contender's result, calls them alternately, round by round, and writes the medians.
 */
final class Measurement {

  private static final Rounds ROUNDS = new Rounds(7, 61, 2_000_000_000L);
  private static final long WARM_UP_CALLS = 20_000;

  /** After fewer calls the JIT has not made up its mind (see {@link JitLog#EARLY}). */
  private static final long LEAST_WARM_UP_CALLS = 250;

  private static final long WARM_UP_NANOS = 500_000_000L;
  private static final long MOST_WARM_UP_NANOS = 3_000_000_000L;

  /** Then so many passes in turn, in which the JIT spends no more than so long. */
  private static final int QUIET_PASSES = 3;

  private static final long QUIET_MILLIS = 2;
  private static final long PASS_NANOS = 50_000_000L;
  private static final long MOST_SETTLING_NANOS = 10_000_000_000L;
  private static final long ALLOCATIONS_NANOS = 1_000_000_000L;

  /** Tolerance for sums that gcc may reorder and contract. */
  private static final double C_TOLERANCE = 1e-4;

  private final Kernel kernel;
  private final Map<Form, Contender> programs = new EnumMap<>(Form.class);
  private final Map<String, Contender> contenders = new LinkedHashMap<>();
  private final List<Contender> toWarmUp = new ArrayList<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private Measurement(Kernel kernel, Path libraries) throws Throwable {
    this.kernel = kernel;
    Programs.of(kernel)
        .forEach(
            (form, program) -> {
              Contender whole = form.on(program.contender());
              programs.put(form, whole);
              contenders.put(form.label(), whole);
              program.parts().forEach(part -> toWarmUp.add(form.on(part)));
              versions.put(form.label(), program.version());
              problems.addAll(program.problems());
            });
    baselines(libraries);
    kernel
        .java()
        .map(Contender::of)
        .ifPresent(
            java -> {
              contenders.put(Claim.PLAIN_JAVA, java);
              toWarmUp.add(java);
            });
  }

  private void baselines(Path libraries) throws Throwable {
    if (kernel.blas().isPresent()) {
      var library = new NativeLibrary(libraries, GccFlags.measured().getLast());
      OpenBlas.link(libraries, library);
      kernel.inBlas(library).ifPresent(c -> baseline(Claim.OPENBLAS, c));
    } else {
      for (GccFlags flags : GccFlags.measured()) {
        baseline(flags.label(), kernel.inC(new NativeLibrary(libraries, flags)));
      }
    }
  }

  private void baseline(String name, Contender c) {
    contenders.put(name, c);
    toWarmUp.add(c);
  }

  public static void main(String[] args) throws Throwable {
    Kernel kernel = Kernels.make(args[0]).in(Storage.valueOf(args[1]));
    Path libraries = Path.of(args[2]);
    var measurement = new Measurement(kernel, libraries);
    measurement.check(new NativeLibrary(libraries, GccFlags.REFERENCE));
    measurement.write(Path.of(args[3]));
  }

  private void write(Path file) throws Throwable {
    warmUp();
    Map<String, Double> medians = medians();
    allocations();
    new JvmResult(kernel.name(), versions, medians, problems).write(file);
  }

  private void check(NativeLibrary reference) throws Throwable {
    kernel.inC(reference).run(1);
    double[] expected = kernel.result().elements();
    for (var e : contenders.entrySet()) {
      kernel.result().spoil();
      e.getValue().run(1);
      Agreement.require(
          kernel.name() + ", " + e.getKey(),
          expected,
          kernel.result(),
          isC(e.getKey()) ? Math.max(kernel.tolerance(), C_TOLERANCE) : kernel.tolerance());
    }
  }

  /** Until the JIT has seen enough calls, and has nothing left to compile, or for a while. */
  private void warmUp() throws Throwable {
    for (Contender c : toWarmUp) {
      warmUp(c, LEAST_WARM_UP_CALLS, WARM_UP_NANOS);
    }
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    long end = System.nanoTime() + MOST_SETTLING_NANOS;
    for (int quiet = -1; quiet < QUIET_PASSES && System.nanoTime() < end; quiet++) {
      long before = jit.getTotalCompilationTime();
      for (Contender c : toWarmUp) {
        warmUp(c, 1, PASS_NANOS);
      }
      if (jit.getTotalCompilationTime() - before > QUIET_MILLIS) {
        quiet = -1;
      }
    }
  }

  private static void warmUp(Contender c, long least, long most) throws Throwable {
    long start = System.nanoTime();
    for (long calls = 0; calls < WARM_UP_CALLS; calls++) {
      long nanos = System.nanoTime() - start;
      if (nanos > (calls < least ? MOST_WARM_UP_NANOS : most)) {
        break;
      }
      c.run(1);
    }
  }

  private static boolean isC(String name) {
    return name.startsWith("gcc") || name.equals(Claim.OPENBLAS);
  }

  private Map<String, Double> medians() throws Throwable {
    var lanes = new ArrayList<Rounds.Lane>();
    for (var e : contenders.entrySet()) {
      lanes.add(new Rounds.Lane(e.getKey(), Rounds.Timed.of(e.getValue())));
    }
    return ROUNDS.medians(lanes);
  }

  /** Compiled programs allocate nothing when they write to a result that is there. */
  private void allocations() throws Throwable {
    for (var e : programs.entrySet()) {
      if (!e.getKey().allocatesNothing()) {
        continue;
      }
      long calls = Rounds.Timed.of(e.getValue()).calibrated();
      long end = System.nanoTime() + ALLOCATIONS_NANOS;
      long bytes = allocated(e.getValue(), calls);
      while (bytes > 0 && System.nanoTime() < end) { // a kernel that takes no time is compiled late
        bytes = allocated(e.getValue(), calls);
      }
      if (bytes > 0) {
        problems.add(e.getKey().label() + " allocates " + bytes + " bytes in a call");
      }
    }
  }

  private static long allocated(Contender c, long calls) throws Throwable {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getCurrentThreadAllocatedBytes(); // the allocation of its first call is not ours
    long before = threads.getCurrentThreadAllocatedBytes();
    c.run(calls);
    return (threads.getCurrentThreadAllocatedBytes() - before) / calls;
  }
}
