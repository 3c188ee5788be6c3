package dev.tensorc.generated;

import dev.tensorc.golden.Awkward;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A program whose arrays are unranked: a value that is no scalar on the witness has any rank in a
 * call. Reductions keep their axes, or give a scalar.
 */
final class Unranked {

  private static final int MOST_AXES = 6;

  private final Scope s;
  private final List<DType> dtypes = new ArrayList<>();

  private Unranked(Scope s) {
    this.s = s;
  }

  static GeneratedProgram generate(long seed, Scope scope) {
    return new Unranked(scope.unranked()).program(seed);
  }

  private GeneratedProgram program(long seed) {
    var params = new ArrayList<Fn.Param>();
    List<List<Long>> shapes = shapes(2 + s.below(2), 3);
    for (List<Long> shape : shapes) {
      String name = "abc".substring(params.size(), params.size() + 1);
      dtypes.add(s.chance(60) ? DType.F32 : s.dtype());
      params.add(new Fn.Param(name, declared(dtypes.getLast(), 1)));
      s.add(Expr.leaf(name, Type.of(dtypes.getLast(), shape)));
    }
    var body = new ArrayList<Stmt>();
    for (int i = s.below(4); i > 0; i--) {
      Expr value = s.any(3);
      s.add(Expr.leaf("v" + i, value.type()));
      body.add(Stmt.simple("let v" + i + " = $1", "v" + i + " = $1", value));
    }
    if (s.chance(30)) {
      body.addAll(Changes.make(s, "w", 2));
    }
    Expr result = s.any(3);
    List<Declared> results = List.of(declared(result.type().dtype(), result.type().rank()));
    body.add(Fn.returns(List.of(result), results));
    var head = new Fn.Head(true, GeneratedProgram.NAME, Optional.empty(), s.discipline);
    var calls = new ArrayList<List<Argument>>();
    calls.add(arguments(shapes));
    for (int i = 0; i < 4; i++) {
      calls.add(arguments(shapes(shapes.size(), 1 + s.below(MOST_AXES))));
    }
    return new GeneratedProgram(seed, List.of(new Fn(head, params, results, body)), calls);
  }

  private static Declared declared(DType dtype, int rank) {
    return new Declared(dtype.label(), rank == 0 ? List.of() : List.of("..."));
  }

  /** Shapes that go together: each is the end of one, with some sizes 1. */
  private List<List<Long>> shapes(int count, int rank) {
    var frame = new ArrayList<Long>();
    for (int axis = 0; axis < rank; axis++) {
      frame.add(axis == rank - 1 ? s.pick(1L, 2L, 7L, 8L, 17L) : s.pick(0L, 1L, 2L, 2L, 3L));
    }
    var shapes = new ArrayList<List<Long>>();
    for (int i = 0; i < count; i++) {
      int own = s.discipline.ranksGo(1, 2) ? 1 + s.below(rank) : rank;
      var shape = new ArrayList<>(frame.subList(rank - own, rank));
      if (s.discipline.stretches) {
        shape.replaceAll(n -> s.chance(15) ? 1 : n);
      }
      shapes.add(shape);
    }
    Collections.shuffle(shapes, s.random);
    return shapes;
  }

  private List<Argument> arguments(List<List<Long>> shapes) {
    var arguments = new ArrayList<Argument>();
    for (int i = 0; i < shapes.size(); i++) {
      long[] sizes = shapes.get(i).stream().mapToLong(Long::longValue).toArray();
      List<Object> elements =
          TensorBridge.elements(
              s.chance(50)
                  ? Awkward.smallNumbers(dtypes.get(i), s.random, sizes)
                  : Awkward.tensor(dtypes.get(i), s.random, sizes));
      var layout = s.chance(60) ? Argument.Layout.ROW_MAJOR : s.pick(Argument.Layout.values());
      arguments.add(new Argument(dtypes.get(i), shapes.get(i), elements, layout));
    }
    return arguments;
  }

  // ---------------------------------------------------------------- features

  /** The elements at other places along the last axis, in the same shape. */
  static Optional<Expr> arranged(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(
            x -> {
              String text =
                  s.pick(
                      "flip($1, axis=-1)",
                      "roll($1, 1, axis=-1)",
                      "matrix_transpose(expand_dims($1, axis=-2))",
                      "expand_dims($1, axis=-1)",
                      "concat([flip($1, axis=-1)], axis=-1)");
              List<Long> shape = x.type().shape();
              return text.contains("expand")
                  ? new Expr(text, text, List.of(x), Type.of(x.type().dtype(), column(shape)))
                  : new Expr(text, text, List.of(x), x.type());
            });
  }

  private static List<Long> column(List<Long> shape) {
    var column = new ArrayList<>(shape);
    column.add(1L);
    return column;
  }

  /** {@code sum(x, axis=-1, keepdims=true)}, {@code sum(x)}. */
  static Optional<Expr> reduction(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.isNumeric() && t.count() > 0)
        .map(
            x -> {
              String function = s.pick("sum", "mean", "max", "min");
              DType own = x.type().dtype();
              DType dtype =
                  switch (function) {
                    case "sum" -> Reductions.summed(own);
                    case "mean" -> own.isFloat() ? own : DType.F64;
                    default -> own;
                  };
              if (s.chance(40)) {
                return Expr.call(function, Type.scalar(dtype), x);
              }
              String text = function + "($1, axis=-1, keepdims=";
              int last = x.type().rank() - 1;
              return new Expr(
                  text + "true)",
                  text + "True)",
                  List.of(x),
                  Type.of(dtype, Shrinker.with(x.type().shape(), last, 1L)));
            });
  }
}
