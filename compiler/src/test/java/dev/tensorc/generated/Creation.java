package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** New arrays. */
final class Creation {

  private Creation() {}

  static Optional<Expr> filled(Scope s, int depth) {
    DType dtype = s.dtype();
    String like = ", dtype=" + s.written(dtype) + ")";
    if (s.chance(40)) {
      return s.any(depth, t -> t.rank() > 0)
          .map(
              x -> {
                boolean other = s.chance(50);
                boolean truth = other ? dtype == DType.BOOL : x.type().isBool();
                String function =
                    s.pick("zeros_like($1", truth ? "ones_like($1" : "full_like($1, 1");
                return Expr.same(
                    function + (other ? like : ")"),
                    other ? x.type().withDType(dtype) : x.type(),
                    x);
              });
    }
    var shape = new ArrayList<Long>();
    for (int i = 1 + s.below(2); i > 0; i--) {
      shape.add(s.pick(0L, 1L, 2L, 3L, 5L, 8L, 17L));
    }
    String function = s.pick("zeros($s", "ones($s", "full($s, 7");
    if (dtype == DType.BOOL) {
      function = "ones($s";
    }
    Type type = Type.of(dtype, shape);
    return Optional.of(
        new Expr(
            function.replace("$s", Sizes.shape(s, shape)) + like,
            function.replace("$s", Sizes.tuple(shape)) + like,
            List.of(),
            type));
  }

  /** {@code random_uniform(7, (2, n), dtype=f32)}; the key may be known at run time only. */
  static Optional<Expr> random(Scope s, int depth) {
    var shape = new ArrayList<Long>();
    for (int i = 1 + s.below(2); i > 0; i--) {
      shape.add(s.pick(0L, 1L, 3L, 8L, 17L, 35L));
    }
    DType dtype = s.pick(DType.F32, DType.F64);
    String function = s.pick("random_uniform", "random_normal");
    String key = s.chance(50) ? Long.toString(s.between(-3, 99)) : Sizes.written(s, s.below(9));
    String text =
        "%s(%s, %s, dtype=%s)".formatted(function, key, Sizes.shape(s, shape), s.written(dtype));
    return Optional.of(Expr.leaf(text, Type.of(dtype, shape)));
  }

  static Optional<Expr> counted(Scope s, int depth) {
    long count = s.pick(1L, 3L, 4L, 8L, 15L);
    String written = Sizes.written(s, count);
    return Optional.of(
        switch (s.below(5)) {
          case 0 -> between(s, count, written);
          case 1 -> {
            long columns = s.between(1, 5);
            String text =
                "eye(%s, %d, k=%d, dtype=%s)"
                    .formatted(written, columns, s.between(-1, 2), s.written(DType.F32));
            yield Expr.leaf(text, Type.of(DType.F32, List.of(count, columns)));
          }
          case 2 -> {
            long step = s.pick(2L, 3L, -1L);
            long start = s.between(-2, 3);
            String stop = Sizes.written(s, start + step * count);
            String text = "arange(%d, %s, %d)".formatted(start, stop, step);
            yield Expr.leaf(text, Type.of(DType.I64, List.of(count)));
          }
          case 3 -> ofFloats(s);
          default -> Expr.leaf("arange(" + written + ")", Type.of(DType.I64, List.of(count)));
        });
  }

  /** {@code linspace(2, 17, n, endpoint=false, dtype=i32)}. */
  private static Expr between(Scope s, long count, String written) {
    Optional<DType> dtype = OptionalArguments.dtype(s, Builtin.LINSPACE);
    String text =
        "linspace(%d, %d, %s".formatted(s.below(9), s.below(100), written)
            + OptionalArguments.maybe(s, Builtin.LINSPACE, "endpoint")
            + dtype.map(d -> ", dtype=" + s.written(d)).orElse("")
            + ")";
    Type type = Type.of(dtype.orElse(DType.F64), List.of(count));
    return new Expr(text, OptionalArguments.python(text), List.of(), type);
  }

  /** {@code arange(-0.5, 7.3, 0.3, dtype=f32)}; the steps are no multiples of a power of 2. */
  private static Expr ofFloats(Scope s) {
    long tenths = s.pick(-13L, -7L, 3L, 10L);
    long start = s.between(-20, 20);
    long count = s.pick(0L, 1L, 4L, 9L, 17L);
    DType dtype = s.pick(DType.F32, DType.F64);
    // Before the number that would be the next one, so that no rounding decides how many there are.
    double stop = count == 0 ? start : start + tenths * (count - 0.5);
    String text =
        "arange(%s, %s, %s, dtype=%s)"
            .formatted(start / 10.0, stop / 10.0, tenths / 10.0, s.written(dtype));
    return Expr.leaf(text, Type.of(dtype, List.of(count)));
  }
}
