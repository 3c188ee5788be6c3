package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rules of one instruction, given that its operands are in order. */
final class InstrRules {

  private InstrRules() {}

  /** The error of the instruction; empty without one. */
  static Optional<String> problem(TensorIr.Instr instr, Facts facts) {
    return Optional.ofNullable(
        switch (instr) {
          case TensorIr.Constant c -> constant(c);
          case TensorIr.Literal l -> literal(l);
          case TensorIr.DimValue d ->
              d.result().dtype() == DType.I64 && d.result().isScalar() ? null : "no i64 scalar";
          case TensorIr.Iota i ->
              i.result().dtype() == DType.I64 && i.axis() >= 0 && i.axis() < i.result().rank()
                  ? null
                  : "index along axis " + i.axis() + " of " + i.result().type();
          case TensorIr.Map m -> map(m, facts);
          case TensorIr.Reduce r -> reduce(r, facts);
          case TensorIr.Contract c -> contract(c, facts);
          case TensorIr.View v -> view(v);
          case TensorIr.Reshape r -> reshape(r, facts);
          case TensorIr.Gather g -> gather(g);
          case TensorIr.Ordered o -> OrderedRules.problem(o, facts);
          case TensorIr.Update u -> update(u, facts);
          case TensorIr.Scatter s -> scatter(s, facts);
          case TensorIr.If i -> branch(i, facts);
          case TensorIr.For f -> counted(f, facts);
          case TensorIr.While w -> repeated(w, facts);
        });
  }

  private static @Nullable String constant(TensorIr.Constant c) {
    DType dtype = c.result().dtype();
    boolean fits =
        Scalars.boxClass(dtype).isInstance(c.value())
            && (!dtype.isInt()
                || Scalars.wrap(dtype, ((Number) c.value()).longValue()).equals(c.value()))
            && (!dtype.isShortFloat()
                || Scalars.nearest(dtype, (Float) c.value()).equals(c.value()));
    return fits && c.result().isScalar()
        ? null
        : c.value().getClass().getSimpleName() + " is no " + c.result().type();
  }

  private static @Nullable String literal(TensorIr.Literal l) {
    boolean counted = Dims.isConst(Dims.product(l.result().shape()), l.elements().size());
    boolean typed =
        l.elements().stream().allMatch(v -> v.isScalar() && v.dtype() == l.result().dtype());
    return counted && typed ? null : l.elements().size() + " elements of " + l.result().type();
  }

  // ---------------------------------------------------------------- maps

  private static @Nullable String map(TensorIr.Map m, Facts facts) {
    Builtin b = m.builtin();
    int arrays = 0;
    for (Builtin.Param p : b.params()) {
      arrays += p.kind() == Builtin.ParamKind.ARRAY ? 1 : 0;
    }
    if (b.kind() != Builtin.Kind.ELEMENTWISE || m.operands().size() != arrays) {
      return b + " with " + m.operands().size() + " operands";
    }
    String dtypes = dtypes(m);
    return dtypes != null ? dtypes : space(m, facts);
  }

  private static @Nullable String dtypes(TensorIr.Map m) {
    Builtin b = m.builtin();
    DType result = m.result().dtype();
    DType last = m.operands().getLast().value().dtype();
    int conditions = b.types() == Builtin.Types.SELECT ? 1 : 0;
    List<DType> taken = m.operands().stream().skip(conditions).map(o -> o.value().dtype()).toList();
    boolean mixed = b.compares() && Set.copyOf(taken).equals(Set.of(DType.U64, DType.I64));
    boolean equal = mixed || taken.stream().allMatch(d -> d == last);
    boolean fits =
        switch (b.types()) {
          case NUMERIC -> last.isNumeric() && result == last;
          case FLOAT -> last.isFloat() && result == last;
          case COMPARE -> last.isNumeric() && result == DType.BOOL;
          case EQUALITY -> result == DType.BOOL;
          case BOOL -> last == DType.BOOL && result == DType.BOOL;
          case BITS -> !last.isFloat() && result == last;
          case INTEGER -> last.isInt() && result == last;
          case SELECT -> m.operands().getFirst().value().dtype() == DType.BOOL && result == last;
          case CAST -> true;
          case ANY -> result == last;
          case SUM, TRUTH, INDEX, PLACE, COUNT -> false; // of others
        };
    boolean computes = b.types() != Builtin.Types.SELECT && b.types() != Builtin.Types.CAST;
    return equal && fits && !(computes && last.isShortFloat())
        ? null
        : b + " from " + last + " to " + result;
  }

  private static @Nullable String space(TensorIr.Map m, Facts facts) {
    return space(m.operands(), m.result().shape(), m.result().rank(), facts);
  }

  private static @Nullable String contract(TensorIr.Contract c, Facts facts) {
    DType dtype = c.result().dtype();
    boolean equal = c.left().value().dtype() == dtype && c.right().value().dtype() == dtype;
    return dtype.isFloat() && !dtype.isShortFloat() && equal
        ? space(List.of(c.left(), c.right()), c.space(), c.result().rank(), facts)
        : "contraction of " + c.left().value().type() + " and " + c.right().value().type();
  }

  /**
   * Index maps are in order, and the space is the join of the operands' sizes.
   *
   * @param parallel axes from here on may have a size that no operand has
   */
  private static @Nullable String space(
      List<Operand> operands, List<Dim> space, int parallel, Facts facts) {
    int rank = space.size();
    var sizes = new ArrayList<List<Dim>>();
    for (int axis = 0; axis < rank; axis++) {
      sizes.add(new ArrayList<>());
    }
    for (Operand o : operands) {
      if (o.axes().size() != o.value().rank()
          || new HashSet<>(o.axes()).size() < o.axes().size()
          || o.axes().stream().anyMatch(a -> a < 0 || a >= rank)) {
        return "index map " + o.axes() + " of " + o.value().type();
      }
      for (int i = 0; i < o.axes().size(); i++) {
        sizes.get(o.axes().get(i)).add(o.value().shape().get(i));
      }
    }
    for (int axis = 0; axis < rank; axis++) {
      boolean free = axis >= parallel && sizes.get(axis).isEmpty();
      if (!free && !isJoin(space.get(axis), sizes.get(axis), facts)) {
        return "axis %d has size %s, but operands have %s"
            .formatted(axis, space.get(axis), sizes.get(axis));
      }
    }
    return null;
  }

  /** Facts that give an operand's size another form may hide the join that it is part of. */
  private static boolean isJoin(Dim size, List<Dim> sizes, Facts facts) {
    return facts.same(size, Dims.join(sizes.stream().map(facts::resolve).toList()))
        || facts.same(size, Dims.join(sizes));
  }

  // ---------------------------------------------------------------- the others

  private static @Nullable String reduce(TensorIr.Reduce r, Facts facts) {
    Value x = r.operand();
    DType result = r.result().dtype();
    boolean fits =
        switch (r.builtin()) {
          case SUM, PROD -> sums(x.dtype()) && result == x.dtype();
          case MAX, MIN -> x.dtype().isNumeric() && result == x.dtype() && !result.isShortFloat();
          case ANY, ALL -> x.dtype() == DType.BOOL && result == DType.BOOL;
          case ARGMAX, ARGMIN ->
              x.dtype().isNumeric() && !x.dtype().isShortFloat() && result == DType.I64;
          default -> false;
        };
    if (!fits) {
      return r.builtin() + " from " + x.dtype() + " to " + r.result().dtype();
    }
    var shape = new ArrayList<Dim>();
    int last = -1;
    for (int axis : r.axes()) {
      if (axis <= last || axis >= x.rank()) {
        return "axes " + r.axes() + " of " + x.type();
      }
      last = axis;
    }
    for (int axis = 0; axis < x.rank(); axis++) {
      if (!r.axes().contains(axis)) {
        shape.add(x.shape().get(axis));
      } else if (r.keepdims()) {
        shape.add(Dims.ONE);
      }
    }
    return last >= 0 && same(shape, r.result().shape(), facts) ? null : "shape of the reduction";
  }

  /** Sums: integers only in 64 bits. */
  private static boolean sums(DType dtype) {
    return dtype == DType.I64 || dtype == DType.U64 || (dtype.isFloat() && !dtype.isShortFloat());
  }

  static boolean same(List<Dim> a, List<Dim> b, Facts facts) {
    boolean same = a.size() == b.size();
    for (int i = 0; same && i < a.size(); i++) {
      same = facts.same(a.get(i), b.get(i));
    }
    return same;
  }

  private static @Nullable String view(TensorIr.View v) {
    if (v.axes().size() != v.operand().rank() || v.result().dtype() != v.operand().dtype()) {
      return "view of " + v.operand().type() + " by " + v.axes().size() + " axes";
    }
    for (TensorIr.ViewAxis a : v.axes()) {
      if (a.walks().stream().anyMatch(w -> !walks(w, v.result().rank()))
          || a.walks().stream().map(TensorIr.Walk::axis).distinct().count() < a.walks().size()
          || (a.stretches() && !a.equals(stretching(a)))) {
        return "view axis " + a;
      }
    }
    return null;
  }

  private static @Nullable String reshape(TensorIr.Reshape r, Facts facts) {
    boolean narrowed = r.result().isUnranked(); // its sizes are the operand's, found at run time
    return r.result().dtype() == r.operand().dtype()
            && (narrowed || sameCount(r.operand().shape(), r.result().shape(), facts))
        ? null
        : r.operand().type() + " as " + r.result().type();
  }

  /** Facts tell of the whole product, or of its rest without axes of equal sizes. */
  private static boolean sameCount(List<Dim> before, List<Dim> after, Facts facts) {
    if (facts.same(Dims.product(before), Dims.product(after))) {
      return true;
    }
    var rest = new ArrayList<>(before);
    var others = new ArrayList<Dim>();
    for (Dim d : after) {
      OptionalInt equal =
          IntStream.range(0, rest.size()).filter(i -> facts.same(rest.get(i), d)).findFirst();
      equal.ifPresentOrElse(rest::remove, () -> others.add(d));
    }
    return facts.same(Dims.product(rest), Dims.product(others));
  }

  private static @Nullable String gather(TensorIr.Gather g) {
    Value x = g.source().value();
    int rank = g.result().rank();
    List<Integer> own = g.source().axes();
    boolean mapped =
        own.size() == x.rank()
            && own.stream().allMatch(a -> a >= -1 && a < rank)
            && gathered(own).equals(g.places().stream().map(TensorIr.Place::axis).toList())
            && g.places().stream().allMatch(p -> leads(p, rank))
            && g.guard().stream().allMatch(o -> o.value().dtype() == DType.BOOL && maps(o, rank));
    return mapped && !g.places().isEmpty() && g.result().dtype() == x.dtype()
        ? null
        : "gather of " + x.type() + " by " + indices(g.places());
  }

  private static List<Integer> gathered(List<Integer> axes) {
    return IntStream.range(0, axes.size()).filter(k -> axes.get(k) == -1).boxed().toList();
  }

  private static boolean leads(TensorIr.Place p, int rank) {
    return p.index().value().dtype() == DType.I64 && maps(p.index(), rank);
  }

  private static boolean maps(TensorIr.Operand o, int rank) {
    return o.axes().size() == o.value().rank()
        && o.axes().stream().allMatch(a -> a >= 0 && a < rank);
  }

  private static List<String> indices(List<TensorIr.Place> places) {
    return places.stream().map(p -> p.index().value().type()).toList();
  }

  private static @Nullable String scatter(TensorIr.Scatter s, Facts facts) {
    Value target = s.target();
    int rank = s.extents().size();
    boolean typed =
        s.result().dtype() == target.dtype()
            && s.value().value().dtype() == target.dtype()
            && same(s.result().shape(), target.shape(), facts)
            && s.combine().stream().allMatch(TensorIr.Scatter.COMBINING::contains);
    boolean mapped =
        s.places().stream()
                .map(TensorIr.Place::axis)
                .toList()
                .equals(IntStream.range(0, target.rank()).boxed().toList())
            && s.places().stream().allMatch(p -> leads(p, rank))
            && maps(s.value(), rank)
            && s.operands().stream().noneMatch(Value::isScalar);
    return typed && mapped && !target.isScalar()
        ? null
        : "scatter of "
            + s.value().value().type()
            + " into "
            + target.type()
            + " at "
            + indices(s.places());
  }

  private static TensorIr.ViewAxis stretching(TensorIr.ViewAxis a) {
    return TensorIr.ViewAxis.stretching(a.walks().getFirst().axis());
  }

  private static boolean walks(TensorIr.Walk w, int rank) {
    return w.axis() >= 0 && w.axis() < rank && w.step() != 0;
  }

  private static @Nullable String update(TensorIr.Update u, Facts facts) {
    Value result = u.result();
    Value target = u.target();
    Value value = u.value().value();
    if (result.dtype() != target.dtype()
        || value.dtype() != target.dtype()
        || !same(result.shape(), target.shape(), facts)) {
      return "update of " + target.type() + " by " + value.type() + " to " + result.type();
    }
    int rank = u.extents().size();
    var walked = new ArrayList<Integer>();
    for (TensorIr.ViewAxis a : u.region()) {
      a.walks().forEach(w -> walked.add(w.axis()));
      if (a.walks().size() > 1 || a.walks().stream().anyMatch(w -> !walks(w, rank))) {
        return "region axis " + a;
      }
    }
    boolean once = new HashSet<>(walked).size() == rank && walked.size() == rank;
    return once && u.region().size() == target.rank() ? null : "region " + u.region();
  }

  private static @Nullable String branch(TensorIr.If i, Facts facts) {
    if (i.condition().dtype() != DType.BOOL || !i.condition().isScalar()) {
      return "condition of type " + i.condition().type();
    }
    String then = becomes(i.then().yields(), i.results(), facts);
    return then != null ? then : becomes(i.otherwise().yields(), i.results(), facts);
  }

  private static @Nullable String counted(TensorIr.For f, Facts facts) {
    for (Value v : List.of(f.index(), f.from(), f.to())) {
      if (v.dtype() != DType.I64 || !v.isScalar()) {
        return "a loop bound of type " + v.type();
      }
    }
    return f.step() == 0 ? "a step of 0" : loop(f.loop(), f.body(), facts);
  }

  private static @Nullable String repeated(TensorIr.While w, Facts facts) {
    List<Value> asked = w.condition().yields();
    return asked.size() == 1
            && asked.getFirst().dtype() == DType.BOOL
            && asked.getFirst().isScalar()
        ? loop(w.loop(), w.body(), facts)
        : "condition " + asked;
  }

  private static @Nullable String loop(TensorIr.Loop loop, TensorIr.Block body, Facts facts) {
    String begins = becomes(loop.initial(), loop.carried(), facts);
    String goesRound = becomes(body.yields(), loop.carried(), facts);
    String ends = becomes(loop.carried(), loop.results(), facts);
    return begins != null ? begins : goesRound != null ? goesRound : ends;
  }

  /** The values may become those: equal dtypes and ranks, and sizes that are equal or late. */
  private static @Nullable String becomes(List<Value> values, List<Value> those, Facts facts) {
    if (values.size() != those.size()) {
      return values.size() + " values for " + those.size();
    }
    for (int i = 0; i < values.size(); i++) {
      Value from = values.get(i);
      Value to = those.get(i);
      if (from.dtype() != to.dtype() || from.rank() != to.rank()) {
        return from.type() + " becomes " + to.type();
      }
      for (int axis = 0; axis < from.rank(); axis++) {
        Dim size = to.shape().get(axis);
        if (!(size instanceof Dim.Late) && !facts.same(size, from.shape().get(axis))) {
          return "axis " + axis + " is " + from.shape().get(axis) + ", not " + size;
        }
      }
    }
    return null;
  }
}
