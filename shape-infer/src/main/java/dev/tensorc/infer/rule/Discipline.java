package dev.tensorc.infer.rule;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.DisciplineName;
import java.util.Optional;

/**
 * The rules of one broadcasting mode: which operands are lined up, and where a size of 1 stretches.
 * The consequences are the same for all of them: index maps and checks ({@link Joins}).
 */
public interface Discipline {

  /** Where nothing else is said. */
  Discipline DEFAULT = of(DisciplineName.NUMPY);

  DisciplineName name();

  /** The discipline called that, as it is without switches. */
  static Discipline of(DisciplineName name) {
    return of(name, true);
  }

  /**
   * The discipline called that.
   *
   * @param ranks false with {@code rank=off}, which numpy and strict have
   */
  static Discipline of(DisciplineName name, boolean ranks) {
    return switch (name) {
      case NUMPY -> new Numpy(ranks);
      case STRICT -> new Strict(ranks);
      case XLA -> new Xla();
      case TML -> new Tml();
    };
  }

  /**
   * Whether operands of lower rank are lined up at the right. Where not, ranks are equal, or the
   * program says which axes an operand has. Scalars go with everything.
   */
  boolean broadcastsRanks(Builtin b);

  /** Whether a size of 1 stretches where its axis says nothing itself. */
  boolean stretchesOnes(Builtin b);

  /**
   * Whether a value that is written to a target of higher rank is lined up with it at the right.
   */
  boolean writesRanks();

  /** Whether a size of 1 of a written value stretches to the target's. */
  boolean writesOnes();

  /** The dtype in which two dtypes meet. */
  default DType promote(DType a, DType b) {
    return DType.promote(a, b);
  }

  /** The dtype that arithmetic of bools computes in; empty where a bool is no number. */
  default Optional<DType> arithmeticOfBools() {
    return Optional.empty();
  }

  /** The dtype that an integer literal has where it meets a bool. */
  default DType integerBesideBool() {
    return DType.I64;
  }

  /** Whether {@code ==} and {@code !=} take bools. */
  default boolean comparesBools() {
    return true;
  }

  /** The only dtype that bitwise operations take; empty where that is every integer dtype. */
  default Optional<DType> bits() {
    return Optional.empty();
  }

  /**
   * Whether assigning to a whole variable broadcasts the value to its shape, as an update does, and
   * widens its dtype. Where not, shapes and dtypes are equal.
   */
  default boolean assignsAsUpdates() {
    return false;
  }

  /** The replacement to advise where ranks differ. */
  String ranksAdvice(Advice advice);

  /** The replacement to advise where sizes exclude each other. */
  String sizesAdvice(Advice advice);
}
