package dev.tensorc.infer;

import dev.tensorc.ir.DType;
import java.util.List;

/** The order of TML's scalars: bool, then uint, int and real. */
final class TmlTypes {

  private static final List<DType> ORDER = List.of(DType.BOOL, DType.I32, DType.F64);

  private TmlTypes() {}

  /** Whether a value of one dtype may be assigned to a variable of another. */
  static boolean assignable(DType from, DType to) {
    return from == to
        || (ORDER.contains(from) && ORDER.contains(to) && ORDER.indexOf(from) < ORDER.indexOf(to));
  }
}
