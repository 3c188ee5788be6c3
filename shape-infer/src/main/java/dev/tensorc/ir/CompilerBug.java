package dev.tensorc.ir;

/** A mistake of the compiler's, never the user's. */
public final class CompilerBug extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private final String pass;

  /**
   * @param pass the pass whose output is wrong, by its {@code --dump-after} name
   */
  public CompilerBug(String pass, String message) {
    super("compiler bug after pass `" + pass + "`: " + message);
    this.pass = pass;
  }

  /** The pass whose output is wrong. */
  public String pass() {
    return pass;
  }
}
