package dev.tensorc.codegen.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.ir.CompilerBug;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The expectations of the tests of rules. */
final class Broken {

  /** A statement {@code y = 1} of a function {@code f} after a pass {@code fuse}. */
  static final Verified AT = new Verified("fuse", "f", () -> "y = 1");

  private Broken() {}

  /** Demands that a verifier refuses its input, in these words. */
  static void refused(ThrowingCallable verifier, String rule) {
    assertThatThrownBy(verifier)
        .isInstanceOf(CompilerBug.class)
        .hasMessageStartingWith("compiler bug after pass `fuse`: in f")
        .hasMessageContaining(": " + rule + "\n  ");
  }
}
