package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Access.Layer;
import dev.tensorc.codegen.loop.Access.Slice;
import dev.tensorc.codegen.loop.Access.ZeroIfOne;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Composition of index maps: how an operand is walked, given how its consumer is. */
public final class Accesses {

  private Accesses() {}

  /**
   * How an operand of an element-wise operation is walked; an axis that follows none at 0.
   *
   * @param space the operation's iteration space, its result's shape
   * @param access how the result is walked
   */
  public static Access ofOperand(
      TensorIr.Operand operand, List<Dim> space, Access access, Facts facts) {
    var axes = new ArrayList<List<AxisPath>>();
    for (int k = 0; k < operand.axes().size(); k++) {
      int r = operand.axes().get(k);
      if (r < 0) {
        axes.add(List.of(new AxisPath(-1, List.of())));
        continue;
      }
      axes.add(stretched(operand.value().shape().get(k), r, space, access, facts));
    }
    return new Access(axes);
  }

  /** An axis that is an axis of the space, or has size 1 and is read at 0 throughout. */
  private static List<AxisPath> stretched(
      Dim size, int axis, List<Dim> space, Access access, Facts facts) {
    var layer = new ZeroIfOne(size, space.get(axis));
    return access.axes().get(axis).stream().map(p -> behind(layer, p, facts)).toList();
  }

  /** How the operand of a view is walked. */
  public static Access ofView(TensorIr.View view, Access access, Facts facts) {
    var axes = new ArrayList<List<AxisPath>>();
    for (int k = 0; k < view.axes().size(); k++) {
      TensorIr.ViewAxis axis = view.axes().get(k);
      Dim size = view.operand().shape().get(k);
      axes.add(
          axis.stretches()
              ? stretched(size, follows(axis), view.result().shape(), access, facts)
              : through(axis, access, facts));
    }
    return new Access(axes);
  }

  private static int follows(TensorIr.ViewAxis stretching) {
    return stretching.walks().getFirst().axis();
  }

  /** How the target of an update is walked by the axes of its region. */
  public static Access ofRegion(TensorIr.Update update, Facts facts) {
    Access all = Access.identity(update.extents().size());
    return new Access(update.region().stream().map(axis -> through(axis, all, facts)).toList());
  }

  private static List<AxisPath> through(TensorIr.ViewAxis axis, Access access, Facts facts) {
    var paths = new ArrayList<AxisPath>();
    Dim start = axis.start();
    for (TensorIr.Walk walk : axis.walks()) {
      for (AxisPath outer : access.axes().get(walk.axis())) {
        paths.add(behind(new Slice(start, walk.step()), outer, facts));
        start = Dims.ZERO;
      }
    }
    return paths.isEmpty()
        ? List.of(simplify(new AxisPath(-1, List.of(new Slice(start, 1))), facts))
        : paths;
  }

  /** The path with a layer more between it and the storage. */
  private static AxisPath behind(Layer layer, AxisPath outer, Facts facts) {
    var layers = new ArrayList<Layer>();
    layers.add(layer);
    layers.addAll(outer.layers());
    return simplify(new AxisPath(outer.axis(), layers), facts);
  }

  /** The same walk without the layers that the facts decide. */
  public static AxisPath simplify(AxisPath path, Facts facts) {
    var layers = new ArrayList<Layer>();
    int axis = path.axis();
    for (Layer layer : path.layers()) {
      switch (layer) {
        case ZeroIfOne z -> {
          if (facts.isOne(z.size())) {
            return new AxisPath(-1, layers); // stride 0 from here on: nothing outside matters
          }
          if (!facts.same(z.size(), z.target()) && facts.couldBeOne(z.size())) {
            add(z, layers, facts);
          }
        }
        case Slice s -> {
          boolean identity = Dims.isConst(s.start(), 0) && s.step() == 1;
          if (!identity) {
            layers.add(s);
          }
        }
      }
    }
    if (axis < 0) { // with nothing walking it, a stride only matters to a later start
      while (!layers.isEmpty() && startsAtZero(layers.getLast())) {
        layers.removeLast();
      }
    }
    return new AxisPath(axis, layers);
  }

  /**
   * A size that stretches twice is 1 in both steps or in none: x to x + y, and that to x + y + z.
   * Not so where a part of x + y stretches, such as its first element.
   */
  private static void add(ZeroIfOne z, List<Layer> layers, Facts facts) {
    if (!layers.isEmpty()
        && layers.getLast() instanceof ZeroIfOne inner
        && facts.same(inner.target(), z.size())) {
      layers.removeLast();
      layers.add(new ZeroIfOne(inner.size(), z.target()));
    } else {
      layers.add(z);
    }
  }

  private static boolean startsAtZero(Layer layer) {
    return switch (layer) {
      case ZeroIfOne _ -> true;
      case Slice s -> Dims.isConst(s.start(), 0);
    };
  }

  public static Access simplify(Access access, Facts facts) {
    return new Access(
        access.axes().stream()
            .map(paths -> paths.stream().map(p -> simplify(p, facts)).toList())
            .toList());
  }

  /** Whether two walks over a tensor are one: where it has size 1 nothing walks it. */
  public static boolean isSameWalk(Access a, Access b, List<Dim> shape, Facts facts) {
    return IntStream.range(0, shape.size())
        .allMatch(
            axis -> facts.isOne(shape.get(axis)) || a.axes().get(axis).equals(b.axes().get(axis)));
  }

  /** How the address depends on each of a kernel's axes. */
  public static List<AxisUse> uses(Access access, int rank) {
    var uses = new ArrayList<AxisUse>();
    for (int a = 0; a < rank; a++) {
      AxisUse use = AxisUse.NONE;
      for (AxisPath path : access.paths()) {
        if (path.axis() == a) {
          boolean open = path.layers().stream().anyMatch(ZeroIfOne.class::isInstance);
          use = open || use == AxisUse.OPEN ? AxisUse.OPEN : AxisUse.FULL;
        }
      }
      uses.add(use);
    }
    return uses;
  }
}
