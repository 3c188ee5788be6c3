package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The rules of an instruction that takes elements in an order. */
final class OrderedRules {

  private OrderedRules() {}

  /** The error of the instruction; null without one. */
  static @Nullable String problem(TensorIr.Ordered instr, Facts facts) {
    boolean fits =
        switch (instr) {
          case TensorIr.Scan s -> scan(s, facts);
          case TensorIr.Sort s -> sort(s, facts);
          case TensorIr.Search s -> search(s, facts);
          case TensorIr.Find f ->
              f.mask().dtype() == DType.BOOL
                  && !f.mask().isScalar()
                  && f.result().dtype() == DType.I64
                  && f.result().rank() == 1;
        };
    return fits ? null : instr.operands() + " to " + instr.result().type();
  }

  private static boolean scan(TensorIr.Scan s, Facts facts) {
    Value x = s.operand();
    if (!has(x, s.axis()) || !accumulates(x.dtype(), s.result().dtype())) {
      return false;
    }
    var shape = new ArrayList<>(x.shape());
    shape.set(s.axis(), Dims.add(shape.get(s.axis()), s.initial() ? 1 : 0));
    boolean fits =
        switch (s.builtin()) {
          case CUMULATIVE_SUM, CUMULATIVE_PROD -> true;
          case CUMULATIVE_MAX, CUMULATIVE_MIN -> !s.initial() && x.dtype().isNumeric();
          default -> false;
        };
    return fits && InstrRules.same(shape, s.result().shape(), facts);
  }

  /** Whether elements of one dtype go into totals of another as they are. */
  private static boolean accumulates(DType element, DType total) {
    boolean wide = total == DType.I64 || total == DType.U64;
    return total.isNumeric()
        && !total.isShortFloat()
        && (element == total
            || (wide && !element.isFloat())
            || (total == DType.F32 && element.isShortFloat()));
  }

  private static boolean sort(TensorIr.Sort s, Facts facts) {
    Value x = s.operand();
    Value result = s.result();
    boolean fits =
        switch (s.builtin()) {
          case SORT -> result.dtype() == x.dtype();
          case ARGSORT, TOP_K -> result.dtype() == DType.I64;
          default -> false;
        };
    if (!fits || !has(x, s.axis()) || result.rank() != x.rank()) {
      return false;
    }
    var shape = new ArrayList<>(x.shape());
    if (s.builtin() == Builtin.TOP_K) {
      shape.set(s.axis(), result.shape().get(s.axis()));
    }
    return InstrRules.same(shape, result.shape(), facts);
  }

  private static boolean search(TensorIr.Search s, Facts facts) {
    return s.sorted().rank() == 1
        && s.sorted().dtype() == s.sought().dtype()
        && s.result().dtype() == DType.I64
        && !s.result().isScalar()
        && InstrRules.same(s.sought().shape(), s.result().shape(), facts);
  }

  private static boolean has(Value v, int axis) {
    return axis >= 0 && axis < v.rank();
  }
}
