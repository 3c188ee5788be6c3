package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.SlowPath;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits expressions as scalar code. Nodes with several uses, and those that may throw, are computed
 * once into a local before the root; the rest is pushed where it is needed.
 */
public final class ScalarEmitter {

  private static final Type MATH = Type.getType(Math.class);

  private final Code code;
  private final Consumer<Expr> leaf;
  private final Map<Expr, Local> locals;
  private final Map<Expr, Integer> uses = new IdentityHashMap<>();

  /**
   * @param leaf pushes the value of a node that is not an operation
   */
  public ScalarEmitter(Code code, Consumer<Expr> leaf) {
    this(code, leaf, Map.of());
  }

  /**
   * @param known nodes that are in locals already, by identity
   */
  ScalarEmitter(Code code, Consumer<Expr> leaf, Map<Expr, Local> known) {
    this.code = code;
    this.leaf = leaf;
    this.locals = new IdentityHashMap<>(known);
  }

  /** Pushes the value of {@code root}. */
  public void push(Expr root) {
    countUses(root);
    prepare(root);
    value(root);
  }

  private void countUses(Expr e) {
    if (uses.merge(e, 1, Integer::sum) == 1) {
      ExprNodes.children(e).forEach(this::countUses);
    }
  }

  /** Puts shared and throwing nodes below {@code e} into locals, operands first. */
  private void prepare(Expr e) {
    if (locals.containsKey(e) || e instanceof Expr.Const) {
      return;
    }
    if (e instanceof Expr.Guarded g) {
      prepare(g.condition()); // the guarded value is computed there
    } else {
      ExprNodes.children(e).forEach(this::prepare);
    }
    if (uses.getOrDefault(e, 0) > 1 || ExprNodes.throwsItself(e)) {
      locals.put(e, code.newLocal(JvmTypes.scalar(e.type()), () -> compute(e)));
    }
  }

  private void value(Expr e) {
    Local local = locals.get(e);
    if (local != null) {
      code.load(local);
    } else {
      compute(e);
    }
  }

  private void compute(Expr e) {
    switch (e) {
      case Expr.Const c -> JvmTypes.pushConstant(code, c.type(), c.value());
      case Op op -> operation(op);
      case Expr.Named n -> value(n.value());
      case Expr.JdkMath f -> jdkMath(f);
      case SlowPath s ->
          code.ifElse(
              (_, no) -> jumpIfFalse(s.slow(), no),
              () -> {
                s.args().forEach(this::value);
                slowFunction(code, s);
              },
              () -> value(s.fast()));
      case Expr.Gathered g -> {
        leaf.accept(g); // the array and where the walk stands
        value(g.distance());
        code.memory().fromLong(code);
        code.memory().add(code);
        code.memory().loadElement(code, g.type());
      }
      case Expr.Subscript s -> {
        value(s.index());
        value(s.size());
        code.pushString(s.place());
        code.callStatic(RuntimeTypes.CHECKS, "subscript", "(JJLjava/lang/String;)J");
      }
      case Expr.Guarded g ->
          code.ifElse(
              (_, no) -> jumpIfFalse(g.condition(), no),
              () -> new ScalarEmitter(code, leaf, locals).push(g.element()),
              () -> JvmTypes.pushConstant(code, g.type(), zero(g.type())));
      case Expr.Load _, Expr.ScalarArg _, Expr.PlanScalar _ -> leaf.accept(e);
      case Expr.AxisStride _, Expr.AxisIndex _ -> leaf.accept(e);
      case Expr.DimSize _, Expr.Element _, Expr.Reduced _ -> leaf.accept(e);
    }
  }

  private static Object zero(DType t) {
    return t == DType.BOOL ? (Object) false : ScalarKernel.start(Builtin.SUM, t);
  }

  /** The slow path's scalar function of the values on the stack. */
  public static void slowFunction(Code code, SlowPath s) {
    Type t = JvmTypes.scalar(s.type());
    Type[] args = Collections.nCopies(s.args().size(), t).toArray(Type[]::new);
    code.callStatic(RuntimeTypes.SCALAR_MATH, s.function().methodName(), t, args);
  }

  private void operation(Op op) {
    DType t = op.type();
    switch (op.op()) {
      case LT, LE, EQ ->
          code.ifElse((_, no) -> jumpIfFalse(op, no), () -> code.pushInt(1), () -> code.pushInt(0));
      case SELECT ->
          code.ifElse(
              (_, no) -> jumpIfFalse(op.args().get(0), no),
              () -> value(op.args().get(1)),
              () -> value(op.args().get(2)));
      default -> {
        pushArgs(op);
        ofArgs(op, t);
      }
    }
  }

  /** An operation on the values on the stack. */
  private void ofArgs(Op op, DType t) {
    switch (op.op()) {
      case ADD, SUB, MUL, DIV, NEG -> {
        code.op(instruction(op));
        JvmTypes.cut(code, t);
      }
      case AND, OR, XOR -> code.op(instruction(op));
      case SHL, SHR, USHR -> {
        code.pushInt(op.amount());
        code.op(instruction(op));
        JvmTypes.cut(code, t);
      }
      case FLOOR_DIV, REMAINDER, NON_ZERO, POW, SHIFT_LEFT, SHIFT_RIGHT -> runtimeCall(op);
      case FMA -> math("fma", t, 3);
      case ABS -> {
        math("abs", t, 1);
        JvmTypes.cut(code, t);
      }
      case SQRT -> squareRoot(op);
      case MIN, MAX -> extremum(code, t, op.op() == PrimOp.MAX);
      case NOT -> invert(t);
      case CAST -> ScalarCasts.emit(code, op.args().get(0).type(), t);
      case ROUND_F16 -> ScalarCasts.emit(code, t, DType.F16); // which scalar code holds as an f32
      case ROUND_BF16 -> ScalarCasts.emit(code, t, DType.BF16);
      case BITS, FROM_BITS -> reinterpret(op);
      case LT, LE, EQ, SELECT -> throw new IllegalStateException("a jump: " + op);
    }
  }

  private static int instruction(Op op) {
    int ofInts =
        switch (op.op()) {
          case ADD -> Opcodes.IADD;
          case SUB -> Opcodes.ISUB;
          case MUL -> Opcodes.IMUL;
          case DIV -> Opcodes.IDIV;
          case NEG -> Opcodes.INEG;
          case AND -> Opcodes.IAND;
          case OR -> Opcodes.IOR;
          case XOR -> Opcodes.IXOR;
          case SHL -> Opcodes.ISHL;
          case SHR -> Opcodes.ISHR;
          case USHR -> Opcodes.IUSHR;
          default -> throw new IllegalStateException("no instruction: " + op);
        };
    return JvmTypes.scalar(op.type()).getOpcode(ofInts);
  }

  private void pushArgs(Op op) {
    op.args().forEach(this::value);
  }

  private void math(String name, DType t, int arity) {
    Type type = JvmTypes.scalar(t);
    var args = new Type[arity];
    java.util.Arrays.fill(args, type);
    code.callStatic(MATH, name, type, args);
  }

  /** Pushes the larger, or the smaller, of the two values on the stack. */
  static void extremum(Code code, DType t, boolean max) {
    Type type = JvmTypes.scalar(t);
    code.callStatic(
        t.isWideUnsigned() ? RuntimeTypes.UNSIGNED : MATH, max ? "max" : "min", type, type, type);
  }

  /** Java's functions are of doubles. */
  private void jdkMath(Expr.JdkMath f) {
    boolean narrow = f.type() == DType.F32;
    for (Expr arg : f.args()) {
      value(arg);
      if (narrow) {
        code.op(Opcodes.F2D);
      }
    }
    math(f.function().label(), DType.F64, f.args().size());
    if (narrow) {
      code.op(Opcodes.D2F);
    }
  }

  private void squareRoot(Op op) {
    if (op.type() == DType.F32) { // correctly rounded: double has more than 2 * 24 + 2 bits
      code.op(Opcodes.F2D);
      code.callStatic(MATH, "sqrt", "(D)D");
      code.op(Opcodes.D2F);
    } else {
      code.callStatic(MATH, "sqrt", "(D)D");
    }
  }

  /** The runtime's method; of integers it may throw, and is handed its message. */
  private void runtimeCall(Op op) {
    DType t = op.type();
    Type owner =
        switch (op.op()) {
          case NON_ZERO -> RuntimeTypes.FLOOR_DIVISION;
          case FLOOR_DIV, REMAINDER ->
              t.isWideUnsigned() ? RuntimeTypes.UNSIGNED : RuntimeTypes.FLOOR_DIVISION;
          default -> t.isWideUnsigned() ? RuntimeTypes.UNSIGNED : RuntimeTypes.INTEGER_MATH;
        };
    String name =
        switch (op.op()) {
          case FLOOR_DIV -> "floorDivide";
          case REMAINDER -> "remainder";
          case NON_ZERO -> "nonZero";
          case POW -> "power";
          case SHIFT_LEFT -> "shiftLeft";
          default -> "shiftRight";
        };
    Type type = JvmTypes.scalar(t);
    pushMessage(code, op);
    List<Type> params = new ArrayList<>(Collections.nCopies(op.args().size(), type));
    params.add(Type.getType(String.class));
    code.callStatic(owner, name, type, params.toArray(Type[]::new));
    JvmTypes.cut(code, t);
  }

  /** Pushes the operation's message where it throws. */
  public static void pushMessage(Code code, Op op) {
    var span = op.span().orElseThrow();
    code.at(span);
    code.pushString(
        switch (op.op()) {
          case FLOOR_DIV, REMAINDER, NON_ZERO -> CheckText.division(span);
          case POW -> CheckText.negativeExponent(span);
          default -> CheckText.negativeShift(span);
        });
  }

  private void invert(DType t) {
    switch (t.carrier()) {
      case BOOLEAN -> {
        code.pushInt(1);
        code.op(Opcodes.IXOR);
      }
      case INT -> {
        code.pushInt(-1);
        code.op(Opcodes.IXOR);
        JvmTypes.cut(code, t);
      }
      case LONG -> {
        code.pushLong(-1);
        code.op(Opcodes.LXOR);
      }
      case FLOAT, DOUBLE -> throw new IllegalStateException("not of a float");
    }
  }

  private void reinterpret(Op op) {
    switch (op.args().get(0).type().carrier()) {
      case FLOAT -> code.callStatic("java/lang/Float", "floatToRawIntBits", "(F)I");
      case DOUBLE -> code.callStatic("java/lang/Double", "doubleToRawLongBits", "(D)J");
      case INT -> code.callStatic("java/lang/Float", "intBitsToFloat", "(I)F");
      case LONG -> code.callStatic("java/lang/Double", "longBitsToDouble", "(J)D");
      case BOOLEAN -> throw new IllegalStateException("no float has that width");
    }
  }

  /** Jumps where the truth value does not hold; falls through where it does. */
  void jumpIfFalse(Expr e, Label no) {
    if (!locals.containsKey(e) && e instanceof Op op && compare(op, no)) {
      return;
    }
    value(e);
    code.mv().visitJumpInsn(Opcodes.IFEQ, no);
  }

  private boolean compare(Op op, Label no) {
    DType t = op.args().get(0).type();
    int opcode =
        switch (op.op()) {
          case LT -> Opcodes.IFGE;
          case LE -> Opcodes.IFGT;
          case EQ -> Opcodes.IFNE;
          default -> -1;
        };
    if (opcode < 0) {
      return false;
    }
    pushArgs(op);
    if (t.isWideUnsigned()) {
      boolean wide = t.carrier() == DType.Carrier.LONG;
      code.callStatic(
          wide ? "java/lang/Long" : "java/lang/Integer",
          "compareUnsigned",
          wide ? "(JJ)I" : "(II)I");
    } else {
      switch (t.carrier()) { // yields 1 for NaN: less-than is false then, and NaN != 0 as well
        case FLOAT -> code.op(Opcodes.FCMPG);
        case DOUBLE -> code.op(Opcodes.DCMPG);
        case LONG -> code.op(Opcodes.LCMP);
        case BOOLEAN, INT -> opcode += Opcodes.IF_ICMPEQ - Opcodes.IFEQ;
      }
    }
    code.mv().visitJumpInsn(opcode, no);
    return true;
  }
}
