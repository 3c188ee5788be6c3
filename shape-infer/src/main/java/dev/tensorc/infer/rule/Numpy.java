package dev.tensorc.infer.rule;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DisciplineName;

/**
 * The Array API's broadcasting: shapes are aligned at the right, a size of 1 stretches.
 *
 * <p>{@code (n, 3)} with {@code (3)} is {@code (n, 3)}; {@code (n)} with {@code (m)} is ambiguous,
 * since either may turn out to be 1; {@code (2)} with {@code (3)} never joins; 0 with 1 is 0.
 *
 * @param ranks false with {@code rank=off}: then ranks are equal
 */
record Numpy(boolean ranks) implements Discipline {

  @Override
  public DisciplineName name() {
    return DisciplineName.NUMPY;
  }

  @Override
  public boolean broadcastsRanks(Builtin b) {
    return ranks;
  }

  @Override
  public boolean stretchesOnes(Builtin b) {
    return true;
  }

  @Override
  public boolean writesRanks() {
    return ranks;
  }

  @Override
  public boolean writesOnes() {
    return true;
  }

  @Override
  public String ranksAdvice(Advice advice) {
    return advice.addAxes();
  }

  @Override
  public String sizesAdvice(Advice advice) {
    return advice
        .unfix()
        .or(advice::move)
        .or(advice::transpose)
        .orElse("sizes on one axis must be equal, or one of them 1; " + advice.cut());
  }
}
