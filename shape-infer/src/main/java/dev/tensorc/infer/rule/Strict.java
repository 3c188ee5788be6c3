package dev.tensorc.infer.rule;

import dev.tensorc.ir.DisciplineName;
import java.util.Optional;

/**
 * Nothing stretches by accident: shapes are aligned at the right, sizes are equal, and only an axis
 * that is {@code bcast} stretches.
 *
 * <p>{@code (n, 3)} with {@code (3)} is {@code (n, 3)}; {@code (n)} with {@code (m)} asks that the
 * two be equal, which is a fact from there on; {@code (n, 1)} with {@code (n, 3)} never joins, but
 * {@code (n, bcast)} with {@code (n, 3)} does.
 *
 * @param ranks false with {@code rank=off}: then ranks are equal
 */
record Strict(boolean ranks) implements AlignedAtRight {

  @Override
  public DisciplineName name() {
    return DisciplineName.STRICT;
  }

  @Override
  public boolean writesOnes() {
    return false;
  }

  @Override
  public Optional<String> sizeAdvice(Advice advice) {
    return advice.mark();
  }

  @Override
  public String sizeRule() {
    return "in strict, sizes on one axis must be equal";
  }
}
