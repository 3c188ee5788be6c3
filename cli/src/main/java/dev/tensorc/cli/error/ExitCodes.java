package dev.tensorc.cli.error;

/** The exit codes of the process. */
public final class ExitCodes {

  public static final int OK = 0;

  /** Errors in a program or in its data. */
  public static final int ERROR = 1;

  /** A command line that makes no sense. */
  public static final int USAGE = 2;

  private ExitCodes() {}
}
