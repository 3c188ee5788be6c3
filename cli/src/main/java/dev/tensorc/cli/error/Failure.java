package dev.tensorc.cli.error;

/** Ends a command with a message for the user and an exit code. */
public final class Failure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private Failure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The program or its data are wrong. */
  public static Failure data(String message) {
    return new Failure(ExitCodes.ERROR, message);
  }

  /** The command line is wrong. */
  public static Failure usage(String message) {
    return new Failure(ExitCodes.USAGE, message);
  }

  public int exitCode() {
    return exitCode;
  }
}
