package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shapes as arguments: {@code (n, 2 * m)}, a bare {@code n} for one axis, {@code ()} for a scalar,
 * or an array whose shape is meant. Sizes are dims as in types, or i64 scalars, which are checked
 * to be sizes.
 */
public final class Shapes {

  private final TypeContext cx;

  Shapes(TypeContext cx) {
    this.cx = cx;
  }

  /**
   * A shape that an argument says.
   *
   * @param ranks of the array whose shape it is, as {@link Axes#ranks} has them; empty where the
   *     shape is written as sizes
   */
  public record Shape(List<Dim> sizes, List<Dim> ranks) {
    public Axes axes() {
      return Axes.of(Axes.plain(sizes.size()).stretch(), ranks);
    }
  }

  /** The sizes; empty, and reported, where one is none, or their number is not known. */
  public Optional<List<Dim>> of(Builtin b, Ast.Expr e) {
    Optional<Shape> shape = ofAnyRank(b, e);
    if (shape.filter(s -> !s.ranks().isEmpty()).isPresent()) {
      Value array = ((Typed.Strong) cx.infer(array(e))).value();
      cx.report(cx.needsRank(array, "`" + b.label() + "` counts axes", e.span()));
      return Optional.empty();
    }
    return shape.map(Shape::sizes);
  }

  /** The array that has the shape: {@code x.shape} is that of {@code x}, as {@code x} is. */
  private static Ast.Expr array(Ast.Expr written) {
    return written instanceof Ast.Attribute a && a.name().text().equals("shape")
        ? a.target()
        : written;
  }

  /** As {@link #of}, of a shape whose rank may be found at run time. */
  public Optional<Shape> ofAnyRank(Builtin b, Ast.Expr written) {
    Ast.Expr e = array(written);
    if (!(e instanceof Ast.TupleLit) && !cx.dims.isOfDims(e)) {
      Arg arg = cx.arg(e);
      if (arg.typed().isUnknown()) {
        return Optional.empty();
      }
      if (arg.typed() instanceof Typed.Strong s && !s.value().isScalar()) {
        List<Dim> ranks = s.value().axes().ranks();
        return Optional.of(new Shape(cx.emit.resolve(s.value().shape()), ranks));
      }
      return size(b, arg).map(size -> new Shape(List.of(size), List.of()));
    }
    var sizes = new ArrayList<Dim>();
    boolean good = true;
    for (Ast.Expr item : AxisArguments.listed(e)) {
      Optional<Dim> size = size(b, item);
      size.ifPresent(sizes::add);
      good &= size.isPresent();
    }
    return good ? Optional.of(new Shape(sizes, List.of())) : Optional.empty();
  }

  /** One size; empty, and reported, where it is none. */
  public Optional<Dim> size(Builtin b, Ast.Expr e) {
    if (!cx.dims.isOfDims(e)) {
      Arg arg = cx.arg(e);
      return arg.typed().isUnknown() ? Optional.empty() : size(b, arg);
    }
    var written = new Ast.ExprDim(false, e, e.span());
    return cx.dims.size(written).map(d -> checked(b.label(), d, e.span()));
  }

  private Optional<Dim> size(Builtin b, Arg arg) {
    Typed typed = arg.typed();
    if (typed.rank() > 0 || !typed.dtype().isInt()) {
      cx.report(
          ErrorId.BAD_SIZE
              .at(arg.span(), "`" + typed.name() + "` is no size: it is " + typed.type())
              .found(typed.type())
              .expected("an integer")
              .hint("a shape is a tuple of integers, `(n, 3)`, or an array that has the shape"));
      return Optional.empty();
    }
    Optional<Dim> size = cx.scalarDims.of(arg);
    if (size.isEmpty()) {
      return size;
    }
    if (size.get() instanceof Dim.Const c && (c.value() < 0 || c.value() > DimExprs.MAX_SIZE)) {
      cx.report(
          ErrorId.BAD_SIZE
              .at(arg.span(), "a size of " + c.value() + " does not exist")
              .hint("sizes are 0 or more, and at most " + DimExprs.MAX_SIZE));
      return Optional.empty();
    }
    return Optional.of(checked(b.label(), size.get(), arg.span()));
  }

  /**
   * The size, once it is checked to be one.
   *
   * @param asks the name of its consumer, for the message
   */
  public Dim checked(String asks, Dim size, Span span) {
    if (!isOfArrays(size)) {
      cx.clauses.size(asks, Names.ofSource(span), size, span);
      cx.emit.learn(size, Dims.clamp(size), span, "size");
    }
    return cx.emit.resolve(size);
  }

  /** Whether the dim is the size of an array's axis, or of a part of one. */
  private boolean isOfArrays(Dim size) {
    return switch (cx.emit.resolve(size)) {
      case Dim.Const _ -> true;
      case Dim.Sym s -> cx.emit.bindings().get(s.id()).axis() >= 0;
      case Dim.Late l -> !l.signed();
      case Dim.Min m -> isOfArrays(m.left()) || isOfArrays(m.right());
      case Dim.Join j -> j.operands().stream().allMatch(this::isOfArrays);
      case Dim.Linear _, Dim.Product _, Dim.Clamp _, Dim.CeilDiv _, Dim.Bound _ -> false;
    };
  }
}
