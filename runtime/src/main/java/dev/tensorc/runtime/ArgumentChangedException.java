package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;
import java.util.StringJoiner;
import java.util.function.Predicate;

/**
 * Somebody changed an argument or an output of a call while the call ran, so that it could not go
 * on: its arena was closed, the file that is mapped there became shorter, or values changed that
 * say where to read. Nothing is returned; outputs that were given may be half written. The next
 * call is not concerned.
 *
 * <p>The cause is the JVM's exception at the place of the access.
 */
public final class ArgumentChangedException extends TensorException {
  private static final long serialVersionUID = 1L;

  /** The kinds of changes. */
  public enum Kind {
    /** The arena of an argument or output was closed. */
    MEMORY_CLOSED,
    /** The mapped file of an argument or output became shorter, or its disk failed. */
    FILE_SHORTENED,
    /**
     * A place outside of an array was asked for: values of an argument changed between the check
     * and the access; or it is a fault of tensorc, which cannot be told apart.
     */
    VALUES_CHANGED
  }

  private final Kind kind;

  private ArgumentChangedException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** The kind of the change. */
  public Kind kind() {
    return kind;
  }

  /**
   * The exception that a call throws in the place of an exception that ended it: the exception
   * itself where no change of an argument explains it.
   *
   * @param function its name
   * @param arguments outputs and parameters, or those of them that are tensors
   * @param names of each of these, separated by spaces
   * @throws Error the exception, if it is one and no change explains it
   */
  public static RuntimeException of(
      Throwable thrown, String function, Object[] arguments, String names) {
    // no switch by type: memory may be lacking to link one
    String[] each = names.split(" ");
    if (thrown instanceof IllegalStateException e) {
      String closed = which(arguments, each, s -> !s.scope().isAlive());
      return closed.isEmpty() ? e : closed(function, closed, e);
    }
    if (thrown instanceof InternalError) {
      String mapped = which(arguments, each, MemorySegment::isMapped);
      if (!mapped.isEmpty()) {
        return shortened(function, mapped, thrown);
      }
    }
    if (thrown instanceof IndexOutOfBoundsException) {
      return values(function, thrown);
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    return thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
  }

  /** The names of the tensors whose native memory is such. */
  private static String which(
      Object[] arguments, String[] names, Predicate<MemorySegment> property) {
    var found = new StringJoiner(", ");
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] instanceof Tensor t && t.isNative() && property.test(Access.memory(t))) {
        found.add(names[i]);
      }
    }
    return found.toString();
  }

  private static ArgumentChangedException closed(String function, String which, Throwable cause) {
    return new ArgumentChangedException(
        Kind.MEMORY_CLOSED,
        "the memory of %s was freed while %s ran: its arena was closed; close an arena when every call that uses its memory has returned"
            .formatted(which, function),
        cause);
  }

  private static ArgumentChangedException shortened(
      String function, String which, Throwable cause) {
    return new ArgumentChangedException(
        Kind.FILE_SHORTENED,
        "the file that is mapped as %s could not be read or written while %s ran: it became shorter, or its disk failed; replace a file by a new one instead of writing to it, or read it instead of mapping it"
            .formatted(which, function),
        cause);
  }

  private static ArgumentChangedException values(String function, Throwable cause) {
    return new ArgumentChangedException(
        Kind.VALUES_CHANGED,
        "%s asked for a place outside of an array: values of an argument changed while it ran, which nobody may do, or this is a fault of tensorc: if nothing writes to the arguments, please report it with the cause below"
            .formatted(function),
        cause);
  }
}
