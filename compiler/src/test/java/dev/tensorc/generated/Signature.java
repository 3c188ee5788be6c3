package dev.tensorc.generated;

import dev.tensorc.golden.Awkward;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The parameters of the exported function, and arguments for them. */
final class Signature {

  private static final List<Long> SMALL = List.of(2L, 3L, 4L, 5L, 6L);

  /** Around one and two vectors, and around the virtual lanes of sums. */
  private static final List<Long> LANES =
      List.of(7L, 8L, 9L, 15L, 16L, 17L, 31L, 32L, 33L, 63L, 64L, 65L);

  private static final List<String> VARIABLES = List.of("n", "m", "k", "p");
  private static final long MOST_ELEMENTS = 1200;

  /**
   * The size of an axis: a number, or computed from a variable.
   *
   * @param variable empty for a number
   * @param text as it is declared; {@code ?} tells nothing
   */
  private record Axis(String variable, long factor, long plus, String text) {

    long size(Map<String, Long> values) {
      return Math.max(0, variable.isEmpty() ? plus : factor * values.get(variable) + plus);
    }

    boolean open() {
      return text.equals(Declared.OPEN);
    }

    Axis opened() {
      return new Axis(variable, factor, plus, Declared.OPEN);
    }
  }

  private record Param(String name, DType dtype, List<Axis> axes) {}

  /** A parameter that is used as a place: i64, with a value that is known on the witness. */
  private record Number(String name, long value) {}

  private final Scope s;
  private final Map<String, Long> values;
  private final List<Param> params = new ArrayList<>();
  private final List<Number> numbers = new ArrayList<>();

  private Signature(Scope s) {
    this.s = s;
    this.values = drawn();
  }

  /** Parameters, which are in scope from then on. */
  static Signature make(Scope s) {
    var signature = new Signature(s);
    signature.draw();
    signature.bind();
    return signature;
  }

  private Map<String, Long> drawn() {
    var drawn = new HashMap<String, Long>();
    VARIABLES.forEach(v -> drawn.put(v, size()));
    return drawn;
  }

  private long size() {
    int kind = s.below(100);
    return kind < 4 ? 0 : kind < 14 ? 1 : s.pick(kind < 60 ? SMALL : LANES);
  }

  // ---------------------------------------------------------------- parameters

  private void draw() {
    List<String> frame = List.of(s.pick(VARIABLES), s.pick(VARIABLES), s.pick(VARIABLES));
    DType main = s.chance(50) ? DType.F32 : s.dtype();
    if (s.generic.isPresent()) {
      main = s.generic.get().witness();
    }
    int count = 1 + s.below(4);
    for (int i = 0; i < count; i++) {
      int rank = i == 0 ? 1 + s.below(3) : s.pick(0, 1, 1, 2, 2, 3);
      var axes = new ArrayList<Axis>();
      for (int axis = 3 - rank; axis < 3; axis++) {
        axes.add(axis(frame.get(axis)));
      }
      while (count(axes, values) > MOST_ELEMENTS) {
        axes.removeFirst();
      }
      String name = "abcde".substring(i, i + 1);
      boolean same = i == 0 && s.generic.isPresent() || s.chance(60);
      params.add(new Param(name, same ? main : dtype(), axes));
    }
    params.replaceAll(
        p -> new Param(p.name(), p.dtype(), p.axes().stream().map(this::bound).toList()));
    for (int i = s.pick(0, 0, 0, 1, 1, 2); i > 0; i--) {
      numbers.add(new Number("i" + i, s.between(-2, 6)));
    }
  }

  private DType dtype() {
    return s.generic.map(g -> s.pick(g.witness(), DType.BOOL)).orElseGet(s::dtype);
  }

  private Axis axis(String common) {
    String v = s.chance(80) ? common : s.pick(VARIABLES);
    int kind = s.below(100);
    if (kind < 45) {
      return new Axis(v, 1, 0, v);
    }
    if (kind < 75) {
      boolean strict = !s.discipline.stretches && s.chance(20);
      s.library.hasStrictAxes |= strict;
      return new Axis(v, 1, 0, strict ? "strict ?" : Declared.OPEN);
    }
    if (kind < 83) {
      return new Axis("", 0, values.get(v), Long.toString(values.get(v)));
    }
    if (kind < 92) {
      return new Axis("", 0, 1, s.pick("1", "bcast", Declared.OPEN));
    }
    int plus = s.below(3);
    return s.chance(50) ? new Axis(v, 2, 0, "2 * " + v) : new Axis(v, 1, plus, v + " + " + plus);
  }

  /** A computed size is declared only where some other axis binds its name. */
  private Axis bound(Axis axis) {
    boolean bound =
        params.stream()
            .flatMap(p -> p.axes().stream())
            .anyMatch(a -> a.text().equals(axis.variable()));
    return axis.open() || axis.variable().isEmpty() || bound ? axis : axis.opened();
  }

  private void bind() {
    for (Param p : params) {
      s.add(Expr.leaf(p.name(), Type.of(p.dtype(), shape(p, values))));
      p.axes().stream()
          .filter(a -> a.text().equals(a.variable()))
          .forEach(a -> s.bind(a.text(), values.get(a.variable())));
    }
    numbers.forEach(n -> s.addPlace(new Place(n.name(), n.value(), n.value(), false)));
  }

  List<Fn.Param> params() {
    return Stream.concat(
            params.stream().map(this::param),
            numbers.stream().map(n -> new Fn.Param(n.name(), Declared.scalar(DType.I64))))
        .toList();
  }

  private Fn.Param param(Param p) {
    List<String> dims = p.axes().stream().map(Axis::text).toList();
    return new Fn.Param(p.name(), new Declared(s.written(p.dtype()), dims));
  }

  private static List<Long> shape(Param p, Map<String, Long> values) {
    return p.axes().stream().map(a -> a.size(values)).toList();
  }

  private static long count(List<Axis> axes, Map<String, Long> values) {
    return axes.stream().mapToLong(a -> a.size(values)).reduce(1, (a, b) -> a * b);
  }

  // ---------------------------------------------------------------- arguments

  /** The shapes that the program was made for. */
  List<Argument> witness() {
    return arguments(params.stream().map(p -> shape(p, values)).toList(), true);
  }

  /** Other shapes, which fit the declared types. */
  List<Argument> redrawn() {
    Map<String, Long> other = drawn();
    return arguments(
        params.stream().map(p -> p.axes().stream().map(a -> stretched(a, other)).toList()).toList(),
        s.chance(50));
  }

  private long stretched(Axis axis, Map<String, Long> sizes) {
    return axis.open() && s.chance(12) ? 1 : axis.size(sizes);
  }

  /** Shapes with one wrong size, or one that stretches. */
  List<Argument> mistaken() {
    int wrong = s.below(params.size());
    Map<String, Long> base = s.chance(70) ? values : drawn();
    var shapes = new ArrayList<List<Long>>();
    for (int i = 0; i < params.size(); i++) {
      var shape = new ArrayList<>(shape(params.get(i), base));
      if (i == wrong && !shape.isEmpty()) {
        int axis = s.below(shape.size());
        shape.set(
            axis, s.pick(0L, 1L, 1L, 2L, shape.get(axis) + 1, Math.max(0, shape.get(axis) - 1)));
      }
      shapes.add(shape);
    }
    return arguments(shapes, s.chance(50));
  }

  /**
   * @param known whether numbers have the values that they have on the witness
   */
  private List<Argument> arguments(List<List<Long>> shapes, boolean known) {
    var arguments = new ArrayList<Argument>();
    Optional<DType> chosen = s.generic.map(g -> s.pick(g.dtypes()));
    for (int i = 0; i < params.size(); i++) {
      Param p = params.get(i);
      DType dtype =
          chosen.filter(_ -> p.dtype() == s.generic.orElseThrow().witness()).orElse(p.dtype());
      arguments.add(argument(dtype, shapes.get(i)));
    }
    for (Number n : numbers) {
      long value = known ? n.value() : s.between(-4, 10);
      arguments.add(new Argument(DType.I64, List.of(), List.of(value), Argument.Layout.ROW_MAJOR));
    }
    return arguments;
  }

  private Argument argument(DType dtype, List<Long> wanted) {
    var shape = new ArrayList<>(wanted);
    while (shape.stream().reduce(1L, (a, b) -> a * b) > MOST_ELEMENTS) { // wrong then, and small
      shape.replaceAll(size -> Math.min(size, 5));
    }
    long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
    Tensor elements =
        s.chance(50)
            ? Awkward.smallNumbers(dtype, s.random, sizes)
            : Awkward.tensor(dtype, s.random, sizes);
    var layout = s.chance(60) ? Argument.Layout.ROW_MAJOR : s.pick(Argument.Layout.values());
    return new Argument(dtype, shape, TensorBridge.elements(elements), layout);
  }
}
