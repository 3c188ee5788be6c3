package dev.tensorc.infer.rule;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import java.math.BigInteger;

/** The type that inference finds for an expression. */
public sealed interface Typed {

  /** A tensor or scalar with a dtype of its own. */
  record Strong(TensorIr.Value value) implements Typed {}

  /**
   * A constant that is not yet an instruction: Long, Double and BigInteger are weak, Boolean is a
   * bool. A BigInteger is from 2^63 to 2^64 - 1, which only u64 holds among the integers.
   *
   * @param name its source text
   */
  record Const(Object value, String name) implements Typed {
    public boolean isBool() {
      return value instanceof Boolean;
    }
  }

  /** A weak scalar computed at run time, from the sizes of dims: an i64 or f64 value. */
  record Weak(TensorIr.Value value) implements Typed {}

  /** Something wrong that has been reported; silences messages that would follow from it. */
  record Unknown() implements Typed {}

  Typed UNKNOWN = new Unknown();

  /** Whether the value takes the dtype that it meets. */
  default boolean isWeak() {
    return switch (this) {
      case Strong _, Unknown _ -> false;
      case Const c -> !c.isBool();
      case Weak _ -> true;
    };
  }

  default boolean isUnknown() {
    return this instanceof Unknown;
  }

  default int rank() {
    return this instanceof Strong s ? s.value().rank() : 0;
  }

  /** Its dtype, or the one it has if it meets nothing. */
  default DType dtype() {
    return switch (this) {
      case Strong s -> s.value().dtype();
      case Weak w -> w.value().dtype();
      case Const c ->
          switch (c.value()) {
            case Boolean _ -> DType.BOOL;
            case Long _ -> DType.I64;
            case BigInteger _ -> DType.U64;
            default -> DType.F64;
          };
      case Unknown _ -> throw new IllegalStateException("an unknown type has no dtype");
    };
  }

  /** The name of the value in messages. */
  default String name() {
    return switch (this) {
      case Strong s -> s.value().name();
      case Weak w -> w.value().name();
      case Const c -> c.name();
      case Unknown _ -> "?";
    };
  }

  /** Its type as messages show it. */
  default String type() {
    return switch (this) {
      case Strong s -> s.value().type();
      case Weak w -> w.value().dtype().label();
      case Const c -> c.isBool() ? "bool" : dtype().isInt() ? "an integer" : "a float";
      case Unknown _ -> "?";
    };
  }
}
