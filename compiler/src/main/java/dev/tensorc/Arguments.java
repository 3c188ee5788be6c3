package dev.tensorc;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.Scalars;
import dev.tensorc.runtime.Tensor;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a caller's arguments fit a function's parameters, or says which does not. */
final class Arguments {

  private Arguments() {}

  static Object[] fit(Function f, @Nullable Object[] args) {
    List<Parameter> parameters = f.parameters();
    if (args.length != parameters.size()) {
      throw new IllegalArgumentException(
          f.signature() + " takes " + count(parameters.size()) + ", got " + args.length);
    }
    var fitted = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      Parameter p = parameters.get(i);
      Object arg = Objects.requireNonNull(args[i], () -> "`" + p.name() + "` is null");
      fitted[i] = p.isScalar() ? scalar(p, arg) : requireTensor(p.name(), p, tensor(p, arg));
    }
    return fitted;
  }

  /** A number is a tensor of rank 0, where any rank is. */
  private static Object tensor(Parameter p, Object arg) {
    return p.rank() == Parameter.UNRANKED && !(arg instanceof Tensor)
        ? TensorBridge.tensor(p.dtype(), List.of(), List.of(scalar(p, arg)))
        : arg;
  }

  private static String count(int n) {
    return n == 1 ? "1 argument" : n + " arguments";
  }

  static Tensor requireTensor(String name, Parameter p, Object arg) {
    Class<? extends Tensor> type = JavaTypes.tensor(p.dtype());
    if (!type.isInstance(arg)) {
      throw mismatch(name, p, "a " + type.getSimpleName(), arg);
    }
    return type.cast(arg);
  }

  private static Object scalar(Parameter p, Object arg) {
    Optional<Object> fitted =
        switch (p.dtype().carrier()) {
          case BOOLEAN -> arg instanceof Boolean ? Optional.of(arg) : Optional.empty();
          case INT -> isInt(arg) ? Optional.of(((Number) arg).intValue()) : Optional.empty();
          case LONG -> isLong(arg) ? Optional.of(((Number) arg).longValue()) : Optional.empty();
          case FLOAT ->
              isLong(arg)
                  ? Optional.of(
                      Scalars.nearest(p.dtype(), BigInteger.valueOf(((Number) arg).longValue())))
                  : arg instanceof Float f
                      ? Optional.of(Scalars.nearest(p.dtype(), f))
                      : Optional.empty();
          case DOUBLE ->
              isLong(arg) || arg instanceof Float || arg instanceof Double
                  ? Optional.of(((Number) arg).doubleValue())
                  : Optional.empty();
        };
    Object value =
        fitted.orElseThrow(
            () -> mismatch(p.name(), p, "a Java " + JavaTypes.primitive(p.dtype()), arg));
    if (p.dtype().isNarrow() && !Scalars.fits(p.dtype(), (Integer) value)) {
      throw new IllegalArgumentException(
          "`%s` is %s: from %s, got %s".formatted(p.name(), p.dtype(), p.dtype().range(), value));
    }
    return value;
  }

  /** What Java converts to int. */
  private static boolean isInt(Object arg) {
    return arg instanceof Integer || arg instanceof Short || arg instanceof Byte;
  }

  /** What Java converts to long. */
  private static boolean isLong(Object arg) {
    return isInt(arg) || arg instanceof Long;
  }

  private static IllegalArgumentException mismatch(
      String name, Parameter p, String wanted, Object got) {
    String what = got instanceof Tensor t ? "a tensor of " + t.type().label() : typeName(got);
    return new IllegalArgumentException(
        "`" + name + "` is " + p.declaredType() + ": it takes " + wanted + ", got " + what);
  }

  private static String typeName(Object got) {
    return "a value of class " + got.getClass().getSimpleName();
  }
}
