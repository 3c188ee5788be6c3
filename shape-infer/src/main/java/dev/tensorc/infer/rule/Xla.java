package dev.tensorc.infer.rule;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DisciplineName;

/**
 * XLA's core: ranks are equal, or the program says which axes the operand of lower rank has; a size
 * of 1 stretches.
 *
 * <p>{@code (2, 3)} with {@code (3)} needs {@code x +{1} v}; {@code (2, 1)} with {@code (1, 3)} is
 * {@code (2, 3)}.
 */
record Xla() implements Discipline {

  @Override
  public DisciplineName name() {
    return DisciplineName.XLA;
  }

  @Override
  public boolean broadcastsRanks(Builtin b) {
    return false;
  }

  @Override
  public boolean stretchesOnes(Builtin b) {
    return true;
  }

  @Override
  public boolean writesRanks() {
    return false;
  }

  @Override
  public boolean writesOnes() {
    return false;
  }

  @Override
  public String ranksAdvice(Advice advice) {
    return advice.nameAxes();
  }

  @Override
  public String sizesAdvice(Advice advice) {
    return advice
        .unfix()
        .or(advice::nameOtherAxis)
        .or(advice::transpose)
        .orElse("sizes on one axis must be equal, or one of them 1; " + advice.cut());
  }
}
