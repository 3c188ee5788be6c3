package dev.tensorc.benchmarks.population;

/** What a program does has no C yet; such a program is counted, and not compared. */
final class NotInCException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotInCException(String what) {
    super(what);
  }
}
