package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The type of an expression on the witness.
 *
 * @param weak whether it takes the dtype that it meets; a scalar
 */
record Type(DType dtype, boolean weak, List<Long> shape) {

  Type {
    shape = List.copyOf(shape);
  }

  static Type of(DType dtype, List<Long> shape) {
    return new Type(dtype, false, shape);
  }

  static Type weak(DType dtype) {
    return new Type(dtype, true, List.of());
  }

  static Type scalar(DType dtype) {
    return of(dtype, List.of());
  }

  int rank() {
    return shape.size();
  }

  boolean isScalar() {
    return shape.isEmpty();
  }

  long count() {
    return shape.stream().reduce(1L, (a, b) -> a * b);
  }

  Type withShape(List<Long> other) {
    return of(dtype, other);
  }

  Type withDType(DType other) {
    return of(other, shape);
  }

  boolean is(DType.Kind kind) {
    return dtype.kind() == kind;
  }

  boolean isNumeric() {
    return dtype.isNumeric();
  }

  boolean isBool() {
    return dtype == DType.BOOL;
  }

  /** As {@link Discipline#common}, where strong dtypes are promoted like that. */
  static DType common(List<Type> types, BinaryOperator<DType> promote) {
    var strong = types.stream().filter(t -> !t.weak).map(Type::dtype).reduce(promote);
    boolean weakFloat = types.stream().anyMatch(t -> t.weak && t.dtype.isFloat());
    return strong
        .map(d -> weakFloat && !d.isFloat() ? DType.F64 : d)
        .orElse(weakFloat ? DType.F64 : DType.I64);
  }
}
