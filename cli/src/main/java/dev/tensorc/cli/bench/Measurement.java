package dev.tensorc.cli.bench;

/**
 * How long something takes.
 *
 * @param name of the engine, or of the copy
 * @param low the time that 5 of 100 measurements are below, in nanoseconds for one call
 * @param median the middle one
 * @param high the time that 95 of 100 are below
 * @param samples how many measurements there are
 */
public record Measurement(String name, double low, double median, double high, int samples) {

  /** The measurement of something that is so many times as long. */
  public Measurement times(double factor) {
    return new Measurement(name, low * factor, median * factor, high * factor, samples);
  }
}
