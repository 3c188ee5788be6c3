package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.SlowPath;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.ShortFloatValues;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Emits expressions as vector code: one vector, or mask for bool, for each node, the same
 * operations as the scalar code lane by lane. Nodes with several uses are computed once into a
 * local.
 */
final class VectorEmitter {

  /** Where values come from that are not computed of others. */
  @FunctionalInterface
  interface Leaves {

    /** Pushes the vector of a load, of a finished reduction or of one of the leaves. */
    void push(Expr leaf);

    /** Pushes the vector of the elements at the places in a vector of i32. */
    default void gather(Expr.Gathered g, Local places) {
      throw new IllegalStateException("no rows to gather from");
    }
  }

  private final Code code;
  private final DType lane;
  private final Map<Expr, Local> locals;
  private final Map<Expr, Integer> uses = new IdentityHashMap<>();
  private final Set<Expr> leaves;
  private final Leaves leaf;
  private final @Nullable Local tail;

  /**
   * @param lane the dtype whose lanes masks without a better home belong to
   * @param invariants nodes that are in locals already
   * @param leaves nodes that are in memory
   * @param tail the lanes that have elements, null for all
   */
  VectorEmitter(
      Code code,
      DType lane,
      Map<Expr, Local> invariants,
      Set<Expr> leaves,
      Leaves leaf,
      @Nullable Local tail) {
    this.tail = tail;
    this.leaves = leaves;
    this.code = code;
    this.lane = lane;
    this.locals = new IdentityHashMap<>(invariants);
    this.leaf = leaf;
  }

  /** The vectors of several expressions, which share their common parts. */
  List<Local> locals(List<Expr> roots) {
    roots.forEach(this::countUses);
    var vectors = new ArrayList<Local>();
    for (Expr root : roots) {
      prepare(root);
      Local known = locals.get(root);
      boolean isVector = known != null && !isScalar(known);
      vectors.add(isVector ? known : code.newLocal(VectorTypes.of(root.type()), () -> value(root)));
    }
    return vectors;
  }

  private void countUses(Expr e) {
    if (!locals.containsKey(e) && uses.merge(e, 1, Integer::sum) == 1) {
      children(e).forEach(this::countUses);
    }
  }

  private List<Expr> children(Expr e) {
    return leaves.contains(e) ? List.of() : ExprNodes.children(e);
  }

  private void prepare(Expr e) {
    if (locals.containsKey(e)) {
      return;
    }
    children(e).forEach(this::prepare);
    boolean throwing = e instanceof Op op && op.span().isPresent();
    if (throwing || uses.getOrDefault(e, 0) > 1) {
      locals.put(e, code.newLocal(VectorTypes.of(e.type()), () -> compute(e)));
    }
  }

  private void value(Expr e) {
    Local local = locals.get(e);
    if (local == null) {
      compute(e);
    } else if (isScalar(local)) {
      VectorTypes.broadcast(code, e.type(), lane, () -> code.load(local));
    } else {
      code.load(local);
    }
  }

  private static boolean isScalar(Local local) {
    return local.type().getSort() < Type.ARRAY;
  }

  /** Pushes the receiver of a call: a constant is made there. */
  private void receiver(Expr e) {
    if (e instanceof Expr.Const c && c.type() != DType.BOOL) {
      VectorTypes.broadcast(
          code, c.type(), lane, () -> JvmTypes.pushConstant(code, c.type(), c.value()));
    } else {
      value(e);
    }
  }

  private void compute(Expr e) {
    if (leaves.contains(e)) {
      leaf.push(e);
      return;
    }
    switch (e) {
      case Op op -> operation(op);
      case Expr.Named n -> value(n.value());
      case Expr.JdkMath f -> jdkMath(f);
      case SlowPath s -> slowPath(s);
      case Expr.Load _, Expr.Reduced _, Expr.AxisIndex _ -> leaf.push(e);
      case Expr.Const _, Expr.ScalarArg _ ->
          throw new IllegalStateException("invariant, but not hoisted: " + e);
      case Expr.Gathered g when g.inLanes() -> {
        Local places = code.newLocal(VectorTypes.of(DType.I32), () -> value(g.distance()));
        leaf.gather(g, places);
      }
      case Expr.Subscript s -> place(s);
      case Expr.Gathered _, Expr.Guarded _ ->
          throw new IllegalStateException("no vector form: " + e);
      case Expr.PlanScalar _, Expr.DimSize _, Expr.Element _, Expr.AxisStride _ ->
          throw new IllegalStateException("not of a kernel: " + e);
    }
  }

  /** Pushes places counted from the front, whether or not they lie on the axis. */
  private void place(Expr.Subscript s) {
    DType t = s.type();
    Local index = code.newLocal(VectorTypes.of(t), () -> value(s.index()));
    code.load(index);
    VectorTypes.operator(code, "ASHR", "Binary");
    JvmTypes.pushConstant(
        code, t, t == DType.I32 ? (Object) (Integer.SIZE - 1) : (Object) (Long.SIZE - 1L));
    VectorTypes.call(code, t, "lanewise", VectorTypes.BINARY, JvmTypes.element(t));
    value(s.size());
    VectorTypes.call(code, t, "and", VectorTypes.VECTOR);
    code.load(index);
    VectorTypes.call(code, t, "add", VectorTypes.VECTOR);
  }

  private void operation(Op op) {
    DType t = op.type();
    switch (op.op()) {
      case ADD -> commutative("add", op);
      case SUB -> binary("sub", op);
      case MUL -> commutative("mul", op);
      case DIV -> binary("div", op);
      case FMA -> {
        receiver(op.args().get(0));
        value(op.args().get(1));
        value(op.args().get(2));
        VectorTypes.call(code, t, "fma", VectorTypes.VECTOR, VectorTypes.VECTOR);
      }
      case NEG -> unary("neg", op);
      case ABS -> abs(op);
      case SQRT -> unary("sqrt", op);
      case MIN, MAX -> extremum(op);
      case LT -> compare(ofUnsigned(op) ? "ULT" : "LT", op);
      case LE -> compare(ofUnsigned(op) ? "ULE" : "LE", op);
      case EQ -> compare("EQ", op);
      case AND -> logical("and", "AND", op);
      case OR -> logical("or", "OR", op);
      case XOR -> logical("xor", "XOR", op);
      case NOT -> unary("not", op);
      case SHL -> shift("LSHL", op);
      case SHR -> shift("ASHR", op);
      case USHR -> shift("LSHR", op);
      case SELECT -> select(op);
      case CAST -> convert(op);
      case ROUND_F16, ROUND_BF16 -> {
        value(op.args().get(0));
        new ShortFloatLanes(code, lane).round(ShortFloatValues.roundedTo(op).orElseThrow());
      }
      case BITS, FROM_BITS -> {
        value(op.args().get(0));
        String name =
            switch (t) {
              case I32 -> "reinterpretAsInts";
              case I64 -> "reinterpretAsLongs";
              case F32 -> "reinterpretAsFloats";
              default -> "reinterpretAsDoubles";
            };
        code.callVirtual(VectorTypes.of(op.args().get(0).type()), name, VectorTypes.of(t));
      }
      case NON_ZERO -> {
        value(op.args().get(0));
        new CheckedLanes(code, lane, tail).nonZero(op);
      }
      case POW, SHIFT_LEFT, SHIFT_RIGHT -> {
        value(op.args().get(0));
        value(op.args().get(1));
        new CheckedLanes(code, lane, tail).ofTwo(op);
      }
      case FLOOR_DIV, REMAINDER -> throw new IllegalStateException("not vectorised: " + op.op());
    }
  }

  private void unary(String name, Op op) {
    value(op.args().get(0));
    VectorTypes.call(code, op.type(), name);
  }

  /** HotSpot has no instruction for i64 where vectors have 256 bits, and makes objects instead. */
  private void abs(Op op) {
    if (op.type() != DType.I64) {
      unary("abs", op);
      return;
    }
    Local x = code.newLocal(VectorTypes.of(DType.I64), () -> value(op.args().getFirst()));
    code.load(x);
    code.load(x);
    VectorTypes.call(code, DType.I64, "neg");
    VectorTypes.call(code, DType.I64, "max", VectorTypes.VECTOR);
  }

  private void binary(String name, Op op) {
    receiver(op.args().get(0));
    value(op.args().get(1));
    VectorTypes.call(code, op.type(), name, VectorTypes.VECTOR);
  }

  /**
   * An invariant is the second operand: as the receiver of a method whose class the JIT has to
   * check, it would be made an object in each call of the kernel.
   */
  private void commutative(String name, Op op) {
    Expr first = op.args().get(0);
    Expr second = op.args().get(1);
    boolean swap = invariant(first) && !invariant(second);
    value(swap ? second : first);
    value(swap ? first : second);
    VectorTypes.call(code, op.type(), name, VectorTypes.VECTOR);
  }

  private void logical(String name, String operator, Op op) {
    if (op.type() == DType.BOOL) {
      DType home = domain(op);
      mask(op.args().get(0), home);
      mask(op.args().get(1), home);
      VectorTypes.call(code, DType.BOOL, name, VectorTypes.MASK);
    } else {
      lanewise(
          op.type(),
          operator,
          "Associative",
          op.args().get(0),
          () -> value(op.args().get(1)),
          VectorTypes.VECTOR);
    }
  }

  private void shift(String operator, Op op) {
    lanewise(
        op.type(),
        operator,
        "Binary",
        op.args().get(0),
        () -> {
          JvmTypes.pushConstant(code, op.type(), op.amount());
          JvmTypes.toElement(code, op.type());
        },
        JvmTypes.element(op.type()));
  }

  private void lanewise(
      DType t, String operator, String kind, Expr x, Code.Part second, Type secondType) {
    value(x);
    VectorTypes.operator(code, operator, kind);
    second.emit();
    VectorTypes.call(code, t, "lanewise", VectorTypes.BINARY, secondType);
  }

  private void jdkMath(Expr.JdkMath f) {
    Expr x = f.args().getFirst();
    if (f.args().size() == 2) {
      Code.Part second = () -> value(f.args().getLast());
      lanewise(f.type(), f.function().name(), "Binary", x, second, VectorTypes.VECTOR);
      return;
    }
    value(x);
    VectorTypes.operator(code, f.function().name(), "Unary");
    VectorTypes.call(
        code, f.type(), "lanewise", Type.getObjectType(VectorTypes.OPERATORS + "$Unary"));
  }

  private void compare(String operator, Op op) {
    value(op.args().get(0));
    VectorTypes.operator(code, operator, "Comparison");
    value(op.args().get(1));
    VectorTypes.compare(code, op.args().get(0).type());
  }

  private static boolean ofUnsigned(Op op) {
    return op.args().get(0).type().isUnsigned();
  }

  /**
   * Java's max and min (NaN wins, 0.0 above -0.0). Against a constant one compare and one blend do
   * the same, as long as an equal zero of the other sign is replaced by the right one.
   */
  private void extremum(Op op) {
    DType t = op.type();
    boolean max = op.op() == PrimOp.MAX;
    if (t.isUnsigned()) {
      Code.Part second = () -> value(op.args().get(1));
      lanewise(
          t, max ? "UMAX" : "UMIN", "Associative", op.args().get(0), second, VectorTypes.VECTOR);
      return;
    }
    boolean constantFirst = op.args().get(0) instanceof Expr.Const;
    Expr constant = op.args().get(constantFirst ? 0 : 1);
    Expr x = op.args().get(constantFirst ? 1 : 0);
    if (!t.isFloat() || !(constant instanceof Expr.Const c) || isNaN(c)) {
      binary(max ? "max" : "min", op);
      return;
    }
    double v = ((Number) c.value()).doubleValue();
    boolean replaceEqual = Double.compare(v, max ? 0.0 : -0.0) == 0;
    Local held = code.newLocal(VectorTypes.of(t), () -> value(x));
    code.load(held);
    value(constant);
    code.load(held);
    VectorTypes.operator(
        code, max ? (replaceEqual ? "LE" : "LT") : (replaceEqual ? "GE" : "GT"), "Comparison");
    value(constant);
    VectorTypes.compare(code, t);
    callBlend(t);
  }

  private static boolean isNaN(Expr.Const c) {
    return Double.isNaN(((Number) c.value()).doubleValue());
  }

  private void callBlend(DType t) {
    VectorTypes.call(code, t, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  private void select(Op op) {
    Expr condition = op.args().get(0);
    Expr yes = op.args().get(1);
    Expr no = op.args().get(2);
    if (op.type() == DType.BOOL) { // (c and yes) or (no and not c)
      DType home = domain(op);
      mask(condition, home);
      mask(yes, home);
      VectorTypes.call(code, DType.BOOL, "and", VectorTypes.MASK);
      mask(no, home);
      mask(condition, home);
      VectorTypes.call(code, DType.BOOL, "andNot", VectorTypes.MASK);
      VectorTypes.call(code, DType.BOOL, "or", VectorTypes.MASK);
    } else {
      receiver(no);
      value(yes);
      mask(condition, op.type());
      callBlend(op.type());
    }
  }

  /** Pushes a bool as a mask over lanes of that dtype. */
  private void mask(Expr e, DType home) {
    value(e);
    if (domain(e) != home) {
      VectorTypes.castMask(code, home, lane);
    }
  }

  /** The dtype over whose lanes the mask of a bool node is made. */
  private DType domain(Expr e) {
    if (invariant(e)) {
      return lane;
    }
    if (e instanceof Expr.Named n) {
      return domain(n.value());
    }
    if (e instanceof Op op) {
      return switch (op.op()) {
        case LT, LE, EQ -> op.args().get(0).type();
        case CAST -> op.args().get(0).type();
        case AND, OR, XOR, NOT, SELECT -> domain(op.args().get(0));
        default -> lane;
      };
    }
    return lane;
  }

  private boolean invariant(Expr e) {
    return !uses.containsKey(e);
  }

  private void convert(Op op) {
    Expr x = op.args().get(0);
    DType from = x.type();
    DType to = op.type();
    if (to == DType.BOOL) { // x != 0
      value(x);
      if (from.isShortFloat()) { // of either sign
        new ShortFloatLanes(code, lane).magnitude();
      }
      VectorTypes.operator(code, "NE", "Comparison");
      VectorTypes.broadcast(code, from, lane, () -> pushNumber(from, 0));
      VectorTypes.compare(code, from);
    } else if (from == DType.BOOL) {
      VectorTypes.broadcast(code, to, lane, () -> pushNumber(to, 0));
      VectorTypes.broadcast(code, to, lane, () -> pushNumber(to, 1));
      mask(x, to);
      callBlend(to);
    } else {
      value(x);
      new VectorCasts(code, lane).emit(from, to, ShortFloatValues.hold(to, x));
    }
  }

  private void pushNumber(DType t, int n) {
    JvmTypes.pushConstant(
        code,
        t,
        switch (t.carrier()) {
          case FLOAT -> (Object) (float) n;
          case DOUBLE -> (Object) (double) n;
          case BOOLEAN, INT, LONG -> n;
        });
  }

  private void slowPath(SlowPath s) {
    Type vector = VectorTypes.of(s.type());
    List<Local> args = s.args().stream().map(x -> code.newLocal(vector, () -> value(x))).toList();
    Local slow = code.newLocal(VectorTypes.MASK, () -> value(s.slow()));
    Local result = code.newLocal(vector, () -> value(s.fast()));
    new SlowLanes(code, lane, s).mend(result, slow, args);
    code.load(result);
  }
}
