package dev.tensorc.runtime.link;

import dev.tensorc.runtime.LinkVersion;
import dev.tensorc.runtime.ProgramLinkError;

/**
 * Holds the classes of one compilation together: each hands in its fingerprint when it is
 * initialised, and one that differs from the first of its program is refused. A known fingerprint
 * stays at the program's class, and goes with it.
 */
public final class Fingerprint {

  private static final ClassValue<Fingerprint> OF =
      new ClassValue<>() {
        @Override
        protected Fingerprint computeValue(Class<?> program) {
          return new Fingerprint();
        }
      };

  private String first = "";

  /** The class that came first; empty before. */
  private String part = "";

  private Fingerprint() {}

  /**
   * Each generated class calls this before anything else.
   *
   * @param part the class itself
   * @param program the class that users see
   * @param linkVersion the version of the runtime that it expects
   * @param fingerprint equal for all classes that one compilation has made of the program
   * @throws ProgramLinkError if it was compiled for another version of the runtime, or if another
   *     class of the program is of another compilation
   */
  public static void require(Class<?> part, Class<?> program, int linkVersion, String fingerprint) {
    LinkVersion.require(linkVersion, part.getName());
    OF.get(program).require(part.getName(), fingerprint);
  }

  /** Locked: the first exchange of an atomic reference made first calls 2.5 ms longer. */
  private synchronized void require(String name, String fingerprint) {
    if (part.isEmpty()) {
      part = name;
      first = fingerprint;
    } else if (!first.equals(fingerprint)) {
      throw new ProgramLinkError(
          "%s and %s are of different compilations of a program, which would compute nonsense together: compile it again into an empty folder, and put only that on the class path"
              .formatted(part, name));
    }
  }
}
