package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Index notation: {@code let c[i, j] = sum[g](a[i, g] * b[g, j])} and updates. An index without a
 * range subscripts an axis alone somewhere, which gives it its extent; so the elements that do that
 * are part of the expression in any case.
 */
final class IndexNotation {

  private static final List<String> OUTPUTS = List.of("i", "j", "l");
  private static final List<String> REDUCED = List.of("g", "h");
  private static final long MOST_POINTS = 3000;

  /**
   * @param from where it begins; 0 without a range
   */
  private record Index(String name, long from, long extent, boolean ranged) {

    long last() {
      return from + extent - 1;
    }
  }

  private final Scope s;
  private final List<Index> outputs = new ArrayList<>();
  private final List<Index> reduced = new ArrayList<>();

  /** Elements that the expression must have, outside and inside of the reduction. */
  private final List<Expr> outer = new ArrayList<>();

  private final List<Expr> inner = new ArrayList<>();

  private IndexNotation(Scope s) {
    this.s = s;
  }

  // ---------------------------------------------------------------- statements

  /** {@code let name[i, j] = e for i in 0:3}. */
  static Optional<Stmt> definition(Scope s, String name) {
    var made = new IndexNotation(s);
    Optional<Expr> value = s.chance(20) ? made.stencil() : made.value();
    if (value.isEmpty() || made.outputs.isEmpty()) {
      return Optional.empty();
    }
    Collections.shuffle(made.outputs, s.random);
    var shape = made.outputs.stream().map(Index::extent).toList();
    Type type = Type.of(value.get().type().dtype(), shape);
    if (!Shapes.small(type) || !s.keeps(type)) {
      return Optional.empty();
    }
    s.add(Expr.leaf(name, type));
    return Optional.of(
        Stmt.simple(
            "let %s[%s] = $1%s".formatted(name, names(made.outputs), made.ranges(made.outputs)),
            "%s = table(lambda %s: $1, %s, %s)"
                .formatted(name, names(made.outputs), Sizes.tuple(shape), s.written(type.dtype())),
            value.get()));
  }

  /** {@code w[i, 0] = e for i in 1:3}. */
  static Optional<Stmt> update(Scope s, Expr variable) {
    var made = new IndexNotation(s);
    var places = new ArrayList<String>();
    for (long size : variable.type().shape()) {
      if (made.outputs.size() < OUTPUTS.size() && size > 0 && s.chance(80)) {
        Index index = made.target(size);
        made.outputs.add(index);
        places.add(index.name);
      } else if (size > 0) {
        places.add(Long.toString(s.between(0, size - 1)));
      } else {
        return Optional.empty();
      }
    }
    if (made.outputs.isEmpty()) {
      return Optional.empty();
    }
    if (s.chance(60)) {
      made.element(variable, false).ifPresent(made.outer::add);
    }
    Expr value = made.composed(made.outer, made.leaves(false), List.of());
    String dtype = s.written(variable.type().dtype());
    String names = names(made.outputs);
    String name = variable.text();
    String bounds =
        made.outputs.stream()
            .map(i -> "(" + i.from + ", " + (i.last() + 1) + "), ")
            .collect(Collectors.joining("", "(", ")"));
    return Optional.of(
        Stmt.simple(
            "%s[%s] = astype($1, %s)%s"
                .formatted(name, String.join(", ", places), dtype, made.ranges(made.outputs)),
            "update(%s, lambda %s: (%s,), lambda %2$s: astype($1, %s), %s)"
                .formatted(name, names, String.join(", ", places), dtype, bounds),
            value));
  }

  private Index target(long size) {
    String name = OUTPUTS.get(outputs.size());
    if (s.chance(40)) {
      return new Index(name, 0, size, false);
    }
    long from = s.between(0, size - 1);
    return new Index(name, from, s.between(1, size - from), true);
  }

  private String ranges(List<Index> indices) {
    var ranged = indices.stream().filter(Index::ranged).toList();
    return ranged.isEmpty()
        ? ""
        : ranged.stream()
            .map(i -> i.name + " in " + i.from + ":" + Sizes.written(s, i.last() + 1))
            .collect(Collectors.joining(", ", " for ", ""));
  }

  private static String names(List<Index> indices) {
    return indices.stream().map(Index::name).collect(Collectors.joining(", "));
  }

  // ---------------------------------------------------------------- expressions

  /** Elements of one array or two, with a reduction over the indices that are not the result's. */
  private Optional<Expr> value() {
    var arrays = arrays();
    if (arrays.isEmpty()) {
      return Optional.empty();
    }
    boolean reduces = s.chance(50);
    required(s.pick(arrays), reduces);
    if (s.chance(50)) {
      required(s.pick(arrays), reduces);
    }
    if (s.chance(15) && outputs.size() < OUTPUTS.size()) { // subscripts nothing
      boolean ranged = s.chance(50);
      String name = OUTPUTS.get(outputs.size());
      outputs.add(new Index(name, 0, ranged ? s.between(1, 3) : 1, ranged));
    }
    long points = outputs.stream().mapToLong(Index::extent).reduce(1, (a, b) -> a * b);
    points *= reduced.stream().mapToLong(Index::extent).reduce(1, (a, b) -> a * b);
    if (points > MOST_POINTS) {
      return Optional.empty();
    }
    List<Expr> extra = reduced.isEmpty() ? List.of() : List.of(reduction());
    if (outer.isEmpty() && !extra.isEmpty() && s.chance(40)) {
      return Optional.of(extra.getFirst());
    }
    var all = new ArrayList<>(outer);
    all.addAll(extra);
    return Optional.of(composed(all, leaves(false), extra));
  }

  /** {@code sum[g](x[i + g] * w[g])}: how far the index goes follows from the sizes. */
  private Optional<Expr> stencil() {
    var vectors = arrays().stream().filter(a -> a.type().rank() == 1).toList();
    if (vectors.isEmpty()) {
      return Optional.empty();
    }
    Expr x = s.pick(vectors);
    Expr w = s.pick(vectors);
    long size = x.type().count();
    long window = w.type().count();
    if (window < 2 || window > size || (size - window + 1) * window > MOST_POINTS) {
      return Optional.empty();
    }
    outputs.add(new Index("i", 0, size - window + 1, false));
    Expr shifted = Expr.leaf(x.text() + "[i + g]", Type.scalar(x.type().dtype()));
    Expr weight = Expr.leaf(w.text() + "[g]", Type.scalar(w.type().dtype()));
    reduced.add(new Index("g", 0, window, false));
    inner.add(number(shifted));
    inner.add(number(weight));
    return Optional.of(reduction());
  }

  private List<Expr> arrays() {
    return s.variables().stream()
        .filter(v -> v.type().rank() > 0 && v.type().rank() < 4 && v.type().count() > 0)
        .toList();
  }

  /** An element of an array that gives indices their extents. */
  private void required(Expr array, boolean reduces) {
    int before = reduced.size();
    element(array, true, reduces)
        .ifPresent(e -> (reduced.size() > before || uses(e, reduced) ? inner : outer).add(e));
  }

  private static boolean uses(Expr element, List<Index> indices) {
    return indices.stream().anyMatch(i -> element.text().matches(".*\\[.*\\b" + i.name + "\\b.*"));
  }

  private Expr reduction() {
    boolean contraction = inner.size() == 2 && s.chance(50);
    Expr body =
        contraction
            ? join("($1 * $2)", number(inner.getFirst()), number(inner.getLast()))
            : composed(inner, leaves(true), List.of());
    DType dtype = body.type().dtype();
    String function;
    DType result;
    if (!contraction && dtype == DType.BOOL && s.chance(60)) {
      function = s.pick("any", "all");
      result = DType.BOOL;
    } else if (!contraction && dtype.isNumeric() && s.chance(40)) {
      function = s.pick("max", "min", reduced.size() == 1 ? "argmax" : "max");
      result = function.startsWith("arg") ? DType.I64 : dtype;
    } else {
      function = contraction ? "sum" : s.pick("sum", "sum", "prod");
      result = Reductions.summed(dtype);
    }
    String names = names(reduced);
    return new Expr(
        "%s[%s]($1%s)".formatted(function, names, ranges(reduced)),
        "reduced(%s, lambda %s: $1, %s)"
            .formatted(function, names, Sizes.tuple(reduced.stream().map(Index::extent).toList())),
        List.of(body),
        Type.scalar(result));
  }

  /** All of some elements, and something that is made of any. */
  private Expr composed(List<Expr> needed, List<Expr> leaves, List<Expr> more) {
    var all = new ArrayList<>(leaves);
    all.addAll(needed);
    all.addAll(more);
    Expr made = all.isEmpty() ? null : s.elements(all).any(2);
    for (Expr e : needed) {
      made = made == null ? e : combined(made, e);
    }
    return made == null ? Expr.same("astype(1, f32)", Type.scalar(DType.F32)) : made;
  }

  private Expr combined(Expr a, Expr b) {
    if (a.type().isBool() && b.type().isBool()) {
      return Expr.call("logical_and", a.type(), a, b);
    }
    return join(s.pick("($1 + $2)", "($1 - $2)", "($1 * $2)"), number(a), number(b));
  }

  private Expr join(String text, Expr a, Expr b) {
    return Expr.same(text, Type.scalar(s.discipline.common(a.type(), b.type())), a, b);
  }

  private Expr number(Expr e) {
    return e.type().isBool()
        ? Casts.to(s, e, s.generic.map(Generic::witness).orElse(DType.F32))
        : e;
  }

  // ---------------------------------------------------------------- elements

  /** Elements and numbers that an expression can be made of. */
  private List<Expr> leaves(boolean inside) {
    var leaves = new ArrayList<Expr>();
    for (Expr v : s.variables()) {
      if (v.type().isScalar() && !v.type().weak()) {
        leaves.add(v);
      } else if (v.type().rank() < 4 && v.type().count() > 0) {
        element(v, inside).ifPresent(leaves::add);
      }
    }
    outputs.stream()
        .filter(i -> i.ranged && s.generic.isEmpty())
        .map(i -> Expr.leaf("astype(" + i.name + ", i64)", Type.scalar(DType.I64)))
        .forEach(leaves::add);
    return leaves;
  }

  /** An element at places that known indices give. */
  private Optional<Expr> element(Expr array, boolean inside) {
    return element(array, false, inside);
  }

  private Optional<Expr> element(Expr array, boolean fresh, boolean inside) {
    var places = new ArrayList<String>();
    for (long size : array.type().shape()) {
      places.add(subscript(size, fresh, inside));
    }
    return Optional.of(
        Expr.leaf(
            array.text() + "[" + String.join(", ", places) + "]",
            Type.scalar(array.type().dtype())));
  }

  private String subscript(long size, boolean fresh, boolean inside) {
    var fitting = new ArrayList<>(outputs);
    if (inside) {
      fitting.addAll(reduced);
    }
    fitting.removeIf(i -> i.ranged ? i.last() >= size : i.extent != size);
    if (fresh && (fitting.isEmpty() || s.chance(60))) {
      boolean reduces = inside && reduced.size() < REDUCED.size() && s.chance(50);
      if (reduces || outputs.size() < OUTPUTS.size()) {
        return affine(size, made(size, reduces));
      }
    }
    if (!fitting.isEmpty() && s.chance(85)) {
      return affine(size, s.pick(fitting));
    }
    return Long.toString(s.between(0, size - 1));
  }

  private Index made(long size, boolean reduces) {
    List<Index> list = reduces ? reduced : outputs;
    String name = (reduces ? REDUCED : OUTPUTS).get(list.size());
    boolean ranged = size == 1 || s.chance(35); // an axis of 1 may be bcast, and give no extent
    var index = new Index(name, 0, ranged ? s.between(1, size) : size, ranged);
    list.add(index);
    return index;
  }

  /** The index alone, or moved, doubled or backwards as far as its range allows. */
  private String affine(long size, Index index) {
    if (!index.ranged) {
      return index.name;
    }
    int kind = s.below(4);
    if (kind == 0 && 2 * index.last() < size) {
      return "2 * " + index.name + plus(s.between(-2 * index.from, size - 1 - 2 * index.last()));
    }
    if (kind == 1) {
      return s.between(index.last(), size - 1 + index.from) + " - " + index.name;
    }
    return index.name + plus(s.between(-index.from, size - 1 - index.last()));
  }

  private static String plus(long by) {
    return by == 0 ? "" : (by > 0 ? " + " : " - ") + Math.abs(by);
  }
}
