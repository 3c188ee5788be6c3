package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Builtin.Param;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The same elements, or some of them, elsewhere. */
final class Arrangements {

  private Arrangements() {}

  private static Optional<Expr> array(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0);
  }

  private static Expr of(Expr x, String text, List<Long> shape) {
    return Expr.same(text, x.type().withShape(shape), x);
  }

  /** {@code concat([x, y], axis=1)}, {@code stack}. */
  static Optional<Expr> joined(Scope s, int depth) {
    return array(s, depth)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              Expr y =
                  s.any(depth, t -> t.shape().equals(shape) && t.isBool() == x.type().isBool())
                      .orElseGet(() -> Elementwise.disguise(s, x));
              Type common =
                  x.type().isBool()
                      ? x.type()
                      : x.type().withDType(s.discipline.common(x.type(), y.type()));
              boolean stack = x.type().rank() < 3 && s.chance(30);
              int axis = s.below(shape.size() + (stack ? 1 : 0));
              var other = new ArrayList<>(shape);
              if (stack) {
                other.add(axis, 2L);
              } else {
                other.set(axis, 2 * shape.get(axis));
              }
              String at = axis == 0 && s.chance(50) ? "" : ", axis=" + axis;
              String text = (stack ? "stack" : "concat") + "([$1, $2]" + at + ")";
              return Expr.same(text, common.withShape(other), x, y);
            });
  }

  /** {@code flip}, {@code roll}, {@code repeat}, {@code diff}. */
  static Optional<Expr> along(Scope s, int depth) {
    return array(s, depth)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              int axis = s.below(shape.size());
              long size = shape.get(axis);
              String at = ", axis=" + (s.chance(30) ? axis - shape.size() : axis) + ")";
              return switch (s.below(4)) {
                case 0 -> of(x, s.chance(70) ? "flip($1" + at : "flip($1)", shape);
                case 1 -> of(x, "roll($1, " + Sizes.written(s, s.between(-3, 4)) + at, shape);
                case 2 -> {
                  long times = s.between(0, 3);
                  String text = "repeat($1, " + Sizes.written(s, times) + at;
                  yield of(x, text, Shrinker.with(shape, axis, size * times));
                }
                default ->
                    x.type().isNumeric() ? differences(s, x, axis) : of(x, "flip($1" + at, shape);
              };
            });
  }

  /** {@code sliding_window_view(x, 3, axis=-1)}; of a row also without {@code axis}. */
  static Optional<Expr> windows(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.rank() < 3)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              int axis = s.below(shape.size());
              long size = shape.get(axis);
              long window = s.between(0, Math.min(size, 4));
              var windows = new ArrayList<>(Shrinker.with(shape, axis, size - window + 1));
              windows.add(window);
              String at =
                  shape.size() == 1 && s.chance(30)
                      ? ""
                      : ", axis=" + (s.chance(30) ? axis - shape.size() : axis);
              String text = "sliding_window_view($1, " + Sizes.written(s, window) + at + ")";
              return of(x, text, windows);
            });
  }

  /** {@code diff(x, axis=0, n=2, prepend=0, append=y)}. */
  private static Expr differences(Scope s, Expr x, int axis) {
    long size = x.type().shape().get(axis);
    String text = "diff($1, axis=" + axis;
    long times = 1;
    if (s.chance(30)) {
      String n = OptionalArguments.value(s, Builtin.DIFF, "n", OptionalArguments::isCount);
      text += ", n=" + n;
      times = Long.parseLong(n);
    }
    var parts = new ArrayList<>(List.of(x));
    for (String end : List.of("prepend", "append")) {
      if (s.chance(20)) { // an array like x, or one number
        boolean array = s.chance(50);
        text += ", " + end + "=" + (array ? "$" + (parts.size() + 1) : "1");
        if (array) {
          parts.add(Elementwise.disguise(s, x));
        }
        size += array ? x.type().shape().get(axis) : 1;
      }
    }
    Type type =
        x.type().withShape(Shrinker.with(x.type().shape(), axis, Math.max(0, size - times)));
    return Expr.same(text + ")", type, parts.toArray(Expr[]::new));
  }

  /**
   * {@code permute_dims}, {@code moveaxis}, {@code matrix_transpose}, {@code tril}, {@code triu}.
   */
  static Optional<Expr> turned(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 1)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              int rank = shape.size();
              switch (s.below(4)) {
                case 0 -> {
                  int from = s.below(rank);
                  int to = s.below(rank);
                  var moved = new ArrayList<>(shape);
                  moved.add(to, moved.remove(from));
                  return of(x, "moveaxis($1, " + from + ", " + to + ")", moved);
                }
                case 1 -> {
                  String text = s.pick("tril", "triu") + "($1, k=" + s.between(-2, 2) + ")";
                  return of(x, text, shape);
                }
                case 2 -> {
                  var swapped = new ArrayList<>(shape);
                  Collections.swap(swapped, rank - 2, rank - 1);
                  return of(x, "matrix_transpose($1)", swapped);
                }
                default -> {
                  var axes = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
                  Collections.shuffle(axes, s.random);
                  String list =
                      axes.stream().map(Object::toString).collect(Collectors.joining(", "));
                  String text = "permute_dims($1, (" + list + "))";
                  return of(x, text, axes.stream().map(shape::get).toList());
                }
              }
            });
  }

  /** {@code reshape(x, (2, -1))}. */
  static Optional<Expr> reshaped(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.count() > 0)
        .map(
            x -> {
              var shape = new ArrayList<Long>();
              long rest = x.type().count();
              for (int i = s.below(3); i > 0; i--) {
                long total = rest;
                List<Long> fitting =
                    List.of(1L, 2L, 3L, 4L, 8L).stream().filter(n -> total % n == 0).toList();
                shape.add(s.pick(fitting));
                rest /= shape.getLast();
              }
              shape.add(rest);
              Collections.shuffle(shape, s.random);
              int open = s.chance(50) ? s.below(shape.size()) : -1;
              String sizes =
                  IntStream.range(0, shape.size())
                      .mapToObj(i -> i == open ? "-1" : Sizes.written(s, shape.get(i)))
                      .collect(Collectors.joining(", ", "(", shape.size() == 1 ? ",)" : ")"));
              return of(x, "reshape($1, " + sizes + ")", shape);
            });
  }

  /** {@code pad(x, ((1, 2), (0, 1)), mode="edge")}, {@code tile}. */
  static Optional<Expr> repeated(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.count() > 0 && t.count() < 300)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              boolean tile = s.chance(30);
              Param modes = Builtin.PAD.param("mode");
              String mode = s.pick(modes.choices());
              var widths = new ArrayList<String>();
              var other = new ArrayList<Long>();
              for (long size : shape) {
                if (tile) {
                  long times = s.between(1, 3);
                  widths.add(Sizes.written(s, times));
                  other.add(size * times);
                } else {
                  long most = mode.equals(modes.otherwise()) ? 2 : Math.min(2, size - 1);
                  long before = s.between(0, most);
                  long after = s.between(0, most);
                  widths.add("(" + Sizes.written(s, before) + ", " + Sizes.written(s, after) + ")");
                  other.add(before + size + after);
                }
              }
              String list = "(" + String.join(", ", widths) + (widths.size() == 1 ? ",)" : ")");
              String text =
                  tile
                      ? "tile($1, " + list + ")"
                      : "pad($1, " + list + ", mode=" + mode + constant(s, mode, x) + ")";
              return of(x, text, other);
            });
  }

  private static String constant(Scope s, String mode, Expr x) {
    boolean real = x.type().dtype().isFloat();
    return mode.equals(Builtin.PAD.param("mode").otherwise()) && x.type().isNumeric()
        ? OptionalArguments.maybe(
            s, Builtin.PAD, "constant_values", v -> real || OptionalArguments.isCount(v))
        : "";
  }

  /** {@code take(x, indices, axis=0)}, {@code take_along_axis}. */
  static Optional<Expr> taken(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.count() > 0)
        .flatMap(
            x -> {
              List<Long> shape = x.type().shape();
              int axis = s.below(shape.size());
              long size = shape.get(axis);
              if (s.generic.isEmpty() && s.chance(30)) {
                return s.any(depth, t -> t.shape().equals(shape) && t.dtype().isInt())
                    .map(
                        i ->
                            Expr.same(
                                "take_along_axis($1, astype($2, i64) %% %d, axis=%d)"
                                    .formatted(size, axis),
                                x.type(),
                                x,
                                i));
              }
              String end = ", axis=" + axis + ")";
              List<Long> chosen =
                  IntStream.range(0, 1 + s.below(4))
                      .mapToObj(_ -> s.between(-size, size - 1))
                      .toList();
              return Optional.of(
                  of(
                      x,
                      "take($1, " + chosen + end,
                      Shrinker.with(shape, axis, (long) chosen.size())));
            });
  }
}
