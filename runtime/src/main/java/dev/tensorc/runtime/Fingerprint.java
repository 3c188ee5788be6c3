package dev.tensorc.runtime;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Holds the classes of one compilation together: each hands in its fingerprint when it is
 * initialised, and one that differs from the first of its program is refused. The value stays at
 * the program's class, and goes with it.
 */
public final class Fingerprint {

  /**
   * @param part the name of the class that was initialised first
   */
  private record First(String fingerprint, String part) {}

  private static final ClassValue<AtomicReference<First>> FIRST =
      new ClassValue<>() {
        @Override
        protected AtomicReference<First> computeValue(Class<?> program) {
          return new AtomicReference<>();
        }
      };

  private Fingerprint() {}

  /**
   * What each generated class does before anything else.
   *
   * @param part the class itself
   * @param program the class that users see
   * @param linkVersion what it expects of the runtime
   * @param fingerprint equal for all classes that one compilation has made of the program
   * @throws ProgramLinkError if it was compiled for another version of the runtime, or if another
   *     class of the program is of another compilation
   */
  public static void require(Class<?> part, Class<?> program, int linkVersion, String fingerprint) {
    LinkVersion.require(linkVersion, part.getName());
    First first =
        FIRST.get(program).compareAndExchange(null, new First(fingerprint, part.getName()));
    if (first != null && !first.fingerprint().equals(fingerprint)) {
      throw new ProgramLinkError(
          "%s and %s are of different compilations of a program, which would compute nonsense together: compile it again into an empty folder, and put only that on the class path"
              .formatted(first.part(), part.getName()));
    }
  }
}
