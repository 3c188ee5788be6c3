package dev.tensorc.generated;

import dev.tensorc.golden.ParamValues;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Optional arguments with values that the table says; mostly they are left out. */
final class OptionalArguments {

  private OptionalArguments() {}

  /** {@code , stable=false}, or nothing. */
  static String maybe(Scope s, Builtin b, String parameter) {
    return maybe(s, b, parameter, _ -> true);
  }

  /** As {@link #maybe(Scope, Builtin, String)}, with the values that fit the other arguments. */
  static String maybe(Scope s, Builtin b, String parameter, Predicate<String> fits) {
    return s.chance(70) ? "" : ", " + parameter + "=" + value(s, b, parameter, fits);
  }

  static String value(Scope s, Builtin b, String parameter, Predicate<String> fits) {
    List<String> values = ParamValues.of(b.param(parameter), 1);
    return s.pick(values.stream().filter(fits).toList());
  }

  /** A dtype of numbers, where the function has the parameter and it is not left out. */
  static Optional<DType> dtype(Scope s, Builtin b) {
    if (b.params().stream().noneMatch(p -> p.name().equals("dtype")) || s.chance(70)) {
      return Optional.empty();
    }
    String label = value(s, b, "dtype", v -> !v.equals(DType.BOOL.label()));
    return Arrays.stream(DType.values()).filter(d -> d.label().equals(label)).findFirst();
  }

  /** A whole number that every dtype holds. */
  static boolean isCount(String value) {
    return value.matches("\\d+");
  }

  /** The flags as Python writes them. */
  static String python(String text) {
    return text.replace("=true", "=True").replace("=false", "=False");
  }

  /**
   * A function of {@code $1} that computes in a dtype: NumPy converts x in another way where it
   * does not fit.
   */
  static Expr computing(Scope s, DType dtype, String text, Expr x, Type type) {
    String written = s.written(dtype);
    String named = ", dtype=" + written + ")";
    String cast = text.replace("($1", "(astype($1, " + written + ")");
    return new Expr(text + named, python(cast) + named, List.of(x), type.withDType(dtype));
  }
}
