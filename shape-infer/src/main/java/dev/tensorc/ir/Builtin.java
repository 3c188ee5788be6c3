package dev.tensorc.ir;

import dev.tensorc.math.Asin;
import dev.tensorc.math.Atan;
import dev.tensorc.math.Cbrt;
import dev.tensorc.math.Erf;
import dev.tensorc.math.Exp;
import dev.tensorc.math.Expm1;
import dev.tensorc.math.FloorDivide;
import dev.tensorc.math.Hyperbolic;
import dev.tensorc.math.Hypot;
import dev.tensorc.math.InverseHyperbolic;
import dev.tensorc.math.Log;
import dev.tensorc.math.LogAddExp;
import dev.tensorc.math.LogBase;
import dev.tensorc.math.MathOps;
import dev.tensorc.math.MathSequence;
import dev.tensorc.math.NextAfter;
import dev.tensorc.math.Pow;
import dev.tensorc.math.Rounding;
import dev.tensorc.math.Sigmoid;
import dev.tensorc.math.Signs;
import dev.tensorc.math.Tanh;
import dev.tensorc.math.Trig;
import java.util.List;
import java.util.Optional;

/**
 * Every function of the language, declared once. Inference, the interpreter, the code generator,
 * the documentation and "did you mean" read this table.
 *
 * <p>An operator of the language is another spelling of the function of the same row. Names are the
 * Python Array API standard's.
 *
 * <p>More than 500 lines: it is one table, with a row for each function.
 */
public enum Builtin {
  ADD(
      "add",
      "+",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "sum of the elements; integers wrap"),
  SUBTRACT(
      "subtract",
      "-",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "difference of the elements; integers wrap"),
  MULTIPLY(
      "multiply",
      "*",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "product of the elements; integers wrap"),
  DIVIDE(
      "divide",
      "/",
      Kind.ELEMENTWISE,
      Types.FLOAT,
      Params.BINARY,
      "true quotient; integers are divided as f64"),
  FLOOR_DIVIDE(
      "floor_divide",
      "//",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "quotient rounded towards minus infinity; integer division by zero throws"),
  REMAINDER(
      "remainder",
      "%",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "remainder with the divisor's sign; integer division by zero throws"),
  NEGATIVE("negative", "-", Kind.ELEMENTWISE, Types.NUMERIC, Params.UNARY, "the element negated"),
  POSITIVE("positive", "+", Kind.ELEMENTWISE, Types.NUMERIC, Params.UNARY, "the element itself"),
  ABS(
      "abs",
      "",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.UNARY,
      "absolute value; the lowest integer stays itself"),
  MAXIMUM(
      "maximum",
      "",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "the larger element; NaN wins, 0.0 is above -0.0"),
  MINIMUM(
      "minimum",
      "",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "the smaller element; NaN wins, -0.0 is below 0.0"),

  LESS(
      "less",
      "<",
      Kind.ELEMENTWISE,
      Types.COMPARE,
      Params.BINARY,
      "whether the first element is less"),
  LESS_EQUAL(
      "less_equal",
      "<=",
      Kind.ELEMENTWISE,
      Types.COMPARE,
      Params.BINARY,
      "whether the first element is less or equal"),
  GREATER(
      "greater",
      ">",
      Kind.ELEMENTWISE,
      Types.COMPARE,
      Params.BINARY,
      "whether the first element is greater"),
  GREATER_EQUAL(
      "greater_equal",
      ">=",
      Kind.ELEMENTWISE,
      Types.COMPARE,
      Params.BINARY,
      "whether the first element is greater or equal"),
  EQUAL(
      "equal",
      "==",
      Kind.ELEMENTWISE,
      Types.EQUALITY,
      Params.BINARY,
      "whether the elements are equal; NaN equals nothing"),
  NOT_EQUAL(
      "not_equal",
      "!=",
      Kind.ELEMENTWISE,
      Types.EQUALITY,
      Params.BINARY,
      "whether the elements differ; NaN differs from all"),

  LOGICAL_NOT(
      "logical_not",
      "not",
      Kind.ELEMENTWISE,
      Types.BOOL,
      Params.UNARY,
      "true where the element is false"),
  LOGICAL_AND(
      "logical_and",
      "and",
      Kind.ELEMENTWISE,
      Types.BOOL,
      Params.BINARY,
      "true where both are; the operator form is for scalars and stops early"),
  LOGICAL_OR(
      "logical_or",
      "or",
      Kind.ELEMENTWISE,
      Types.BOOL,
      Params.BINARY,
      "true where one is; the operator form is for scalars and stops early"),
  LOGICAL_XOR(
      "logical_xor", "", Kind.ELEMENTWISE, Types.BOOL, Params.BINARY, "true where exactly one is"),

  BITWISE_AND("bitwise_and", "&", Kind.ELEMENTWISE, Types.BITS, Params.BINARY, "bits set in both"),
  BITWISE_OR(
      "bitwise_or", "|", Kind.ELEMENTWISE, Types.BITS, Params.BINARY, "bits set in one or both"),
  BITWISE_XOR(
      "bitwise_xor", "^", Kind.ELEMENTWISE, Types.BITS, Params.BINARY, "bits set in exactly one"),
  BITWISE_INVERT(
      "bitwise_invert", "~", Kind.ELEMENTWISE, Types.BITS, Params.UNARY, "every bit flipped"),
  BITWISE_LEFT_SHIFT(
      "bitwise_left_shift",
      "<<",
      Kind.ELEMENTWISE,
      Types.INTEGER,
      Params.BINARY,
      "bits moved up; 0 from the width on; a negative count throws"),
  BITWISE_RIGHT_SHIFT(
      "bitwise_right_shift",
      ">>",
      Kind.ELEMENTWISE,
      Types.INTEGER,
      Params.BINARY,
      "bits moved down, the sign copied; a negative count throws"),

  SQRT(
      "sqrt",
      "",
      Kind.ELEMENTWISE,
      Types.FLOAT,
      Params.UNARY,
      "square root, correctly rounded; NaN below zero"),
  EXP("exp", Types.FLOAT, Exp.EXP, "e to the power of the element"),
  LOG("log", Types.FLOAT, Log.LOG, "natural logarithm; -inf at zero, NaN below"),
  SIN("sin", Types.FLOAT, Trig.SIN, "sine of the element in radians"),
  COS("cos", Types.FLOAT, Trig.COS, "cosine of the element in radians"),
  TANH("tanh", Types.FLOAT, Tanh.TANH, "hyperbolic tangent"),
  ERF("erf", Types.FLOAT, Erf.ERF, "error function"),
  SIGMOID("sigmoid", Types.FLOAT, Sigmoid.SIGMOID, "1 / (1 + exp(-x)), without overflow"),
  POW(
      "pow",
      "**",
      Types.NUMERIC,
      Pow.POW,
      "the first element to the power of the second; integers wrap, and a negative exponent of"
          + " theirs throws"),

  EXP2("exp2", Types.FLOAT, Expm1.EXP2, "2 to the power of the element"),
  EXPM1("expm1", Types.FLOAT, Expm1.EXPM1, "exp(x) - 1, precise near zero"),
  LOG1P("log1p", Types.FLOAT, Log.LOG1P, "log(1 + x), precise near zero"),
  LOG2("log2", Types.FLOAT, LogBase.LOG2, "logarithm to base 2; -inf at zero, NaN below"),
  LOG10("log10", Types.FLOAT, LogBase.LOG10, "logarithm to base 10; -inf at zero, NaN below"),
  LOGADDEXP(
      "logaddexp", Types.FLOAT, LogAddExp.LOGADDEXP, "log(exp(x1) + exp(x2)), without overflow"),
  CBRT("cbrt", Types.FLOAT, Cbrt.CBRT, "cube root, of negative numbers too"),
  TAN("tan", Types.FLOAT, Trig.TAN, "tangent of the element in radians"),
  ASIN("asin", Types.FLOAT, Asin.ASIN, "arc sine in radians; NaN beyond -1 and 1"),
  ACOS("acos", Types.FLOAT, Asin.ACOS, "arc cosine in radians; NaN beyond -1 and 1"),
  ATAN("atan", Types.FLOAT, Atan.ATAN, "arc tangent in radians"),
  ATAN2("atan2", Types.FLOAT, Atan.ATAN2, "angle of the point (x2, x1) in radians, from -pi to pi"),
  SINH("sinh", Types.FLOAT, Hyperbolic.SINH, "hyperbolic sine"),
  COSH("cosh", Types.FLOAT, Hyperbolic.COSH, "hyperbolic cosine"),
  ASINH("asinh", Types.FLOAT, InverseHyperbolic.ASINH, "inverse hyperbolic sine"),
  ACOSH("acosh", Types.FLOAT, InverseHyperbolic.ACOSH, "inverse hyperbolic cosine; NaN below 1"),
  ATANH(
      "atanh",
      Types.FLOAT,
      InverseHyperbolic.ATANH,
      "inverse hyperbolic tangent; NaN beyond -1 and 1"),

  FLOOR("floor", Types.NUMERIC, Rounding.FLOOR, "the largest whole number that is not above"),
  CEIL("ceil", Types.NUMERIC, Rounding.CEIL, "the smallest whole number that is not below"),
  TRUNC("trunc", Types.NUMERIC, Rounding.TRUNC, "the element without its fraction"),
  ROUND("round", Types.NUMERIC, Rounding.ROUND, "the nearest whole number, the even one of two"),
  SIGN("sign", Types.NUMERIC, Signs.SIGN, "1 above zero, -1 below, 0 at either zero; NaN stays"),
  SIGNBIT("signbit", Types.COMPARE, "whether the element is negative or -0.0; NaN is not"),
  ISNAN("isnan", Types.COMPARE, "whether the element is NaN"),
  ISINF("isinf", Types.COMPARE, "whether the element is inf or -inf"),
  ISFINITE("isfinite", Types.COMPARE, "whether the element is neither infinite nor NaN"),
  SQUARE("square", Types.NUMERIC, "the element times itself; integers wrap"),
  RECIPROCAL("reciprocal", Types.FLOAT, "1 divided by the element"),
  COPYSIGN(
      "copysign",
      Types.FLOAT,
      Signs.COPYSIGN,
      "the first element with the sign of the second; NaN counts as positive"),
  HYPOT(
      "hypot",
      Types.FLOAT,
      Hypot.HYPOT,
      "the square root of the sum of the squares, without overflow on the way"),
  FMA("fma", Types.FLOAT, MathSequence.of(MathOps::fma, MathOps::fma), "x * y + z, rounded once"),

  NEXTAFTER(
      "nextafter",
      Types.FLOAT,
      NextAfter.NEXTAFTER,
      "the float next to the first element on the way to the second; the second where they are"
          + " equal"),

  FMOD(
      "fmod",
      Types.NUMERIC,
      FloorDivide.FMOD,
      "remainder with the dividend's sign, as C's; integer division by zero throws"),
  FMAX(
      "fmax",
      "",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "the larger element; a number wins against NaN, 0.0 is above -0.0"),
  FMIN(
      "fmin",
      "",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      Params.BINARY,
      "the smaller element; a number wins against NaN, -0.0 is below 0.0"),
  RINT("rint", "", Kind.ELEMENTWISE, Types.NUMERIC, Params.UNARY, "another name of `round`"),
  DEG2RAD(
      "deg2rad",
      "",
      Kind.ELEMENTWISE,
      Types.FLOAT,
      Params.UNARY,
      "degrees in radians: the element times pi / 180"),
  RAD2DEG(
      "rad2deg",
      "",
      Kind.ELEMENTWISE,
      Types.FLOAT,
      Params.UNARY,
      "radians in degrees: the element times 180 / pi"),

  RELU("relu", "", Kind.ELEMENTWISE, Types.NUMERIC, Params.UNARY, "the element, but 0 if negative"),
  CLIP(
      "clip",
      "",
      Kind.ELEMENTWISE,
      Types.NUMERIC,
      List.of(
          Param.array("x"),
          new Param("min", ParamKind.ARRAY, true),
          new Param("max", ParamKind.ARRAY, true)),
      "the element, but min below it and max above it, where these are given; NaN wins"),

  WHERE(
      "where",
      "",
      Kind.ELEMENTWISE,
      Types.SELECT,
      List.of(Param.array("condition"), Param.array("x1"), Param.array("x2")),
      "x1 where the condition holds, else x2; both are evaluated"),
  ASTYPE(
      "astype",
      "",
      Kind.ELEMENTWISE,
      Types.CAST,
      List.of(Param.array("x"), Param.dtype("dtype")),
      "the element in another dtype; float to integer saturates and NaN gives 0"),

  SUM(
      "sum",
      "",
      Kind.REDUCTION,
      Types.SUM,
      Params.SUM,
      "sum over axes; of integers in 64 bits; 0 for none; `initial` is added last"),
  MEAN(
      "mean",
      "",
      Kind.REDUCTION,
      Types.FLOAT,
      Params.CHOOSE,
      "sum over axes divided by the count; NaN for none"),
  MAX(
      "max",
      "",
      Kind.REDUCTION,
      Types.NUMERIC,
      Params.EXTREME,
      "largest over axes; NaN wins; of nothing it is `initial`, and without that an error"),
  MIN(
      "min",
      "",
      Kind.REDUCTION,
      Types.NUMERIC,
      Params.EXTREME,
      "smallest over axes; NaN wins; of nothing it is `initial`, and without that an error"),
  PROD(
      "prod",
      "",
      Kind.REDUCTION,
      Types.SUM,
      Params.SUM,
      "product over axes; of integers in 64 bits; 1 for none; `initial` is multiplied last"),
  ANY(
      "any",
      "",
      Kind.REDUCTION,
      Types.TRUTH,
      Params.CHOOSE,
      "whether some element over axes is not 0; NaN is not; false for none"),
  ALL(
      "all",
      "",
      Kind.REDUCTION,
      Types.TRUTH,
      Params.CHOOSE,
      "whether no element over axes is 0; true for none"),
  ARGMAX(
      "argmax",
      "",
      Kind.REDUCTION,
      Types.INDEX,
      Params.EXTREME_PLACE,
      "where along an axis, or in the flattened array, the largest stands first; NaN wins; an empty"
          + " axis is an error"),
  VAR(
      "var",
      "",
      Kind.REDUCTION,
      Types.FLOAT,
      Params.VARIANCE,
      "mean of the squared distances from the mean, the count lessened by the correction, by"
          + " default 0; NaN for none"),
  STD("std", "", Kind.REDUCTION, Types.FLOAT, Params.VARIANCE, "square root of var"),
  COUNT_NONZERO(
      "count_nonzero",
      "",
      Kind.REDUCTION,
      Types.COUNT,
      Params.CHOOSE,
      "how many elements over axes are not 0; NaN is not"),
  ARGMIN(
      "argmin",
      "",
      Kind.REDUCTION,
      Types.INDEX,
      Params.EXTREME_PLACE,
      "where along an axis, or in the flattened array, the smallest stands first; NaN wins; an"
          + " empty axis is an error"),

  CONCAT(
      "concat",
      List.of(new Param("arrays", ParamKind.ARRAYS, false), Param.axis("axis", "0")),
      "arrays one after the other along an axis, by default the first; with `axis=none` all"
          + " elements in row-major order"),
  STACK(
      "stack",
      List.of(new Param("arrays", ParamKind.ARRAYS, false), Param.axis("axis", "0")),
      "arrays of one shape along a new axis, by default the first"),
  FLIP(
      "flip",
      List.of(Param.array("x"), new Param("axis", ParamKind.AXES, true)),
      "the elements in reverse order along axes, by default all"),
  PERMUTE_DIMS(
      "permute_dims",
      List.of(Param.array("x"), new Param("axes", ParamKind.AXES, false)),
      "the axes in another order: axis i of the result is axis axes[i] of x"),
  MOVEAXIS(
      "moveaxis",
      List.of(
          Param.array("x"),
          new Param("source", ParamKind.AXES, false),
          new Param("destination", ParamKind.AXES, false)),
      "some axes moved to other places, the others in order"),
  TAKE(
      "take",
      List.of(Param.array("x"), new Param("indices", ParamKind.INDICES, false), Param.axis("axis")),
      "the elements at indices along an axis; negative ones count from the end"),
  TAKE_ALONG_AXIS(
      "take_along_axis",
      List.of(
          Param.array("x"),
          new Param("indices", ParamKind.INDICES, false),
          Param.axis("axis", "-1")),
      "for each place along the other axes, which broadcast, the elements at its own indices"),

  BROADCAST_ARRAYS(
      "broadcast_arrays",
      Kind.SEVERAL,
      List.of(Param.variadic("arrays")),
      "each array repeated to the shape that all are broadcast to: `let (a, b) ="
          + " broadcast_arrays(x, y)`"),
  UNSTACK(
      "unstack",
      Kind.SEVERAL,
      List.of(Param.array("x"), Param.axis("axis", "0")),
      "the parts of an array along an axis, by default the first, whose size is a constant: `let"
          + " (a, b) = unstack(x)`"),
  TOP_K(
      "top_k",
      Kind.SEVERAL,
      List.of(Param.array("x"), Param.value("k"), Param.axis("axis", "-1")),
      "the k largest elements along an axis, by default the last, from the largest on, and where"
          + " they stand: `let (values, places) = top_k(x, 3)`; equal ones in their order, NaN"
          + " last"),
  CUMULATIVE_SUM(
      "cumulative_sum",
      Kind.ORDER,
      Types.SUM,
      Params.SCAN,
      "sums of the elements up to each along an axis, added in order; of integers in 64 bits,"
          + " unless `dtype` says otherwise; `include_initial=true` puts a 0 before them"),
  CUMULATIVE_PROD(
      "cumulative_prod",
      Kind.ORDER,
      Types.SUM,
      Params.SCAN,
      "products of the elements up to each along an axis, in order; of integers in 64 bits, unless"
          + " `dtype` says otherwise; `include_initial=true` puts a 1 before them"),
  CUMULATIVE_MAX(
      "cumulative_max",
      Kind.ORDER,
      Types.NUMERIC,
      Params.RUNNING,
      "the largest of the elements up to each along an axis; NaN wins from where it stands"),
  CUMULATIVE_MIN(
      "cumulative_min",
      Kind.ORDER,
      Types.NUMERIC,
      Params.RUNNING,
      "the smallest of the elements up to each along an axis; NaN wins from where it stands"),
  SORT(
      "sort",
      Kind.ORDER,
      Types.ANY,
      Params.SORT,
      "the elements along an axis, by default the last, from the smallest to the largest, or with"
          + " `descending=true` the other way; equal ones stay in their order; NaN last"),
  ARGSORT(
      "argsort", Kind.ORDER, Types.PLACE, Params.SORT, "where the elements of `sort` stand in x"),
  NONZERO(
      "nonzero",
      Kind.ORDER,
      Types.COUNT,
      List.of(Param.array("x")),
      "where elements are not 0, or true, in row-major order: the places along the one axis, or"
          + " `let (i, j) = nonzero(x)`, one result for each axis; how many there are is found at"
          + " run time"),
  UNIQUE_VALUES(
      "unique_values",
      Kind.ORDER,
      Types.ANY,
      List.of(Param.array("x")),
      "the elements of all axes, each value once, from the smallest to the largest; how many there"
          + " are is found at run time. Each NaN is a value of its own"),
  BINCOUNT(
      "bincount",
      Kind.ORDER,
      Types.INTEGER,
      List.of(
          Param.array("x"),
          new Param("weights", ParamKind.ARRAY, true),
          Param.integer("minlength", "0"),
          Param.integer("length", "none")),
      "how often each of the numbers 0, 1, 2, ... stands in a row, i64; with `weights` their sums,"
          + " f64, added in order. There are `length` of them; where it is left out, one more than"
          + " the largest number, but at least `minlength`, which is found at run time"),
  SEARCHSORTED(
      "searchsorted",
      Kind.ORDER,
      Types.PLACE,
      List.of(
          Param.array("x1"),
          Param.array("x2"),
          Param.choice("side", "\"left\"", "\"right\""),
          new Param("sorter", ParamKind.INDICES, true)),
      "where each element of x2 would stand in x1, which is sorted or which `sorter`, an `argsort`,"
          + " sorts: before its equals, or with `side=\"right\"` behind them"),

  BROADCAST_TO(
      "broadcast_to",
      List.of(Param.array("x"), Param.shape("shape")),
      "x repeated to the shape, or to that of an array, aligned at the right; sizes of 1 stretch"),
  BROADCAST_IN_DIM(
      "broadcast_in_dim",
      List.of(Param.array("x"), Param.shape("shape"), new Param("dims", ParamKind.AXES, false)),
      "x repeated to the shape, its axes at those of the shape that dims names; sizes of 1"
          + " stretch"),
  BROADCAST_DIMS("broadcast_dims", Params.AXES, "x with axes marked bcast: their size must be 1"),
  UNBROADCAST_DIMS("unbroadcast_dims", Params.AXES, "x with axes that are not bcast any more"),
  EXPAND_DIMS(
      "expand_dims",
      List.of(Param.array("x"), new Param("axis", ParamKind.AXES, "0")),
      "x with new axes of size 1, which are bcast, at these places of the result, by default the"
          + " first"),
  SQUEEZE("squeeze", Params.AXES, "x without axes whose size must be 1"),
  NARROW("narrow", Params.UNARY, "x without its axes of size 1; a scalar where that are all"),
  MATERIALIZE(
      "materialize",
      "",
      Kind.ELEMENTWISE,
      Types.ANY,
      Params.UNARY,
      "x, stored: not computed or broadcast again where it is used"),
  RESHAPE(
      "reshape",
      List.of(Param.array("x"), Param.value("shape")),
      "the elements in row-major order in another shape; a size of -1 follows from the others"),
  PAD(
      "pad",
      List.of(
          Param.array("x"),
          Param.value("pad_width"),
          Param.choice("mode", "\"constant\"", "\"edge\"", "\"reflect\"", "\"wrap\""),
          Param.number("constant_values", "0")),
      "the array with elements before and after each axis: `\"constant\"` (`constant_values`),"
          + " `\"edge\"`, `\"reflect\"` or `\"wrap\"`"),
  ROLL(
      "roll",
      List.of(Param.array("x"), Param.value("shift"), new Param("axis", ParamKind.AXES, true)),
      "the elements moved along axes, by default in row-major order through all; those that leave"
          + " at one end come in at the other"),
  REPEAT(
      "repeat",
      List.of(Param.array("x"), Param.value("repeats"), Param.axis("axis")),
      "each element so many times in a row along an axis, by default in row-major order"),
  TILE(
      "tile",
      List.of(Param.array("x"), Param.value("repetitions")),
      "the whole array so many times along each axis"),
  DIFF(
      "diff",
      List.of(
          Param.array("x"),
          Param.integer("n", "1"),
          Param.axis("axis", "-1"),
          new Param("prepend", ParamKind.ARRAY, true),
          new Param("append", ParamKind.ARRAY, true)),
      "each element without the one before it along an axis, by default the last; n times, and with"
          + " arrays or numbers put before and after it first"),
  SLIDING_WINDOW_VIEW(
      "sliding_window_view",
      List.of(
          Param.array("x"), Param.shape("window_shape"), new Param("axis", ParamKind.AXES, true)),
      "the windows of a shape along axes, by default along all: the axes of x go through the"
          + " windows, and those behind them through the places in one; a view"),
  TRIL(
      "tril",
      List.of(Param.array("x"), Param.integer("k", "0")),
      "the elements on and below diagonal k, 0 above it"),
  TRIU(
      "triu",
      List.of(Param.array("x"), Param.integer("k", "0")),
      "the elements on and above diagonal k, 0 below it"),

  FULL(
      "full",
      Kind.CREATION,
      List.of(Param.shape("shape"), Param.value("fill_value"), Param.ofDType()),
      "a new array of one number"),
  ZEROS(
      "zeros",
      Kind.CREATION,
      List.of(Param.shape("shape"), Param.ofDType()),
      "a new array of zeros, by default f64"),
  ONES(
      "ones",
      Kind.CREATION,
      List.of(Param.shape("shape"), Param.ofDType()),
      "a new array of ones, by default f64"),
  FULL_LIKE(
      "full_like",
      Kind.CREATION,
      List.of(Param.array("x"), Param.value("fill_value"), Param.ofDType()),
      "a new array of one number, with the shape and, by default, the dtype of x"),
  ZEROS_LIKE(
      "zeros_like",
      Kind.CREATION,
      List.of(Param.array("x"), Param.ofDType()),
      "a new array of zeros, with the shape and, by default, the dtype of x"),
  ONES_LIKE(
      "ones_like",
      Kind.CREATION,
      List.of(Param.array("x"), Param.ofDType()),
      "a new array of ones, with the shape and, by default, the dtype of x"),
  ARANGE(
      "arange",
      Kind.CREATION,
      List.of(
          Param.value("start"),
          Param.number("stop", "none"),
          Param.number("step", "1"),
          Param.ofDType()),
      "from start, or 0, to before stop, in steps of step, or 1; the step, and floats, are"
          + " constants"),
  LINSPACE(
      "linspace",
      Kind.CREATION,
      List.of(
          Param.value("start"),
          Param.value("stop"),
          Param.value("num"),
          Param.ofDType(),
          new Param("endpoint", ParamKind.FLAG, "true")),
      "num evenly spaced numbers from start to stop, both included unless `endpoint=false`"),
  MESHGRID(
      "meshgrid",
      Kind.SEVERAL,
      List.of(Param.variadic("arrays"), Param.choice("indexing", "\"xy\"", "\"ij\"")),
      "each vector repeated along an axis of its own: `let (a, b) = meshgrid(x, y)`; with"
          + " `indexing=\"xy\"`, the default, x runs along axis 1 and y along axis 0, with `\"ij\"`"
          + " in order"),
  EYE(
      "eye",
      Kind.CREATION,
      List.of(
          Param.value("n_rows"),
          Param.integer("n_cols", "none"),
          Param.integer("k", "0"),
          Param.ofDType()),
      "1 on diagonal k, 0 elsewhere"),

  RANDOM_UNIFORM(
      "random_uniform",
      Kind.RANDOM,
      List.of(Param.value("key"), Param.shape("shape"), Param.ofDType()),
      "numbers from 0 to below 1, by default f64: the same for a key everywhere and always"),
  RANDOM_NORMAL(
      "random_normal",
      Kind.RANDOM,
      List.of(Param.value("key"), Param.shape("shape"), Param.ofDType()),
      "normally distributed numbers of mean 0 and deviation 1, by default f64: the same for a key"
          + " everywhere and always"),

  FINFO(
      "finfo",
      Kind.LIMITS,
      List.of(Param.dtype("dtype")),
      "the limits of a float dtype, or of a value's: `finfo(f32).eps`, `.max`, `.min`,"
          + " `.smallest_normal`, `.bits`"),
  IINFO(
      "iinfo",
      Kind.LIMITS,
      List.of(Param.dtype("dtype")),
      "the limits of an integer dtype, or of a value's: `iinfo(u8).max`, `.min`, `.bits`"),

  MATRIX_TRANSPOSE(
      "matrix_transpose", List.of(Param.array("x")), "the last two axes changed for each other"),
  MATMUL(
      "matmul",
      "@",
      Kind.CONTRACTION,
      Types.NUMERIC,
      Params.BINARY,
      "products of matrices in the last two axes, the others broadcast; a vector is one row or"
          + " column; adds with fma, in i64 for integers"),
  VECDOT(
      "vecdot",
      "",
      Kind.CONTRACTION,
      Types.NUMERIC,
      List.of(Param.array("x1"), Param.array("x2"), Param.axis("axis", "-1")),
      "sums of products along an axis, the last one unless it is given; the others broadcast"),
  DIAGONAL(
      "diagonal",
      Kind.LINEAR,
      List.of(Param.array("x"), Param.integer("offset", "0")),
      "the elements of each matrix in the last two axes whose column is their row plus offset; a"
          + " view"),
  TRACE(
      "trace",
      Kind.LINEAR,
      Types.SUM,
      List.of(Param.array("x"), Param.integer("offset", "0"), Param.ofDType()),
      "sum of a diagonal of each matrix in the last two axes"),
  OUTER(
      "outer",
      Kind.LINEAR,
      Types.NUMERIC,
      Params.BINARY,
      "products of every element of one vector with every element of another"),
  CROSS(
      "cross",
      Kind.LINEAR,
      Types.NUMERIC,
      List.of(Param.array("x1"), Param.array("x2"), Param.axis("axis", "-1")),
      "cross products of the vectors of three elements along an axis, by default the last; the"
          + " other axes broadcast"),
  VECTOR_NORM(
      "vector_norm",
      Kind.LINEAR,
      Types.FLOAT,
      List.of(
          Param.array("x"),
          new Param("axis", ParamKind.AXES, true),
          new Param("keepdims", ParamKind.FLAG, true),
          Param.number("ord", "2")),
      "length of the vectors over axes: by default of order 2; also 1, inf, -inf, 0 (how many are"
          + " not 0) and any other number"),
  MATRIX_NORM(
      "matrix_norm",
      Kind.LINEAR,
      Types.FLOAT,
      List.of(
          Param.array("x"),
          new Param("keepdims", ParamKind.FLAG, true),
          Param.choice("ord", "\"fro\"", "1", "-1", "inf", "-inf")),
      "norm of each matrix in the last two axes: by default `\"fro\"`; also 1 and -1 (columns), inf"
          + " and -inf (rows)"),
  EINSUM(
      "einsum",
      Kind.CONTRACTION,
      Types.NUMERIC,
      List.of(Param.value("subscripts"), Param.variadic("operands")),
      "sums of products as letters say, one for each axis: `einsum(\"ij,jk->ik\", a, b)`; another"
          + " spelling of index notation"),
  TENSORDOT(
      "tensordot",
      "",
      Kind.CONTRACTION,
      Types.NUMERIC,
      List.of(Param.array("x1"), Param.array("x2"), new Param("axes", ParamKind.AXES, "2")),
      "sums of products over pairs of axes: `axes=2` for the last two with the first two, or"
          + " `axes=((0, 1), (1, 0))`; then the other axes of both");

  /** How a function relates the axes of its arguments to those of its result. */
  public enum Kind {
    /** Arguments are broadcast against each other; one result element for each joined position. */
    ELEMENTWISE,
    /** Axes are dropped, or kept as {@code bcast} with {@code keepdims}. */
    REDUCTION,
    /** Elements of the arguments at other places. */
    ARRANGEMENT,
    /** Arrays of numbers that no array is asked for. */
    CREATION,
    /** Products of two arguments are added up over axes of both. */
    CONTRACTION,
    /** Functions of vectors and matrices that others make up. */
    LINEAR,
    /** Arrays of random numbers. */
    RANDOM,
    /** Constants of a dtype, as attributes. */
    LIMITS,
    /** Several results, which only {@code let (a, b) = ...} takes apart. */
    SEVERAL,
    /** The elements along an axis are taken in an order. */
    ORDER
  }

  /** The dtype rule: which dtypes are taken, and the result's dtype. */
  public enum Types {
    /** Numeric arguments, promoted; the result has their dtype. */
    NUMERIC,
    /** Numeric arguments, promoted; integers become f64; the result has that dtype. */
    FLOAT,
    /** Numeric arguments, promoted; the result is bool. */
    COMPARE,
    /** Arguments of any dtypes, promoted; the result is bool. */
    EQUALITY,
    /** bool to bool. */
    BOOL,
    /** bool or integer arguments, promoted; the result has their dtype. */
    BITS,
    /** Integer arguments, promoted; the result has their dtype. */
    INTEGER,
    /** A bool, then two arguments that are promoted; the result has their dtype. */
    SELECT,
    /** Any dtype to the one given. */
    CAST,
    /** Floats keep their dtype; signed integers, bool give i64. */
    SUM,
    /** Any dtype, where elements other than 0 count as true, to bool. */
    TRUTH,
    /** Numeric to i64. */
    INDEX,
    /** Arguments of any dtypes, promoted, to i64. */
    PLACE,
    /** Any dtype, where elements other than 0 count, to i64. */
    COUNT,
    /** Arguments of any dtypes, promoted; the result has their dtype. */
    ANY
  }

  /** The kind of a parameter's arguments. */
  public enum ParamKind {
    ARRAY,
    /** An array of integers that say where elements are. */
    INDICES,
    /** An array of bools that says which elements count. */
    MASK,
    /** Arrays in a bracketed list. */
    ARRAYS,
    /** Any number of arrays, one argument each. */
    VARIADIC,
    DTYPE,
    AXIS,
    AXES,
    /** A scalar number. */
    NUMBER,
    /** A scalar integer. */
    INTEGER,
    FLAG,
    /** One of the values that the row lists. */
    CHOICE,
    /** Sizes, or an array that has the shape. */
    SHAPE,
    /** An argument that the function itself reads: a number, a size, a text, a nest of tuples. */
    VALUE
  }

  /**
   * @param otherwise the value where it is left out, as messages and the reference show it; empty
   *     where it may not be left out
   * @param choices the values that it takes, as programs write them; empty where the kind says
   *     which
   */
  public record Param(String name, ParamKind kind, String otherwise, List<String> choices) {

    public Param {
      choices = List.copyOf(choices);
    }

    public Param(String name, ParamKind kind, String otherwise) {
      this(name, kind, otherwise, List.of());
    }

    /**
     * @param optional axes default to all, flags to false, numbers to 0, others to none
     */
    Param(String name, ParamKind kind, boolean optional) {
      this(name, kind, optional ? usual(kind) : "");
    }

    private static String usual(ParamKind kind) {
      return switch (kind) {
        case AXES -> "all";
        case FLAG -> "false";
        case NUMBER -> "0";
        default -> "none";
      };
    }

    public boolean optional() {
      return !otherwise.isEmpty();
    }

    static Param array(String name) {
      return new Param(name, ParamKind.ARRAY, false);
    }

    /** One axis, which may be left out where the function's line gives the default. */
    static Param axis(String name) {
      return new Param(name, ParamKind.AXIS, true);
    }

    /** One axis, which may be left out. */
    static Param axis(String name, String otherwise) {
      return new Param(name, ParamKind.AXIS, otherwise);
    }

    /** Any number of arrays. */
    static Param variadic(String name) {
      return new Param(name, ParamKind.VARIADIC, false);
    }

    static Param value(String name) {
      return new Param(name, ParamKind.VALUE, false);
    }

    /** A number, which may be left out. */
    static Param number(String name, String otherwise) {
      return new Param(name, ParamKind.NUMBER, otherwise);
    }

    /** An integer, which may be left out. */
    static Param integer(String name, String otherwise) {
      return new Param(name, ParamKind.INTEGER, otherwise);
    }

    /** One of these values; the first is the default. */
    static Param choice(String name, String... choices) {
      return new Param(name, ParamKind.CHOICE, choices[0], List.of(choices));
    }

    /** The dtype of a new array, which may be left out. */
    static Param ofDType() {
      return new Param("dtype", ParamKind.DTYPE, true);
    }

    static Param dtype(String name) {
      return new Param(name, ParamKind.DTYPE, false);
    }

    static Param shape(String name) {
      return new Param(name, ParamKind.SHAPE, false);
    }
  }

  private static final class Params {
    static final List<Param> UNARY = List.of(Param.array("x"));
    static final List<Param> BINARY = List.of(Param.array("x1"), Param.array("x2"));
    static final List<Param> TERNARY =
        List.of(Param.array("x"), Param.array("y"), Param.array("z"));
    static final List<Param> AXES =
        List.of(Param.array("x"), new Param("axis", ParamKind.AXES, false));
    static final Param INITIAL = Param.number("initial", "none");
    static final Param WHERE = new Param("where", ParamKind.MASK, "true");
    static final List<Param> CHOOSE =
        List.of(
            Param.array("x"),
            new Param("axis", ParamKind.AXES, true),
            new Param("keepdims", ParamKind.FLAG, true),
            WHERE);
    static final List<Param> EXTREME =
        List.of(
            Param.array("x"),
            new Param("axis", ParamKind.AXES, true),
            new Param("keepdims", ParamKind.FLAG, true),
            INITIAL,
            WHERE);
    static final List<Param> EXTREME_PLACE =
        List.of(
            Param.array("x"),
            Param.axis("axis", "all"),
            new Param("keepdims", ParamKind.FLAG, true));
    static final List<Param> SUM =
        List.of(
            Param.array("x"),
            new Param("axis", ParamKind.AXES, true),
            new Param("keepdims", ParamKind.FLAG, true),
            Param.ofDType(),
            INITIAL,
            WHERE);
    static final List<Param> RUNNING = List.of(Param.array("x"), Param.axis("axis"));
    static final List<Param> SCAN =
        List.of(
            Param.array("x"),
            Param.axis("axis"),
            Param.ofDType(),
            new Param("include_initial", ParamKind.FLAG, true));
    static final List<Param> SORT =
        List.of(
            Param.array("x"),
            Param.axis("axis", "-1"),
            new Param("descending", ParamKind.FLAG, true),
            new Param("stable", ParamKind.FLAG, "true"));
    static final List<Param> VARIANCE =
        List.of(
            Param.array("x"),
            new Param("axis", ParamKind.AXES, true),
            new Param("correction", ParamKind.NUMBER, true),
            new Param("keepdims", ParamKind.FLAG, true),
            WHERE);
  }

  private final String label;
  private final String operator;
  private final Kind kind;
  private final Types types;
  private final List<Param> params;
  private final Optional<MathSequence> sequence;
  private final String doc;

  Builtin(String label, String operator, Kind kind, Types types, List<Param> params, String doc) {
    this(label, operator, kind, types, params, Optional.empty(), doc);
  }

  Builtin(String label, List<Param> params, String doc) {
    this(label, Kind.ARRANGEMENT, params, doc);
  }

  Builtin(String label, Kind kind, List<Param> params, String doc) {
    this(label, "", kind, Types.ANY, params, doc);
  }

  Builtin(String label, Kind kind, Types types, List<Param> params, String doc) {
    this(label, "", kind, types, params, doc);
  }

  Builtin(String label, Types types, String doc) {
    this(label, "", Kind.ELEMENTWISE, types, Params.UNARY, doc);
  }

  Builtin(String label, Types types, MathSequence sequence, String doc) {
    this(label, "", types, sequence, doc);
  }

  Builtin(String label, String operator, Types types, MathSequence sequence, String doc) {
    this(
        label,
        operator,
        Kind.ELEMENTWISE,
        types,
        switch (sequence.arity()) {
          case 1 -> Params.UNARY;
          case 2 -> Params.BINARY;
          default -> Params.TERNARY;
        },
        Optional.of(sequence),
        doc);
  }

  Builtin(
      String label,
      String operator,
      Kind kind,
      Types types,
      List<Param> params,
      Optional<MathSequence> sequence,
      String doc) {
    this.label = label;
    this.operator = operator;
    this.kind = kind;
    this.types = types;
    this.params = params;
    this.sequence = sequence;
    this.doc = doc;
  }

  public String label() {
    return label;
  }

  /** The operator that means the same, or empty. */
  public String operator() {
    return operator;
  }

  public Kind kind() {
    return kind;
  }

  public Types types() {
    return types;
  }

  /** Whether the builtin tells how two elements compare. */
  public boolean compares() {
    return switch (this) {
      case EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL -> true;
      default -> false;
    };
  }

  /**
   * Whether the builtin throws for some last operands that are integers, never for 1: it divides by
   * 0, or has a negative exponent or count.
   */
  public boolean throwsOfIntegers() {
    return switch (this) {
      case FLOOR_DIVIDE, REMAINDER, FMOD, POW, BITWISE_LEFT_SHIFT, BITWISE_RIGHT_SHIFT -> true;
      default -> false;
    };
  }

  public List<Param> params() {
    return params;
  }

  /** The parameter called that, which the function has. */
  public Param param(String name) {
    return params.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  /**
   * The sequence of floats that every engine evaluates; empty where the operation is one of the
   * machine.
   */
  public Optional<MathSequence> sequence() {
    return sequence;
  }

  /** One line for the reference. */
  public String doc() {
    return doc;
  }

  /** The function called that in a program. */
  public static Optional<Builtin> named(String label) {
    for (Builtin b : values()) {
      if (b.label.equals(label)) {
        return Optional.of(b);
      }
    }
    return Optional.empty();
  }
}
