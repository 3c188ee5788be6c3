package dev.tensorc.infer.rule;

import dev.tensorc.ir.DisciplineName;
import java.util.Optional;

/**
 * The Array API's broadcasting: shapes are aligned at the right, a size of 1 stretches.
 *
 * <p>{@code (n, 3)} with {@code (3)} is {@code (n, 3)}; {@code (n)} with {@code (m)} is ambiguous,
 * since either may turn out to be 1; {@code (2)} with {@code (3)} never joins; 0 with 1 is 0.
 *
 * @param ranks false with {@code rank=off}: then ranks are equal
 */
record Numpy(boolean ranks) implements AlignedAtRight {

  @Override
  public DisciplineName name() {
    return DisciplineName.NUMPY;
  }

  @Override
  public boolean writesOnes() {
    return true;
  }

  @Override
  public Optional<String> sizeAdvice(Advice advice) {
    return advice.unfix();
  }

  @Override
  public String sizeRule() {
    return "sizes on one axis must be equal, or one of them 1";
  }
}
