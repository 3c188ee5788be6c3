package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What must hold within one instruction, given that its operands are in order. */
final class InstrRules {

  private InstrRules() {}

  /** What is wrong with the instruction; empty where nothing is. */
  static Optional<String> problem(TensorIr.Instr instr, Facts facts) {
    return Optional.ofNullable(
        switch (instr) {
          case TensorIr.Constant c -> constant(c);
          case TensorIr.Literal l -> literal(l);
          case TensorIr.DimValue d ->
              d.result().dtype() == DType.I64 && d.result().isScalar() ? null : "no i64 scalar";
          case TensorIr.Map m -> map(m, facts);
          case TensorIr.Reduce r -> reduce(r, facts);
          case TensorIr.View v -> view(v);
          case TensorIr.If i -> branch(i, facts);
        });
  }

  private static @Nullable String constant(TensorIr.Constant c) {
    boolean fits =
        switch (c.result().dtype()) {
          case BOOL -> c.value() instanceof Boolean;
          case U8 -> c.value() instanceof Integer i && i >= 0 && i <= 255;
          case I32 -> c.value() instanceof Integer;
          case I64 -> c.value() instanceof Long;
          case F32 -> c.value() instanceof Float;
          case F64 -> c.value() instanceof Double;
        };
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
    boolean equal = m.operands().stream().skip(conditions).allMatch(o -> o.value().dtype() == last);
    boolean fits =
        switch (b.types()) {
          case NUMERIC -> last.isNumeric() && result == last;
          case FLOAT -> last.isFloat() && result == last;
          case COMPARE -> last.isNumeric() && result == DType.BOOL;
          case EQUALITY -> result == DType.BOOL;
          case BOOL -> last == DType.BOOL && result == DType.BOOL;
          case BITS -> !last.isFloat() && result == last;
          case SELECT -> m.operands().getFirst().value().dtype() == DType.BOOL && result == last;
          case CAST -> true;
          case SUM -> false;
        };
    return equal && fits ? null : b + " from " + last + " to " + result;
  }

  /** Index maps are in order, and the space is what the operands' sizes join to. */
  private static @Nullable String space(TensorIr.Map m, Facts facts) {
    int rank = m.result().rank();
    var sizes = new ArrayList<List<Dim>>();
    for (int axis = 0; axis < rank; axis++) {
      sizes.add(new ArrayList<>());
    }
    for (Operand o : m.operands()) {
      if (o.axes().size() != o.value().rank()
          || new HashSet<>(o.axes()).size() < o.axes().size()
          || o.axes().stream().anyMatch(a -> a < 0 || a >= rank)) {
        return "index map " + o.axes() + " of " + o.value().type();
      }
      for (int i = 0; i < o.axes().size(); i++) {
        sizes.get(o.axes().get(i)).add(facts.resolve(o.value().shape().get(i)));
      }
    }
    for (int axis = 0; axis < rank; axis++) {
      Dim size = m.result().shape().get(axis);
      if (!facts.same(size, Dims.join(sizes.get(axis)))) {
        return "axis " + axis + " has size " + size + ", but operands have " + sizes.get(axis);
      }
    }
    return null;
  }

  // ---------------------------------------------------------------- the others

  private static @Nullable String reduce(TensorIr.Reduce r, Facts facts) {
    Value x = r.operand();
    boolean primitive =
        r.builtin() == Builtin.SUM || r.builtin() == Builtin.MAX || r.builtin() == Builtin.MIN;
    boolean sums = r.builtin() != Builtin.SUM || x.dtype().isFloat() || x.dtype() == DType.I64;
    if (!primitive || !sums || !x.dtype().isNumeric() || r.result().dtype() != x.dtype()) {
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

  private static boolean same(List<Dim> a, List<Dim> b, Facts facts) {
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
    var seen = new HashSet<Integer>();
    for (TensorIr.ViewAxis a : v.axes()) {
      boolean known = a.resultAxis() >= -1 && a.resultAxis() < v.result().rank();
      if (!known || (a.resultAxis() >= 0 && (a.step() == 0 || !seen.add(a.resultAxis())))) {
        return "view axis " + a;
      }
    }
    return null;
  }

  private static @Nullable String branch(TensorIr.If i, Facts facts) {
    if (i.condition().dtype() != DType.BOOL || !i.condition().isScalar()) {
      return "condition of type " + i.condition().type();
    }
    for (TensorIr.Block block : List.of(i.then(), i.otherwise())) {
      if (block.yields().size() != 1) {
        return block.yields().size() + " yields";
      }
      Value y = block.yields().getFirst();
      if (y.dtype() != i.result().dtype() || y.rank() != i.result().rank()) {
        return "an arm of type " + y.type();
      }
      for (int axis = 0; axis < y.rank(); axis++) {
        Dim size = i.result().shape().get(axis);
        if (!(size instanceof Dim.Late) && !facts.same(size, y.shape().get(axis))) {
          return "axis " + axis + " is " + y.shape().get(axis) + " in an arm, not " + size;
        }
      }
    }
    return null;
  }
}
