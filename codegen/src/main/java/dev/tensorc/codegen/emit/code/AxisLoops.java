package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.objectweb.asm.Type;

/** Loops over axes that keep every tensor's offset up to date. */
public final class AxisLoops {

  /** The code inside a loop, given the tensors with their offsets there. */
  public interface Body {
    void emit(List<Tensor> tensors);
  }

  private final Code code;
  private final List<Local> extents;
  private final Map<Integer, Local> indices = new HashMap<>();

  public AxisLoops(Code code, List<Local> extents) {
    this.code = code;
    this.extents = extents;
  }

  /** Loops over the axes from {@code from} to {@code to - 1}, the first outermost. */
  public void loops(int from, int to, List<Tensor> tensors, Body body) {
    if (from == to) {
      body.emit(tensors);
      return;
    }
    Local i = code.newLocal(Type.INT_TYPE);
    indices.put(from, i);
    code.forLoop(
        i,
        () -> code.load(extents.get(from)),
        () -> code.pushInt(1),
        () -> loops(from + 1, to, advance(tensors, from, i), body));
  }

  /** Loops over the first axes. */
  public void loops(int axes, List<Tensor> tensors, Body body) {
    loops(0, axes, tensors, body);
  }

  /**
   * The same loops where distances are known at run time only: offsets along the last axis grow
   * from point to point, since a multiplication for each takes longer.
   */
  public void stepping(int from, int to, List<Tensor> tensors, Body body) {
    if (from == to) {
      body.emit(tensors);
      return;
    }
    int last = to - 1;
    loops(
        from,
        last,
        tensors,
        outer -> {
          List<Tensor> moving = outer.stream().map(t -> moving(t, last)).toList();
          Local i = code.newLocal(Type.INT_TYPE);
          indices.put(last, i);
          code.forLoop(
              i,
              () -> code.load(extents.get(last)),
              () -> code.pushInt(1),
              () -> {
                body.emit(moving);
                moving.stream()
                    .filter(t -> t.follows(last))
                    .forEach(t -> code.increase(t.offset(), () -> code.load(t.strides()[last])));
              });
        });
  }

  private Tensor moving(Tensor t, int axis) {
    return t.follows(axis)
        ? t.at(code.newLocal(code.memory().index(), () -> code.load(t.offset())))
        : t;
  }

  /**
   * Goes along an axis in parts of at most so many points.
   *
   * @param part emits one, given the tensors where it begins and how many points it has
   */
  public void parts(
      int axis, int most, List<Tensor> tensors, BiConsumer<List<Tensor>, Local> part) {
    parts(axis, () -> code.pushInt(most), tensors, part);
  }

  /** As {@link #parts(int, int, List, BiConsumer)}, given the code that pushes the most. */
  public void parts(
      int axis, Code.Part most, List<Tensor> tensors, BiConsumer<List<Tensor>, Local> part) {
    Local n = extents.get(axis);
    code.forLoop(
        n,
        most,
        from -> {
          Local length = code.newInt(() -> code.load(n).minus(from).min(most));
          part.accept(advance(tensors, axis, from), length);
        });
  }

  /** An axis of so many points without a loop: the code of each, one after the other. */
  public void unrolled(int axis, int points, List<Tensor> tensors, Body body) {
    for (int p = 0; p < points; p++) {
      int point = p;
      Local i = code.newInt(point);
      indices.put(axis, i);
      body.emit(advance(tensors, axis, i));
    }
  }

  /** Where the loop over an axis stands, inside it. */
  public Local index(int axis) {
    return Objects.requireNonNull(indices.get(axis));
  }

  /** The tensors at index {@code i} of an axis. */
  public List<Tensor> advance(List<Tensor> tensors, int axis, Local i) {
    var moved = new ArrayList<Tensor>();
    for (Tensor t : tensors) {
      if (t.uses().get(axis) == AxisUse.NONE) {
        moved.add(t);
      } else {
        moved.add(t.at(code.newLocal(code.memory().index(), () -> pushOffset(t, axis, i))));
      }
    }
    return moved;
  }

  private void pushOffset(Tensor t, int axis, Local i) {
    code.load(t.offset()).plus(() -> code.load(i).toIndex().times(t.strides()[axis]));
  }
}
