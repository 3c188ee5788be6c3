package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.Dim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Sizes in a plan: symbols are long locals, as are checked joins; the rest is computed where it is
 * needed.
 */
final class PlanDims {

  private final Code code;
  private final Map<Dim, Local> atoms = new HashMap<>();

  PlanDims(Code code) {
    this.code = code;
  }

  /** The local of a symbol or late dim. */
  Local atom(Dim d) {
    return atoms.computeIfAbsent(d, _ -> code.newLocal(Type.LONG_TYPE));
  }

  /** The late dim is in that local from here on. */
  void define(Dim.Late d, Local local) {
    atoms.put(d, local);
  }

  /** Emits a part of the plan whose locals end with it: behind it dims are where they were. */
  void within(Runnable part) {
    var before = Map.copyOf(atoms);
    part.run();
    atoms.clear();
    atoms.putAll(before);
  }

  /** A joined size is in that local for the rest of the plan, once it is known to be right. */
  void remember(Dim joined, Local local) {
    if (joined instanceof Dim.Join) {
      atoms.putIfAbsent(joined, local);
    }
  }

  /** Pushes the size as a long. */
  void push(Dim d) {
    Local known = atoms.get(d);
    if (known != null) {
      code.load(known);
      return;
    }
    switch (d) {
      case Dim.Const c -> code.pushLong(c.value());
      case Dim.Sym s -> code.load(atom(s));
      case Dim.Late l -> code.load(atom(l));
      case Dim.Linear l -> {
        code.pushLong(l.constant());
        for (Dim.Term t : l.terms()) {
          push(t.atom());
          if (t.factor() != 1) {
            code.pushLong(t.factor());
            code.op(Opcodes.LMUL);
          }
          code.op(Opcodes.LADD);
        }
      }
      case Dim.Product p -> {
        code.pushLong(1);
        for (Dim f : p.factors()) {
          push(f);
          code.callStatic("java/lang/Math", "multiplyExact", "(JJ)J");
        }
      }
      case Dim.Clamp c -> {
        push(c.value());
        code.pushLong(0);
        code.callStatic("java/lang/Math", "max", "(JJ)J");
      }
      case Dim.Min m -> {
        push(m.left());
        push(m.right());
        code.callStatic("java/lang/Math", "min", "(JJ)J");
      }
      case Dim.CeilDiv c -> {
        push(c.value());
        code.pushLong(c.divisor());
        code.callStatic("java/lang/Math", "ceilDiv", "(JJ)J");
      }
      case Dim.Bound b -> {
        push(b.size());
        push(b.index());
        code.callStatic(RuntimeTypes.SIZE_MATH, "bound", "(JJ)J");
      }
      case Dim.Join j -> pushJoined(j.operands()); // checked before, so that they do not conflict
    }
  }

  /** Pushes the size of an axis on which sizes meet, or a number for those that conflict. */
  void pushJoined(List<Dim> sizes) {
    push(sizes.getFirst());
    for (Dim other : sizes.subList(1, sizes.size())) {
      push(other);
      code.callStatic(RuntimeTypes.SIZE_MATH, "broadcast", "(JJ)J");
    }
  }

  /** Pushes the largest of some sizes. */
  void pushLargest(List<Dim> dims) {
    push(dims.getFirst());
    for (Dim d : dims.subList(1, dims.size())) {
      push(d);
      code.callStatic("java/lang/Math", "max", "(JJ)J");
    }
  }

  /** Pushes the number of elements of a shape, or more than there can be. */
  void pushCount(List<Dim> shape) {
    push(shape.getFirst());
    for (Dim d : shape.subList(1, shape.size())) {
      push(d);
      code.callStatic(RuntimeTypes.SIZE_MATH, "product", "(JJ)J");
    }
  }

  void pushInt(Dim d) {
    if (d instanceof Dim.Const c && c.value() == (int) c.value()) {
      code.pushInt((int) c.value());
    } else {
      push(d);
      code.op(Opcodes.L2I);
    }
  }
}
