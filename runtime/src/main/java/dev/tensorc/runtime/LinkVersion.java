package dev.tensorc.runtime;

/**
 * The version of the runtime that generated classes expect, as a number that the compiler writes
 * into each class. It follows from the table {@code runtime/entries.txt}: another table has the
 * next number, so classes and runtime of one number run together in either direction.
 */
public final class LinkVersion {

  /** The version of this runtime. */
  public static final int CURRENT = 13;

  private LinkVersion() {}

  /**
   * @throws ProgramLinkError if a class of that version cannot run with this runtime
   */
  public static void require(int version, String className) {
    if (version != CURRENT) {
      throw new ProgramLinkError(
          version > CURRENT
              ? className
                  + " was compiled for a newer runtime: put the tensorc-runtime jar of the"
                  + " compiler's version on the class path (this one links version "
                  + CURRENT
                  + ", the class needs "
                  + version
                  + ")"
              : className
                  + " was compiled for an older runtime: compile it again with the tensorc"
                  + " version of the tensorc-runtime jar (it links version "
                  + CURRENT
                  + ", the class needs "
                  + version
                  + ")");
    }
  }
}
