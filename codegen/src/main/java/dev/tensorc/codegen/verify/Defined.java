package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.LoopIr.Region;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values and sizes that are known where a statement stands, and the values that may be read
 * there.
 */
final class Defined {

  private final @Nullable Defined outside;
  private final Set<Integer> values = new HashSet<>();
  private final Set<Dim> sizes = new HashSet<>();

  private Defined(@Nullable Defined outside) {
    this.outside = outside;
  }

  /** Nothing, at the beginning of a plan. */
  Defined() {
    this(null);
  }

  /**
   * The known values for a block or version inside: values that are defined there are unknown
   * outside.
   */
  Defined inner() {
    return new Defined(this);
  }

  private boolean has(int value) {
    return values.contains(value) || (outside != null && outside.has(value));
  }

  private boolean has(Dim size) {
    return sizes.contains(size) || (outside != null && outside.has(size));
  }

  void define(Value v, Verified at) {
    at.require(!has(v.id()), "%s is defined twice", v);
    values.add(v.id());
  }

  void bind(Dim size, Verified at) {
    at.require(!has(size), "%s is bound twice", size);
    sizes.add(size);
  }

  /** A value of a branch or loop, whose late sizes are those of its result at run time. */
  void defineLate(Value v, Verified at) {
    Stream.concat(v.shape().stream(), v.axes().ranks().stream())
        .filter(Dim.Late.class::isInstance)
        .forEach(sizes::add);
    define(v, at);
  }

  void use(Value v, Verified at) {
    at.require(has(v.id()), "%s is used but not defined here", v);
  }

  void know(List<Dim> dims, Verified at) {
    for (Dim d : dims) {
      at.require(Dims.atoms(d).stream().allMatch(this::has), "%s has no size here", d);
    }
  }

  /** A scalar that a plan computes. */
  void scalar(Expr root, DType type, Verified at) {
    ExprRules.is(type, root, "a scalar", at);
    for (Expr e : ExprNodes.inOrder(List.of(root))) {
      switch (e) {
        case Expr.PlanScalar s -> use(s.value(), at);
        case Expr.DimSize d -> know(List.of(d.dim()), at);
        case Expr.AxisStride s -> {
          use(s.tensor(), at);
          int rank = s.tensor().rank();
          at.require(s.axis() >= 0 && s.axis() < rank, "stride of axis %s, of %s", s.axis(), rank);
        }
        case Expr.Element x -> {
          use(x.tensor().base(), at);
          access(x.tensor().access(), x.tensor().base(), 0, at);
        }
        case Expr.Load _, Expr.Gathered _, Expr.ScalarArg _, Expr.AxisIndex _, Expr.Reduced _ ->
            at.require(false, "%s of a kernel", e.getClass().getSimpleName());
        case Expr.Guarded _, Expr.Subscript _, Expr.Const _, Expr.Op _ -> {}
        case Expr.SlowPath _, Expr.JdkMath _, Expr.Named _ -> {}
      }
      ExprRules.verify(e, at);
    }
  }

  /** A part of a tensor. */
  void region(Region region, Value of, Verified at) {
    know(region.extents(), at);
    access(region.access(), of, region.extents().size(), at);
  }

  /**
   * A walk over a tensor.
   *
   * @param axes how many walk it
   */
  void access(Access access, Value of, int axes, Verified at) {
    at.require(
        access.axes().size() == of.rank(),
        "%s axes of %s are walked, of %s",
        access.axes().size(),
        of,
        of.rank());
    at.require(access.axes().stream().noneMatch(List::isEmpty), "an axis of %s has no path", of);
    for (AxisPath path : access.paths()) {
      at.require(
          path.axis() >= -1 && path.axis() < axes,
          "axis %s walks %s, of %s",
          path.axis(),
          of,
          axes);
      for (Access.Layer layer : path.layers()) {
        switch (layer) {
          case Access.Slice s -> know(List.of(s.start()), at);
          case Access.ZeroIfOne z -> know(List.of(z.size(), z.target()), at);
        }
      }
    }
  }
}
