package dev.tensorc.benchmarks.population;

/** A program has an operation that has no C yet; such a program is counted, and not compared. */
final class NotInCException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotInCException(String what) {
    super(what);
  }
}
