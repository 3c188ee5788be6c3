package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.ShortRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;

/**
 * The strides of {@link ShortRows}: emits the calls that ask for these strides, and gives tensors
 * that have them as constants, so that the JIT checks places before the loop over the rows.
 */
public final class KnownRows {

  private final Code code;
  private final int inner;
  private final List<Local> extents;

  public KnownRows(Code code, Kernel k, List<Local> extents) {
    this.code = code;
    this.inner = k.innermost();
    this.extents = extents;
  }

  /** Holds where the elements of each tensor's row follow each other. */
  public BiConsumer<Code, Label> follow(List<Tensor> tensors) {
    return (c, no) -> tensors.forEach(t -> t.requireNeighbours(c, inner, no));
  }

  /** Holds where rows have so many elements and lie so far apart. */
  public BiConsumer<Code, Label> fit(ShortRows rows, List<Tensor> tensors) {
    return (c, no) -> {
      Code.intsEqual(extents.get(inner), rows.points()).accept(c, no);
      for (int t : walking(tensors, inner - 1)) {
        Local stride = tensors.get(t).strides()[inner - 1];
        rows.apart()
            .get(t)
            .ifPresent(apart -> c.memory().jumpUnlessEqual(c, stride, () -> c.pushInt(apart), no));
      }
    };
  }

  /** The tensors whose elements follow each other, as is known. */
  public List<Tensor> following(List<Tensor> tensors) {
    Local one = constant(1);
    var known = new ArrayList<>(tensors);
    walking(tensors, inner).forEach(t -> known.set(t, tensors.get(t).withStride(inner, one)));
    return known;
  }

  /** The tensors whose rows lie so far apart, where that is known. */
  public List<Tensor> apart(ShortRows rows, List<Tensor> tensors) {
    var known = new ArrayList<>(tensors);
    for (int t : walking(tensors, inner - 1)) {
      rows.apart()
          .get(t)
          .ifPresent(apart -> known.set(t, tensors.get(t).withStride(inner - 1, constant(apart))));
    }
    return known;
  }

  private static List<Integer> walking(List<Tensor> tensors, int axis) {
    return IntStream.range(0, tensors.size())
        .filter(t -> tensors.get(t).strides()[axis] != null)
        .boxed()
        .toList();
  }

  private Local constant(int value) {
    return code.newLocal(code.memory().index(), () -> code.memory().push(code, value));
  }
}
