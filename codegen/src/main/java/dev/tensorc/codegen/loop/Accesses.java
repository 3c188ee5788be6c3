package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Access;
import dev.tensorc.codegen.loop.LoopIr.AxisPath;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Layer;
import dev.tensorc.codegen.loop.LoopIr.Slice;
import dev.tensorc.codegen.loop.LoopIr.ZeroIfOne;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;

/** Composition of index maps: how an operand is walked, given how its consumer is. */
final class Accesses {

  private Accesses() {}

  /**
   * How an operand of an element-wise operation is walked; an axis that follows none at 0.
   *
   * @param space the operation's iteration space, its result's shape
   * @param access how the result is walked
   */
  static Access ofOperand(TensorIr.Operand operand, List<Dim> space, Access access, Facts facts) {
    var paths = new ArrayList<AxisPath>();
    for (int k = 0; k < operand.axes().size(); k++) {
      int r = operand.axes().get(k);
      if (r < 0) {
        paths.add(new AxisPath(-1, List.of()));
        continue;
      }
      AxisPath outer = access.axes().get(r);
      var layers = new ArrayList<Layer>();
      layers.add(new ZeroIfOne(operand.value().shape().get(k), space.get(r)));
      layers.addAll(outer.layers());
      paths.add(simplify(new AxisPath(outer.axis(), layers), facts));
    }
    return new Access(paths);
  }

  /** How the operand of a view is walked. */
  static Access ofView(TensorIr.View view, Access access, Facts facts) {
    return through(view.axes(), access, facts);
  }

  /** How the target of an update is walked by the axes of its region. */
  static Access ofRegion(TensorIr.Update update, Facts facts) {
    return through(update.region(), Access.identity(update.extents().size()), facts);
  }

  private static Access through(List<TensorIr.ViewAxis> axes, Access access, Facts facts) {
    var paths = new ArrayList<AxisPath>();
    for (TensorIr.ViewAxis axis : axes) {
      var layers = new ArrayList<Layer>();
      int kernelAxis = -1;
      switch (axis.walks().size()) {
        case 0 -> layers.add(new Slice(axis.start(), 1));
        case 1 -> {
          TensorIr.Walk walk = axis.walks().getFirst();
          layers.add(new Slice(axis.start(), walk.step()));
          AxisPath outer = access.axes().get(walk.axis());
          kernelAxis = outer.axis();
          layers.addAll(outer.layers());
        }
        default -> throw new CompilerBug("plan", "windows are not lowered yet: " + axis);
      }
      paths.add(simplify(new AxisPath(kernelAxis, layers), facts));
    }
    return new Access(paths);
  }

  /** The same walk with what the facts decide left out. */
  static AxisPath simplify(AxisPath path, Facts facts) {
    var layers = new ArrayList<Layer>();
    int axis = path.axis();
    for (Layer layer : path.layers()) {
      switch (layer) {
        case ZeroIfOne z -> {
          if (facts.isOne(z.size())) {
            return new AxisPath(-1, layers); // stride 0 from here on: nothing outside matters
          }
          if (!facts.same(z.size(), z.target()) && facts.couldBeOne(z.size())) {
            layers.add(z);
          }
        }
        case Slice s -> {
          boolean identity = Dims.isConst(s.start(), 0) && s.step() == 1;
          if (!identity && !(axis < 0 && Dims.isConst(s.start(), 0))) {
            layers.add(s);
          }
        }
      }
    }
    if (axis
        < 0) { // with nothing walking it, whether the stride is 0 only matters to a later start
      while (!layers.isEmpty() && layers.getLast() instanceof ZeroIfOne) {
        layers.removeLast();
      }
    }
    return new AxisPath(axis, layers);
  }

  static Access simplify(Access access, Facts facts) {
    return new Access(access.axes().stream().map(p -> simplify(p, facts)).toList());
  }

  /** How the address depends on each of a kernel's axes. */
  static List<AxisUse> uses(Access access, int rank) {
    var uses = new ArrayList<AxisUse>();
    for (int a = 0; a < rank; a++) {
      AxisUse use = AxisUse.NONE;
      for (AxisPath path : access.axes()) {
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
