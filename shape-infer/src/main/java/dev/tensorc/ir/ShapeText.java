package dev.tensorc.ir;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Types as a program would write them. */
public final class ShapeText {

  private ShapeText() {}

  /** {@code f32[n, ?]}; {@code f32} for a scalar. */
  public static String type(DType dtype, List<Dim> shape) {
    return shape.isEmpty()
        ? dtype.label()
        : dtype.label()
            + shape.stream().map(ShapeText::dim).collect(Collectors.joining(", ", "[", "]"));
  }

  /**
   * As {@link #type(DType, List)}, with {@code strict} and {@code bcast} where axes are that; of a
   * tensor of tensors {@code i32[3][5, 5]}.
   */
  public static String type(DType dtype, List<Dim> shape, Axes axes) {
    String label = axes.isText() ? "char" : dtype.label();
    if (shape.isEmpty()) {
      return label;
    }
    if (axes.ranks().size() == 1 && axes.ranks().getFirst() instanceof Dim.Const rank) {
      int lacking = shape.size() - (int) rank.value(); // unranked beside others that are
      List<Dim> own = shape.subList(lacking, shape.size());
      return type(dtype, own, Axes.of(axes.stretch().subList(lacking, shape.size())));
    }
    var levels = new StringBuilder();
    int from = 0;
    for (int level : axes.levels()) { // stored outer axes first, written inner axes first
      List<String> dims =
          IntStream.range(from, from + level)
              .mapToObj(i -> dim(shape.get(i), axes.stretch().get(i)))
              .toList();
      levels.insert(
          0,
          (axes.isUnranked() ? withRest(dims) : dims)
              .stream().collect(Collectors.joining(", ", "[", "]")));
      from += level;
    }
    return label + levels;
  }

  private static String dim(Dim d, Axes.Stretch stretch) {
    return switch (stretch) {
      case BY_DISCIPLINE -> dim(d);
      case NEVER -> "strict " + dim(d);
      case ALWAYS -> "bcast";
    };
  }

  /** {@code ...} for leading dims that nothing is known of, or that are all 1. */
  private static List<String> withRest(List<String> dims) {
    int first = 0;
    String rest = dims.getFirst().equals("1") ? "1" : "?";
    while (first < dims.size() && dims.get(first).equals(rest)) {
      first++;
    }
    return Stream.concat(Stream.of("..."), dims.subList(first, dims.size()).stream()).toList();
  }

  /** A dim: numbers, names and expressions of names as they are, all else {@code ?}. */
  public static String dim(Dim d) {
    return named(d) ? d.toString() : "?";
  }

  private static boolean named(Dim d) {
    return switch (d) {
      case Dim.Const _ -> true;
      case Dim.Sym s -> s.named();
      case Dim.Linear l -> l.terms().stream().allMatch(t -> named(t.atom()));
      case Dim.Product p -> p.factors().stream().allMatch(ShapeText::named);
      case Dim.Clamp c -> named(c.value());
      case Dim.Min m -> named(m.left()) && named(m.right());
      case Dim.CeilDiv c -> named(c.value());
      case Dim.Bound _, Dim.Late _, Dim.Join _ -> false;
    };
  }
}
