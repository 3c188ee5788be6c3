package dev.tensorc.cli.bench;

import dev.tensorc.runtime.link.Engine;
import dev.tensorc.runtime.link.VectorModule;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Measures beside a function: copies of memory, the peak of one thread, shares of kernels. */
public final class Machine {

  /** The peak says nothing before the JIT has compiled it. */
  private static final double PEAK_SECONDS = 0.3;

  private static final String FLIGHT_RECORDER = "jdk.jfr";

  private final Measurer measurer;
  private final Progress progress;
  private final double seconds;

  /**
   * @param seconds how long each thing is warmed up, and then measured
   */
  public Machine(double seconds, Progress progress) {
    this.measurer = new Measurer(seconds, progress);
    this.progress = progress;
    this.seconds = seconds;
  }

  /** A copy that reads and writes as many bytes together. */
  public Measurement copy(long bytes) {
    progress.begin("copy");
    long copied = Copying.most(bytes);
    return measurer.measure("copy", Copying.of(copied)).times(bytes / (double) copied);
  }

  /** The GFLOP/s of one thread; empty in a JVM without the vector module. */
  public OptionalDouble fmaPeak(boolean doubles) {
    progress.begin("FMA peak");
    if (!Engine.vectorAvailable()) {
      return OptionalDouble.empty();
    }
    VectorModule.load();
    var warm = new Measurer(Math.max(seconds, PEAK_SECONDS), progress);
    Measurement peak = warm.measure("peak", FmaPeak.body(doubles));
    return OptionalDouble.of(FmaPeak.operations(doubles) / peak.low());
  }

  /**
   * The kernels that take the time of a function; empty in a JVM without the flight recorder.
   *
   * @param className of the program's class
   * @throws IOException if the recording cannot be kept in a temporary file
   */
  public Optional<KernelShares> shares(String className, Supplier<?> body) throws IOException {
    progress.begin("kernels");
    return ModuleLayer.boot().findModule(FLIGHT_RECORDER).isPresent()
        ? Optional.of(KernelShares.of(className, body, seconds))
        : Optional.empty();
  }
}
