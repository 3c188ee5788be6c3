package dev.tensorc.infer.rule;

import dev.tensorc.ir.DType;
import java.util.List;

/** The order of TML's scalars: bool, then uint, int and real. */
public final class TmlTypes {

  static final DType UINT = DType.U32;
  static final DType INT = DType.I32;

  private static final List<DType> ORDER = List.of(DType.BOOL, UINT, INT, DType.F64);

  private TmlTypes() {}

  /** Whether a value of one dtype may be assigned to a variable of another. */
  public static boolean assignable(DType from, DType to) {
    return from == to || (ordered(from, to) && ORDER.indexOf(from) < ORDER.indexOf(to));
  }

  /** The greater of two dtypes; those that TML has not are promoted as everywhere. */
  static DType promote(DType a, DType b) {
    if (!ordered(a, b)) {
      return DType.promote(a, b);
    }
    return ORDER.indexOf(a) < ORDER.indexOf(b) ? b : a;
  }

  private static boolean ordered(DType a, DType b) {
    return ORDER.contains(a) && ORDER.contains(b);
  }
}
