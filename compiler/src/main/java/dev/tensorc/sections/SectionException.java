package dev.tensorc.sections;

/** A section that cannot be read, or that does not fit its program: the user's mistake. */
public final class SectionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  SectionException(String message) {
    super(message);
  }
}
