package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.List;

/**
 * The dtypes that the type parameter of a function stands for. A body is made for the first of the
 * dtypes, the narrowest: an expression that keeps that dtype keeps the others too.
 *
 * @param bound as it is written
 */
record Generic(String bound, List<DType> dtypes) {

  static final String NAME = "T";

  private static final Generic FLOAT = new Generic("float", List.of(DType.F32, DType.F64));
  private static final List<Generic> EXPORTED =
      List.of(
          FLOAT,
          of(DType.F32, DType.F64),
          of(DType.F16, DType.F32),
          of(DType.I32, DType.I64),
          of(DType.U8, DType.I32));
  private static final List<Generic> INNER =
      List.of(
          FLOAT,
          of(DType.BF16, DType.F64),
          of(DType.I16, DType.U32, DType.I64),
          new Generic(
              "integer",
              List.of(
                  DType.I8, DType.U8, DType.U16, DType.I16, DType.U32, DType.I32, DType.U64,
                  DType.I64)));

  Generic {
    dtypes = List.copyOf(dtypes);
  }

  private static Generic of(DType... dtypes) {
    List<DType> all = List.of(dtypes);
    return new Generic(String.join(" | ", all.stream().map(DType::label).toList()), all);
  }

  static Generic exported(Scope s) {
    return s.pick(EXPORTED);
  }

  static Generic inner(Scope s) {
    return s.pick(INNER);
  }

  DType witness() {
    return dtypes.getFirst();
  }

  /** Whether a value can have that dtype for every dtype of the type parameter. */
  boolean keeps(DType dtype) {
    return dtype == witness() || dtype == DType.BOOL;
  }

  /** A dtype as the generic function writes it. */
  String written(DType dtype) {
    return dtype == witness() ? NAME : dtype.label();
  }

  /** A type where the type parameter stands for another dtype. */
  Type instance(Type type, DType chosen) {
    return type.dtype() == witness() ? type.withDType(chosen) : type;
  }

  String source() {
    return "[" + NAME + ": " + bound + "]";
  }
}
