package dev.tensorc.infer.rule;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.DisciplineName;
import java.util.Optional;

/**
 * TML's rules: arithmetic broadcasts as in numpy; a relational, logical or bitwise operation takes
 * equal shapes, or a scalar.
 *
 * <p>{@code (3, 1) + (3)} is {@code (3, 3)}; {@code (3, 1) < (3)} is an error.
 */
record Tml() implements Discipline {

  @Override
  public DisciplineName name() {
    return DisciplineName.TML;
  }

  @Override
  public boolean broadcastsRanks(Builtin b) {
    return arithmetic(b);
  }

  @Override
  public boolean stretchesOnes(Builtin b) {
    return arithmetic(b);
  }

  private static boolean arithmetic(Builtin b) {
    return switch (b.types()) {
      case COMPARE, EQUALITY, BOOL, BITS, INTEGER -> false;
      case NUMERIC, FLOAT, SELECT, CAST, SUM, TRUTH, INDEX, PLACE, COUNT, ANY -> true;
    };
  }

  @Override
  public boolean writesRanks() {
    return true;
  }

  @Override
  public boolean writesOnes() {
    return true;
  }

  @Override
  public DType promote(DType a, DType b) {
    return TmlTypes.promote(a, b);
  }

  @Override
  public Optional<DType> arithmeticOfBools() {
    return Optional.of(TmlTypes.UINT);
  }

  @Override
  public DType integerBesideBool() {
    return TmlTypes.INT;
  }

  @Override
  public boolean comparesBools() {
    return false;
  }

  @Override
  public Optional<DType> bits() {
    return Optional.of(TmlTypes.UINT);
  }

  @Override
  public boolean assignsAsUpdates() {
    return true;
  }

  @Override
  public String ranksAdvice(Advice advice) {
    return advice.spellOut();
  }

  @Override
  public String sizesAdvice(Advice advice) {
    return stretchesOnes(advice.builtin())
        ? DEFAULT.sizesAdvice(advice)
        : advice
            .transpose()
            .or(advice::repeatOne)
            .orElse("relational, logical and bitwise operations take equal shapes, or a scalar");
  }
}
