package dev.tensorc.fuzz;

import java.util.Locale;

/** The part of the compiler that is fuzzed. */
public enum Target {
  PARSER(Programs::parse),
  CHECK(Programs::check),
  COMPILE(Programs::compile),
  IMPORTS(Programs::imports),
  NPY(TensorFiles::npy),
  NPZ(TensorFiles::npz),
  SAFETENSORS(TensorFiles::safetensors),
  PICTURE(CommandLines::picture),
  LITERAL(CommandLines::literal),
  COMMAND(CommandLines::command);

  private interface Body {
    void run(byte[] data) throws Exception;
  }

  private final Body body;

  Target(Body body) {
    this.body = body;
  }

  /** The target of that label. */
  public static Target labelled(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  /** Its name in {@code fuzz/run} and in the folders of the corpus. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Gives the product an input.
   *
   * @throws Exception if the product behaves as it does not document; so do errors
   */
  public void run(byte[] data) throws Exception {
    body.run(data);
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
