package dev.tensorc.partition;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether an instruction computes each row of its result of the same row of its operands, and of
 * values that are the same for all rows. Each rule returns the reason against, for messages; empty
 * where the instruction keeps rows apart.
 */
final class RowRules {

  private static final String KEEPS = "";

  private final RowAxes rows;

  RowRules(RowAxes rows) {
    this.rows = rows;
  }

  String of(TensorIr.Pure instr) {
    return switch (instr) {
      case TensorIr.Constant _, TensorIr.Literal _ -> KEEPS;
      case TensorIr.DimValue d ->
          rows.isOther(d.dim()) ? KEEPS : "needs to know how many rows there are, " + rows.name();
      case TensorIr.Iota i ->
          rows.isRows(i.result().shape().get(i.axis())) ? "numbers the rows" : KEEPS;
      case TensorIr.Map m -> map(m);
      case TensorIr.Reduce r ->
          r.axes().contains(rows.axis(r.operand())) ? "reduces along " + rows.name() : KEEPS;
      case TensorIr.Contract c -> contract(c);
      case TensorIr.View v -> view(v);
      case TensorIr.Reshape r -> reshape(r);
      case TensorIr.Gather g ->
          follow(g.operands(), rows.axis(g.result())) ? KEEPS : "takes rows at computed places";
      case TensorIr.Scan s -> inOrder(s.operand(), s.axis());
      case TensorIr.Sort s -> inOrder(s.operand(), s.axis());
      case TensorIr.Search s ->
          has(s.sorted()) ? "searches all of the " + rows.name() + " rows" : KEEPS;
      case TensorIr.Find f -> has(f.mask()) ? "chooses among the " + rows.name() + " rows" : KEEPS;
      case TensorIr.Update u -> update(u);
      case TensorIr.Scatter s ->
          has(s.target()) || s.operands().stream().anyMatch(this::has)
              ? "writes rows at computed places"
              : KEEPS;
    };
  }

  private boolean has(Value v) {
    return rows.axis(v) != RowAxes.NONE;
  }

  private String map(TensorIr.Map m) {
    boolean has = has(m.result());
    if (has && m.fastmath() && m.builtin().sequence().isPresent()) {
      return "may round otherwise elsewhere in an array, under @fastmath";
    }
    return follow(m.operands(), rows.axis(m.result()))
        ? KEEPS
        : "joins rows with an axis of another size";
  }

  /**
   * Whether the rows of operands are those of the iteration space, and nothing else goes along
   * them.
   *
   * @param axis the rows of the iteration space
   */
  private boolean follow(List<Operand> operands, int axis) {
    return operands.stream().allMatch(o -> follows(o, axis));
  }

  private boolean follows(Operand o, int axis) {
    for (int own = 0; own < o.axes().size(); own++) {
      Dim size = o.value().shape().get(own);
      boolean along = axis != RowAxes.NONE && o.axes().get(own) == axis;
      if (along != rows.isRows(size) && !(along && rows.facts().isOne(size))) {
        return false;
      }
    }
    return true;
  }

  private String contract(TensorIr.Contract c) {
    int axis = rows.axis(c.space());
    if (axis >= c.result().rank()) {
      return "adds products along " + rows.name();
    }
    boolean apart = c.reduced().stream().allMatch(rows::isOther);
    return apart && follow(List.of(c.left(), c.right()), axis)
        ? KEEPS
        : "joins rows with an axis of another size";
  }

  /**
   * Whether a contraction adds its products in another order where there is one row only: see
   * {@code docs/decisions/0008-contractions.md}.
   */
  boolean oneRowIsOther(TensorIr.Contract c) {
    int axis = rows.axis(c.space());
    boolean left = c.leftFree().contains(axis);
    if (c.windows() || left == c.rightFree().contains(axis)) {
      return false;
    }
    List<Integer> mine = left ? c.leftFree() : c.rightFree();
    List<Integer> others = left ? c.rightFree() : c.leftFree();
    List<Dim> space = c.space();
    boolean alwaysInTurn =
        mine.stream().anyMatch(a -> a != axis && !rows.facts().couldBeOne(space.get(a)));
    boolean neverInTurn = others.stream().allMatch(a -> rows.facts().isOne(space.get(a)));
    return !alwaysInTurn && !neverInTurn;
  }

  private String view(TensorIr.View v) {
    int own = rows.axis(v.operand());
    int axis = rows.axis(v.result());
    boolean starts = v.axes().stream().allMatch(a -> rows.isOther(a.start()));
    if (own != RowAxes.NONE && !isWhole(v.axes().get(own), axis) || !starts) {
      return "takes some of the rows, or in another order";
    }
    boolean apart =
        IntStream.range(0, v.axes().size())
            .filter(a -> a != own)
            .allMatch(a -> staysBeside(v.axes().get(a), v.operand().shape().get(a), axis));
    return apart ? KEEPS : "goes along another axis with the rows";
  }

  private static boolean isWhole(ViewAxis a, int axis) {
    return a.walks().equals(List.of(new TensorIr.Walk(axis, 1))) && a.start().equals(Dims.ZERO);
  }

  private boolean staysBeside(ViewAxis a, Dim size, int axis) {
    boolean walks = a.walks().stream().anyMatch(w -> w.axis() == axis && w.step() != 0);
    return !walks || a.stretches() && rows.facts().isOne(size);
  }

  private String reshape(TensorIr.Reshape r) {
    int axis = rows.axis(r.operand());
    boolean same =
        axis == rows.axis(r.result())
            && IntStream.range(0, axis)
                .allMatch(
                    a -> rows.facts().same(r.operand().shape().get(a), r.result().shape().get(a)));
    return same ? KEEPS : "puts rows and other axes together";
  }

  private String inOrder(Value operand, int axis) {
    return axis == rows.axis(operand) ? "goes through the rows in order" : KEEPS;
  }

  private String update(TensorIr.Update u) {
    int own = rows.axis(u.target());
    int axis = rows.axis(u.extents());
    boolean whole = own == RowAxes.NONE || isWhole(u.region().get(own), axis);
    boolean starts = u.region().stream().allMatch(a -> rows.isOther(a.start()));
    if (!whole || !starts || own == RowAxes.NONE && axis != RowAxes.NONE) {
      return "writes to some of the rows";
    }
    return follow(List.of(u.value()), axis) ? KEEPS : "joins rows with an axis of another size";
  }
}
