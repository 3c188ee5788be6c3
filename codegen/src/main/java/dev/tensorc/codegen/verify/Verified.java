package dev.tensorc.codegen.verify;

import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.function.Supplier;

/**
 * The part that is being verified, as messages name it.
 *
 * @param pass that made it
 * @param where the function, and the kernel if it is one's
 * @param statement the statement as text; of a kernel the one that calls it
 */
record Verified(String pass, String where, Supplier<String> statement) {

  /** A part of it. */
  Verified part(String name) {
    return new Verified(pass, where + ", " + name, statement);
  }

  /**
   * @param rule the error where it does not hold, as {@link String#formatted} takes it
   * @throws CompilerBug if it does not hold
   */
  void require(boolean holds, String rule, Object... args) {
    if (!holds) {
      throw new CompilerBug(
          pass, "in %s: %s\n  %s".formatted(where, rule.formatted(args), statement.get()));
    }
  }

  /** Requires that a value has a dtype. */
  void requireType(DType type, Value v, String name) {
    require(v.dtype() == type, "%s is %s, not %s", name, v.dtype().label(), type.label());
  }
}
