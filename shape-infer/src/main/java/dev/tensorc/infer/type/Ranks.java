package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Leading;
import dev.tensorc.ir.TensorIr.Relation;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Facts about the ranks of unranked values, and requests for more. */
public final class Ranks {

  private final TypeContext cx;

  Ranks(TypeContext cx) {
    this.cx = cx;
  }

  /** The rank below which an unranked value never is: that of a ranked operand it was made of. */
  public static int least(Value value) {
    return least(value.axes().ranks());
  }

  private static int least(List<Dim> ranks) {
    return ranks.stream()
        .filter(Dim.Const.class::isInstance)
        .mapToInt(d -> (int) ((Dim.Const) d).value())
        .max()
        .orElse(0);
  }

  /** The value where it is a plain tensor whose rank is known; empty, and reported, where not. */
  public Optional<Value> plain(String what, Value value, Span span) {
    Optional<Value> plain = cx.nesting.plain(what, value, span);
    if (plain.isEmpty() || !value.isUnranked()) {
      return plain;
    }
    cx.report(cx.needsRank(value, what + " names axes by position", span));
    return Optional.empty();
  }

  /** Demands at least so many axes of an unranked value; checked where that is not known. */
  public void atLeast(Value value, int rank, String demand, Span span) {
    if (value.isUnranked() && least(value) < rank) {
      check(value, Relation.GREATER_EQUAL, rank, demand, span);
    }
  }

  private void check(Value value, Relation relation, int rank, String demand, Span span) {
    List<Dim> ranks = value.axes().ranks();
    cx.emit.checkOnce(
        List.of(ranks, relation, rank),
        new TensorIr.RankCheck(value.name(), ranks, relation, Dims.of(rank), demand, span),
        ranks);
  }

  /**
   * Demands that a value has no more axes than another one, which is unranked.
   *
   * @return the value without leading axes that it then may not have
   */
  public Value atMost(Value value, Value target, String demand, Span span) {
    if (!value.isScalar() && !Set.copyOf(target.axes().ranks()).containsAll(of(value))) {
      compare(value, Relation.LESS_EQUAL, target, demand, span);
    }
    return value.isUnranked() && value.rank() > target.rank()
        ? last(value, target.rank(), value.axes().ranks())
        : value;
  }

  /** Demands that both have as many axes, where that is found at run time. */
  public void equal(Value value, Value other, String demand, Span span) {
    if (!Set.copyOf(of(value)).equals(Set.copyOf(of(other)))) {
      compare(value, Relation.EQUAL, other, demand, span);
    }
  }

  private void compare(Value value, Relation relation, Value other, String demand, Span span) {
    List<Dim> has = of(value);
    List<Dim> ranks = of(other);
    cx.emit.check(
        new TensorIr.RankCheck(value.name(), has, relation, largest(ranks), demand, span),
        Stream.concat(has.stream(), ranks.stream()).toList());
  }

  /** The rank is the largest of these. */
  private static List<Dim> of(Value value) {
    return value.isUnranked() ? value.axes().ranks() : List.of(Dims.of(value.rank()));
  }

  public static String axes(int count) {
    return count == 1 ? "1 axis" : count + " axes";
  }

  /**
   * An unranked value that is declared with a rank is ranked from there on: its rank is checked.
   * Every other value stays as it is. Empty, and reported, where it never has that rank.
   *
   * @param subject the value's name in messages
   */
  public Optional<Value> ascribed(Value value, Declared declared, String subject, Span span) {
    int least = declared.dims().size() - (declared.rest().isPresent() ? 1 : 0);
    if (!value.isUnranked()) {
      return Optional.of(value);
    }
    if (least > value.rank() || (declared.rest().isEmpty() && least < least(value))) {
      cx.report(
          ErrorId.RANK
              .at(
                  span,
                  "%s has rank %d or %s, but %s has rank %d"
                      .formatted(
                          Ascriptions.quoted(subject),
                          least > value.rank() ? value.rank() : least(value),
                          least > value.rank() ? "less" : "more",
                          declared.text(),
                          least))
              .found(value.type())
              .expected(declared.text())
              .related(declared.span(), "declared here")
              .hint(
                  "`...` stands for any number of leading axes: `%s[...]`"
                      .formatted(value.dtype())));
      return Optional.empty();
    }
    String says = "it is declared " + declared.text();
    if (declared.rest().isPresent()) {
      if (least > 0) {
        atLeast(value, least, says + ": at least " + axes(least), span);
      }
      return Optional.of(value);
    }
    return Optional.of(ranked(value, least, says, span));
  }

  /** An unranked value as one of that rank, which is checked. */
  public Value ranked(Value value, int rank, String demand, Span span) {
    check(value, Relation.EQUAL, rank, demand, span);
    return last(value, rank, List.of());
  }

  /** An unranked value without the leading axes beyond so many, which it may not have. */
  public Value within(Value value, int rank, String demand, Span span) {
    if (!value.isUnranked() || value.rank() <= rank) {
      return value;
    }
    check(value, Relation.LESS_EQUAL, rank, demand, span);
    return last(value, rank, value.axes().ranks());
  }

  /**
   * The value where so many axes can be added to it: an unranked one without leading axes that it
   * then may not have, which is checked.
   */
  public Value room(Builtin b, Value value, int more, Span span) {
    return room("`" + b.label() + "`", value, more, span);
  }

  public Value room(String what, Value value, int more, Span span) {
    int most = Axes.MAX_RANK - more;
    String demand =
        "%s adds %s, and a value has at most %d".formatted(what, axes(more), Axes.MAX_RANK);
    return within(value, most, demand, span);
  }

  /** The last axes, which are all that it has. */
  private Value last(Value value, int rank, List<Dim> ranks) {
    int lacking = value.rank() - rank;
    var axes = new ArrayList<ViewAxis>();
    for (int axis = 0; axis < value.rank(); axis++) {
      axes.add(axis < lacking ? ViewAxis.at(Dims.ZERO) : ViewAxis.whole(axis - lacking));
    }
    Value result =
        cx.emit.fresh(
            value.dtype(),
            value.shape().subList(lacking, value.rank()),
            Axes.of(value.axes().stretch().subList(lacking, value.rank()), ranks),
            value.name(),
            value.span());
    return cx.emit.add(new TensorIr.View(result, value, axes));
  }

  /** The values with as many axes each, where one of them is unranked: then all are. */
  public List<Value> alike(List<Value> values) {
    int most = values.stream().mapToInt(Value::rank).max().orElse(0);
    return values.stream().anyMatch(Value::isUnranked)
        ? values.stream().map(v -> widened(v, most)).toList()
        : values;
  }

  /**
   * The value as a variable holds it. An unranked variable takes values of every rank where it is
   * declared so, else of its own; every other variable takes the value as it is, if that is ranked.
   * Empty, and reported, where its rank can never be that.
   */
  public Optional<Value> assigned(
      Value value, Frame.Variable variable, Span definition, String subject, Span span) {
    if (!variable.axes().isUnranked()) {
      int rank = variable.shape().size();
      var declared = new Declared(variable.dtype(), dims(rank, span), variable.type(), definition);
      return ascribed(value, declared, subject, span);
    }
    int axes = variable.shape().size();
    int least = variable.leastRank().orElseGet(() -> least(variable.axes().ranks()));
    if (value.rank() > axes || (!value.isUnranked() && value.rank() < least)) {
      cx.report(
          ErrorId.RANK
              .at(
                  span,
                  "%s has rank %d, but %s is %s"
                      .formatted(
                          Ascriptions.quoted(subject),
                          value.rank(),
                          variable.name(),
                          variable.type()))
              .found(value.type())
              .expected(variable.type())
              .related(definition, "defined here"));
      return Optional.empty();
    }
    Value wide = widened(value, axes);
    if (variable.anyRank()) {
      if (least > 0) {
        atLeast(wide, least, "it is declared " + variable.type(), span);
      }
      return Optional.of(wide);
    }
    String name = variable.name();
    Leading kept = new Leading(name, variable.type(), kept(variable), variable.axes().ranks(), 0);
    Leading given = Leading.of(wide, Names.ofSource(span), value.type(), 0);
    sameLeading("the variable `" + name + "` keeps its shape", kept, given, span);
    return Optional.of(cx.emit.withAxes(wide, wide.axes().ofRank(variable.axes().ranks())));
  }

  private static List<Dim> kept(Frame.Variable variable) {
    return variable.shape().stream().map(Optional::orElseThrow).toList();
  }

  /** Demands that leading sizes are the same, and as many; from then on that is known. */
  public void sameLeading(String what, Leading one, Leading other, Span span) {
    int most = Math.max(one.count(), other.count());
    boolean same = Set.copyOf(one.ranks()).equals(Set.copyOf(other.ranks()));
    var dims = new ArrayList<>(one.shape()); // the message has the others, too
    dims.addAll(other.shape());
    for (int k = 1; k <= most; k++) {
      same &= cx.emit.facts().same(one.size(k), other.size(k));
    }
    if (same && one.trailing() == other.trailing()) {
      return;
    }
    dims.addAll(one.ranks());
    dims.addAll(other.ranks());
    cx.emit.check(new TensorIr.LeadingCheck(what, one, other, span), dims);
    for (int k = 1; k <= most; k++) {
      cx.emit.learn(other.size(k), one.size(k), span, "declaration", dims);
    }
  }

  /** The largest of some ranks. */
  private static Dim largest(List<Dim> ranks) {
    Dim most = ranks.getFirst();
    for (Dim rank : ranks.subList(1, ranks.size())) {
      most = Dims.add(most, Dims.clamp(Dims.sub(rank, most)));
    }
    return most;
  }

  private static List<Ast.Dim> dims(int rank, Span span) {
    return Collections.nCopies(rank, new Ast.DynamicDim(false, span));
  }

  /** The same value, unranked, with so many axes, where leading ones may be missing. */
  public Value widened(Value value, int axes) {
    if (value.isUnranked() && value.rank() == axes) {
      return value;
    }
    int more = axes - value.rank();
    var shape = new ArrayList<>(Collections.nCopies(more, Dims.ONE));
    shape.addAll(value.shape());
    var stretch = new ArrayList<>(Collections.nCopies(more, Stretch.BY_DISCIPLINE));
    stretch.addAll(value.axes().stretch());
    Value result =
        cx.emit.fresh(
            value.dtype(), shape, Axes.of(stretch, of(value)), value.name(), value.span());
    var walks = Axes.indices(value.rank()).stream().map(a -> ViewAxis.whole(a + more)).toList();
    return cx.emit.add(new TensorIr.View(result, value, walks));
  }
}
