package dev.tensorc.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * The kernels that the processors are at while a function runs: samples of all threads' stacks,
 * taken by the JVM's flight recorder.
 *
 * @param samples how many were taken in the program's classes
 * @param ofKernel how many of them in each kernel, by its number; the others are the plan's
 */
public record KernelShares(int samples, Map<Integer, Integer> ofKernel) {

  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final Duration PERIOD = Duration.ofMillis(10);

  private static final Pattern KERNEL = Pattern.compile("kernel(\\d+)(?!\\d).*");

  /** Fewer samples say nothing. */
  private static final int FEWEST_SAMPLES = 20;

  /** Whether there are enough of them. */
  public boolean isTold() {
    return samples >= FEWEST_SAMPLES;
  }

  /** A kernel's part of all samples, from 0 to 1. */
  public double part(int kernel) {
    return ofKernel.getOrDefault(kernel, 0) / (double) samples;
  }

  /** The part that is no kernel's. */
  public double rest() {
    return 1 - ofKernel.values().stream().mapToInt(n -> n).sum() / (double) samples;
  }

  /**
   * Runs something again and again, and looks at it meanwhile.
   *
   * @param className of the program's class; its other classes have longer names
   * @throws IOException if the recording cannot be kept in a temporary file
   */
  static KernelShares of(String className, Supplier<?> body, double seconds) throws IOException {
    Path file = Files.createTempFile("tensorc-bench", ".jfr");
    try (var recording = new Recording()) {
      recording.enable(SAMPLE).withPeriod(PERIOD);
      recording.start();
      new Measurer(seconds, Progress.none()).measure("", body);
      recording.stop();
      recording.dump(file);
      return read(className, file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static KernelShares read(String className, Path file) throws IOException {
    int samples = 0;
    var kernels = new TreeMap<Integer, Integer>();
    try (var events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null) {
          OptionalInt kernel = OptionalInt.empty();
          boolean inside = false;
          for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.equals(className) || type.startsWith(className + "$")) {
              inside = true;
              Matcher name = KERNEL.matcher(frame.getMethod().getName());
              if (kernel.isEmpty() && name.matches()) {
                kernel = OptionalInt.of(Integer.parseInt(name.group(1)));
              }
            }
          }
          samples += inside ? 1 : 0;
          kernel.ifPresent(k -> kernels.merge(k, 1, Integer::sum));
        }
      }
    }
    return new KernelShares(samples, kernels);
  }
}
