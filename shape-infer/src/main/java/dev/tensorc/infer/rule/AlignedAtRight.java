package dev.tensorc.infer.rule;

import dev.tensorc.ir.Builtin;
import java.util.Optional;

/**
 * Shapes are aligned at the right, in operations and in writes to a target. Whether sizes of 1
 * stretch is the same in both.
 */
interface AlignedAtRight extends Discipline {

  /** False with {@code rank=off}: then ranks are equal. */
  boolean ranks();

  /** The replacement to advise, before other advice, where sizes exclude each other. */
  Optional<String> sizeAdvice(Advice advice);

  /** The rule for the sizes on one axis. */
  String sizeRule();

  @Override
  default boolean broadcastsRanks(Builtin b) {
    return ranks();
  }

  @Override
  default boolean stretchesOnes(Builtin b) {
    return writesOnes();
  }

  @Override
  default boolean writesRanks() {
    return ranks();
  }

  @Override
  default String ranksAdvice(Advice advice) {
    return advice.addAxes();
  }

  @Override
  default String sizesAdvice(Advice advice) {
    return sizeAdvice(advice)
        .or(advice::move)
        .or(advice::transpose)
        .orElse(sizeRule() + "; " + advice.cut());
  }
}
