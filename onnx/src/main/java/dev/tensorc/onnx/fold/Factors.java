package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A product of sizes taken apart, so that one can be divided by another.
 *
 * @param atoms the factors that are neither products nor numbers
 */
record Factors(long number, List<Dim> atoms) {

  static Factors of(Dim dim) {
    return switch (dim) {
      case Dim.Const(long value) -> new Factors(value, List.of());
      case Dim.Product(List<Dim> factors) -> new Factors(1, factors);
      case Dim.Linear(List<Dim.Term> terms, long constant)
          when terms.size() == 1 && constant == 0 ->
          of(terms.getFirst().atom()).times(terms.getFirst().factor());
      default -> new Factors(1, List.of(dim));
    };
  }

  private Factors times(long factor) {
    return new Factors(number * factor, atoms);
  }

  /** The quotient; null where it is no whole number for all sizes. */
  @Nullable Dim dividedBy(Factors divisor) {
    if (divisor.number == 0 || number % divisor.number != 0) {
      return null;
    }
    List<Dim> rest = new ArrayList<>(atoms);
    for (Dim each : divisor.atoms) {
      if (!rest.remove(each)) {
        return null;
      }
    }
    Dim quotient = Dims.of(number / divisor.number);
    for (Dim each : rest) {
      quotient = Dims.mul(quotient, each);
    }
    return quotient;
  }

  /** A quotient that has to be exact, or of two numbers. */
  static Dim quotient(Dim dividend, Dim divisor, Operands operands) {
    if (dividend instanceof Dim.Const(long a) && divisor instanceof Dim.Const(long b) && b != 0) {
      return Dims.of(a / b);
    }
    Dim quotient = of(dividend).dividedBy(of(divisor));
    if (quotient == null) {
      throw operands.refused(
          "a size is (%s) / (%s), which is not supported yet where it may leave a rest; fix sizes with --size"
              .formatted(dividend, divisor));
    }
    return quotient;
  }
}
