package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.Dim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * Sizes in a plan: symbols are long locals, as are checked joins; the rest is computed where it is
 * needed.
 */
final class PlanDims {

  private static final String MATH = "java/lang/Math";
  private static final String SIZES = RuntimeTypes.SIZE_MATH.getInternalName();

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
  Arithmetic push(Dim d) {
    Local known = atoms.get(d);
    return known == null ? computed(d) : code.load(known);
  }

  private Arithmetic computed(Dim d) {
    return switch (d) {
      case Dim.Const c -> code.pushLong(c.value());
      case Dim.Sym s -> code.load(atom(s));
      case Dim.Late l -> code.load(atom(l));
      case Dim.Linear l -> {
        Arithmetic sum = code.pushLong(l.constant());
        for (Dim.Term t : l.terms()) {
          sum.plus(() -> pushTerm(t));
        }
        yield sum;
      }
      case Dim.Product p -> {
        Arithmetic product = code.pushLong(1);
        p.factors().forEach(f -> combine(MATH, "multiplyExact", f));
        yield product;
      }
      case Dim.Clamp c -> push(c.value()).max(0);
      case Dim.Min m -> push(m.left()).min(() -> push(m.right()));
      case Dim.CeilDiv c -> {
        Arithmetic value = push(c.value());
        code.pushLong(c.divisor());
        code.callStatic(MATH, "ceilDiv", "(JJ)J");
        yield value;
      }
      case Dim.Bound b -> {
        Arithmetic size = push(b.size());
        combine(SIZES, "bound", b.index());
        yield size;
      }
      case Dim.Join j -> pushJoined(j.operands()); // checked before, so that they do not conflict
    };
  }

  private void pushTerm(Dim.Term t) {
    Arithmetic atom = push(t.atom());
    if (t.factor() != 1) {
      atom.times(() -> code.pushLong(t.factor()));
    }
  }

  private Arithmetic pushAll(List<Dim> dims, String owner, String function) {
    Arithmetic first = push(dims.getFirst());
    dims.subList(1, dims.size()).forEach(d -> combine(owner, function, d));
    return first;
  }

  /** A function of the size on the stack and another. */
  private void combine(String owner, String function, Dim other) {
    push(other);
    code.callStatic(owner, function, "(JJ)J");
  }

  /** Pushes the size to which sizes join; where those that are not 1 differ, it is no size. */
  Arithmetic pushJoined(List<Dim> sizes) {
    return pushAll(sizes, SIZES, "broadcast");
  }

  /** Pushes the largest of some sizes. */
  void pushLargest(List<Dim> dims) {
    pushAll(dims, MATH, "max");
  }

  /** Pushes the number of elements of a shape, or more than there can be. */
  void pushCount(List<Dim> shape) {
    pushAll(shape, SIZES, "product");
  }

  void pushInt(Dim d) {
    if (d instanceof Dim.Const c && c.value() == (int) c.value()) {
      code.pushInt((int) c.value());
    } else {
      push(d).toInt();
    }
  }
}
