package dev.tensorc.runtime;

import dev.tensorc.runtime.link.math.ShortFloats;
import java.lang.reflect.Array;
import java.util.Objects;

/** Makes a caller's arguments fit a function's parameters, or says which does not. */
final class Arguments {

  private Arguments() {}

  static Object[] fit(Signature f, Object[] args) {
    var parameters = f.parameters();
    if (args.length != parameters.size()) {
      throw new IllegalArgumentException(
          f + " takes " + count(parameters.size()) + ", got " + args.length);
    }
    var fitted = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      Parameter p = parameters.get(i);
      Object arg = Objects.requireNonNull(args[i], () -> p.name() + " of " + f.name() + " is null");
      fitted[i] = p.isScalar() ? scalar(p, arg) : requireTensor(p.name(), p, tensor(p, arg));
    }
    return fitted;
  }

  /** A number is a tensor of rank 0, where any rank is. */
  private static Object tensor(Parameter p, Object arg) {
    return p.rank() == Parameter.UNRANKED && !(arg instanceof Tensor)
        ? tensorOf(p.dtype(), scalar(p, arg))
        : arg;
  }

  private static Tensor tensorOf(ElementType type, Object value) {
    Object array = type.newArray(1);
    Object stored =
        switch (type) {
          case I8, U8 -> ((Integer) value).byteValue();
          case I16, U16 -> ((Integer) value).shortValue();
          case F16 -> ShortFloats.toF16((Float) value);
          case BF16 -> ShortFloats.toBF16((Float) value);
          case BOOL, I32, U32, I64, U64, F32, F64 -> value;
        };
    Array.set(array, 0, stored);
    return Tensors.of(type, array);
  }

  private static String count(int n) {
    return n == 1 ? "1 argument" : n + " arguments";
  }

  static Tensor requireTensor(String name, Parameter p, Object arg) {
    Class<? extends Tensor> type = p.dtype().tensorClass();
    if (!type.isInstance(arg)) {
      throw mismatch(name, p, "a " + type.getSimpleName(), arg);
    }
    return type.cast(arg);
  }

  private static Object scalar(Parameter p, Object arg) {
    boolean fits =
        switch (p.dtype()) {
          case BOOL -> arg instanceof Boolean;
          case I8, U8, I16, U16, I32, U32 -> isInt(arg);
          case I64, U64 -> isLong(arg);
          case F16, BF16, F32 -> isLong(arg) || arg instanceof Float;
          case F64 -> isLong(arg) || arg instanceof Float || arg instanceof Double;
        };
    if (!fits) {
      throw mismatch(p.name(), p, "a Java " + JavaTypes.primitive(p.dtype()), arg);
    }
    return arg instanceof Number number ? converted(p, number) : arg;
  }

  /** Floats of fewer digits are the nearest, ties to even. */
  private static Object converted(Parameter p, Number arg) {
    return switch (p.dtype()) {
      case BOOL -> throw new IllegalStateException("no number is a bool");
      case I8, I16 -> inRange(p, arg.intValue(), -1 << (8 * p.dtype().byteWidth() - 1));
      case U8, U16 -> inRange(p, arg.intValue(), 0);
      case I32, U32 -> arg.intValue();
      case I64, U64 -> arg.longValue();
      case F32 -> arg.floatValue();
      case F64 -> arg.doubleValue();
      case F16 ->
          arg instanceof Float f
              ? ShortFloats.roundF16(f)
              : ShortFloats.roundF16(ShortFloats.toDouble(arg.longValue()));
      case BF16 ->
          arg instanceof Float f
              ? ShortFloats.roundBF16(f)
              : ShortFloats.roundBF16(ShortFloats.toDouble(arg.longValue()));
    };
  }

  private static Object inRange(Parameter p, int value, int lowest) {
    int highest = lowest + (1 << 8 * p.dtype().byteWidth()) - 1;
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          "`%s` is %s: from %d to %d, got %d"
              .formatted(p.name(), p.dtype().label(), lowest, highest, value));
    }
    return value;
  }

  /** Whether Java converts the argument to int. */
  private static boolean isInt(Object arg) {
    return arg instanceof Integer || arg instanceof Short || arg instanceof Byte;
  }

  /** Whether Java converts the argument to long. */
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
