package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.SlowPath;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes expression nodes so that equal ones are one object: common subexpressions are shared by
 * construction, and kernels can be compared by their roots' identities.
 */
public final class Exprs {

  private final Map<Object, Expr> nodes = new HashMap<>();
  private final Map<Expr, Integer> ids = new IdentityHashMap<>();

  /** The number of an expression made here: equal numbers, equal expressions. */
  public int id(Expr e) {
    return java.util.Objects.requireNonNull(ids.get(e), "made elsewhere");
  }

  /** The one node that equals this leaf. */
  public Expr add(Expr leaf) {
    return intern(leaf, leaf);
  }

  public Expr constant(DType type, Object value) {
    return add(new Const(type, value));
  }

  public Expr op(PrimOp op, DType type, Expr... args) {
    return Algebra.simplified(this, op, type, List.of(args))
        .orElseGet(() -> make(op, type, List.of(args), 0, Optional.empty()));
  }

  public Expr shift(PrimOp op, DType type, Expr arg, int bits) {
    return make(op, type, List.of(arg), bits, Optional.empty());
  }

  /** An operation that may throw, with its place. */
  public Expr throwing(PrimOp op, DType type, Span span, Expr... args) {
    return make(op, type, List.of(args), 0, Optional.of(span));
  }

  public Expr slowPath(
      Expr slow, Expr fast, dev.tensorc.math.MathFunction function, List<Expr> args) {
    var key = new ArrayList<Object>(List.of("slow", id(slow), id(fast), function));
    args.forEach(a -> key.add(id(a)));
    return intern(key, new SlowPath(slow, fast, function, args));
  }

  public Expr jdk(dev.tensorc.ir.Builtin function, List<Expr> args) {
    var key = new ArrayList<Object>(List.of("jdk", function));
    args.forEach(a -> key.add(id(a)));
    return intern(key, new Expr.JdkMath(function, args));
  }

  public Expr gathered(int input, DType type, Expr distance) {
    return intern(
        List.of("gathered", input, type, id(distance)), new Expr.Gathered(input, type, distance));
  }

  public Expr guarded(Expr condition, Expr element) {
    return intern(
        List.of("guarded", id(condition), id(element)), new Expr.Guarded(condition, element));
  }

  public Expr subscript(Expr index, Expr size, String place) {
    return intern(
        List.of("subscript", id(index), id(size), place), new Expr.Subscript(index, size, place));
  }

  /** {@code value}, which readers know as {@code name(arguments)}. */
  public Expr named(String name, List<Expr> arguments, Expr value) {
    var key = new ArrayList<Object>(List.of(name, id(value)));
    arguments.forEach(a -> key.add(id(a)));
    return intern(key, new Expr.Named(name, arguments, value));
  }

  /** The size of all operations made here; looking at bits under another type is none. */
  int operations() {
    return nodes.values().stream()
        .mapToInt(
            e ->
                switch (e) {
                  case SlowPath _ -> 10; // a loop over the lanes
                  case Op op -> isReinterpretation(op) ? 0 : 1;
                  default -> 0;
                })
        .sum();
  }

  private static boolean isReinterpretation(Op op) {
    return op.op() == PrimOp.BITS || op.op() == PrimOp.FROM_BITS;
  }

  private Expr make(PrimOp op, DType type, List<Expr> args, int amount, Optional<Span> span) {
    var key = new ArrayList<Object>(List.of(op, type, amount, span));
    args.forEach(a -> key.add(id(a)));
    return intern(key, new Op(op, type, args, amount, span));
  }

  private Expr intern(Object key, Expr node) {
    CompilationInterruptedException.check();
    Expr known = nodes.putIfAbsent(key, node);
    if (known != null) {
      return known;
    }
    ids.put(node, ids.size());
    return node;
  }
}
