package dev.tensorc.runtime;

/**
 * A compiled program cannot run in this JVM: it was compiled for another version of the runtime,
 * its classes are of several compilations, or the engine that the system property {@code
 * tensorc.engine} asks for is not there. It is thrown when the program's classes are first used.
 */
public final class ProgramLinkError extends LinkageError {
  private static final long serialVersionUID = 1L;

  public ProgramLinkError(String message) {
    super(message);
  }

  /** The same error in another thread. */
  public ProgramLinkError(ProgramLinkError first) {
    super(first.getMessage(), first);
  }
}
