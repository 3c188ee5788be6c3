package dev.tensorc.cli;

/** What the process ends with. */
final class ExitCodes {

  static final int OK = 0;

  /** Errors in a program or in its data. */
  static final int ERROR = 1;

  /** A command line that makes no sense. */
  static final int USAGE = 2;

  private ExitCodes() {}
}
