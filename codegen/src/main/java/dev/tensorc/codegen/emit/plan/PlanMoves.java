package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * Where control flow meets, values become others: a tensor's array or segment, offset, strides and
 * late sizes are locals of its own there, and no element moves.
 */
record PlanMoves(Code code, PlanDims dims, PlanValues values) {

  /** The pushed values, and where they go. */
  private record Move(Code.Part source, Local target) {}

  /** Gives a value locals of its own, with nothing in them yet. */
  void declare(Value v) {
    if (v.isScalar()) {
      values.define(v, code.newLocal(JvmTypes.scalar(v.dtype())));
      code.name(values.scalar(v), v.name());
      return;
    }
    values.define(v, values.unset(v));
    code.name(values.tensor(v).array(), v.name());
    for (Dim d : v.shape()) {
      if (d instanceof Dim.Late) {
        dims.atom(d);
      }
    }
    lateRank(v).ifPresent(dims::atom);
  }

  /** Moves these values to those, which were declared, all at once. */
  void become(List<Value> these, List<Value> those) {
    var moves = new ArrayList<Move>();
    for (int i = 0; i < those.size(); i++) {
      if (those.get(i).isScalar()) {
        add(moves, values.scalar(these.get(i)), values.scalar(those.get(i)));
      } else {
        tensor(moves, these.get(i), those.get(i));
      }
    }
    moves.forEach(m -> m.source().emit());
    moves.reversed().forEach(m -> code.store(m.target()));
  }

  private void tensor(List<Move> moves, Value from, Value to) {
    Geometry source = values.tensor(from);
    Geometry target = values.tensor(to);
    add(moves, source.array(), target.array());
    add(moves, source.offset(), target.offset());
    for (int axis = 0; axis < to.rank(); axis++) {
      add(moves, source.strides().get(axis), target.strides().get(axis));
      Dim size = from.shape().get(axis);
      if (to.shape().get(axis) instanceof Dim.Late late && !late.equals(size)) {
        moves.add(new Move(() -> dims.push(size), dims.atom(late)));
      }
    }
    List<Dim> ranks = from.axes().ranks();
    lateRank(to)
        .filter(late -> !ranks.equals(List.of(late)))
        .ifPresent(late -> moves.add(new Move(() -> dims.pushLargest(ranks), dims.atom(late))));
  }

  /** The rank of a value as a late dim; empty where it was known before. */
  private static Optional<Dim.Late> lateRank(Value v) {
    return v.axes().ranks().size() == 1 && v.axes().ranks().getFirst() instanceof Dim.Late late
        ? Optional.of(late)
        : Optional.empty();
  }

  private void add(List<Move> moves, Local from, Local to) {
    if (!from.equals(to)) {
      moves.add(new Move(() -> code.load(from), to));
    }
  }

  /** Gives a value a second name, for as long as the value stays as it is. */
  void rename(Value from, Value to) {
    if (from.isScalar()) {
      values.define(to, values.scalar(from));
      return;
    }
    values.define(to, values.tensor(from));
    for (int axis = 0; axis < to.rank(); axis++) {
      Dim size = from.shape().get(axis);
      if (to.shape().get(axis) instanceof Dim.Late late && !late.equals(size)) {
        dims.define(late, code.newLocal(Type.LONG_TYPE, () -> dims.push(size)));
      }
    }
    List<Dim> ranks = from.axes().ranks();
    lateRank(to)
        .filter(late -> !ranks.equals(List.of(late)))
        .ifPresent(
            late ->
                dims.define(late, code.newLocal(Type.LONG_TYPE, () -> dims.pushLargest(ranks))));
  }
}
