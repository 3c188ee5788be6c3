package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/**
 * A scalar computation at one point of the iteration space, or of a plan. Expressions are graphs in
 * which equal nodes are one object.
 */
public sealed interface Expr {

  DType type();

  /** The element of the kernel's input with that number. */
  record Load(int input, DType type) implements Expr {}

  /**
   * The element of the kernel's input that lies {@code distance} elements of its array further.
   *
   * @param distance i64, or i32 where it differs between the lanes of a vector
   */
  record Gathered(int input, DType type, Expr distance) implements Expr {
    /** Whether each lane of a vector reads an element of its own place. */
    public boolean inLanes() {
      return distance.type() == DType.I32;
    }
  }

  /**
   * An element that is computed where a condition holds only; else 0 or false.
   *
   * @param condition bool
   */
  record Guarded(Expr condition, Expr element) implements Expr {
    @Override
    public DType type() {
      return element.type();
    }
  }

  /**
   * The place on an axis that an index names, counted from the front; throws where there is none.
   *
   * @param index i64, or i32 in the lanes of a vector; negative from the end
   * @param size the axis's, of the same type
   * @param place the axis and where it is indexed, for the message
   */
  record Subscript(Expr index, Expr size, String place) implements Expr {
    @Override
    public DType type() {
      return index.type();
    }
  }

  /** The kernel's scalar with that number. */
  record ScalarArg(int index, DType type) implements Expr {}

  /**
   * Where a kernel stands on one of its axes.
   *
   * @param type i64, or i32, which holds it too
   */
  record AxisIndex(int axis, DType type) implements Expr {}

  /** A scalar that a plan has computed. */
  record PlanScalar(Value value) implements Expr {
    @Override
    public DType type() {
      return value.dtype();
    }
  }

  /** A dim's size, as i64; in plans only. */
  record DimSize(Dim dim) implements Expr {
    @Override
    public DType type() {
      return DType.I64;
    }
  }

  /** How far the elements along an axis of a tensor in memory lie apart, as i64; in plans only. */
  record AxisStride(Value tensor, int axis) implements Expr {
    @Override
    public DType type() {
      return DType.I64;
    }
  }

  /** The one element of a stored tensor that the access leads to; in plans only. */
  record Element(Argument tensor) implements Expr {
    @Override
    public DType type() {
      return tensor.base().dtype();
    }
  }

  /** Boolean, Integer, Long, Float or Double. */
  record Const(DType type, Object value) implements Expr {}

  /** The result of the kernel's reduction with that number; in later ones and in results. */
  record Reduced(int number, DType type) implements Expr {}

  /**
   * @param amount for shifts: by how many bits
   * @param span for operations that may throw
   */
  record Op(PrimOp op, DType type, List<Expr> args, int amount, Optional<Span> span)
      implements Expr {
    public Op {
      args = List.copyOf(args);
    }
  }

  /** {@code fast}, but where {@code slow} holds the scalar function's value of the arguments. */
  record SlowPath(Expr slow, Expr fast, dev.tensorc.math.MathFunction function, List<Expr> args)
      implements Expr {
    public SlowPath {
      args = List.copyOf(args);
    }

    @Override
    public DType type() {
      return fast.type();
    }
  }

  /**
   * A function as the JDK computes it: {@code VectorOperators} and {@code Math} have the function's
   * name. Its bits may differ between vector and scalar code, and from one run to the next.
   */
  record JdkMath(Builtin function, List<Expr> args) implements Expr {
    public JdkMath {
      args = List.copyOf(args);
    }

    @Override
    public DType type() {
      return args.getFirst().type();
    }
  }

  /** A function of the language, for readers; {@code value} is computed. */
  record Named(String name, List<Expr> arguments, Expr value) implements Expr {
    public Named {
      arguments = List.copyOf(arguments);
    }

    @Override
    public DType type() {
      return value.type();
    }
  }

  /** The operations that scalar and vector code are made of. */
  enum PrimOp {
    ADD,
    SUB,
    MUL,
    DIV,
    /**
     * Rounded-down quotient of 64-bit integers, like REMAINDER; others are made of operations that
     * vectors have.
     */
    FLOOR_DIV,
    REMAINDER,
    /** The integer itself; throws where it is 0. */
    NON_ZERO,
    /** A power of integers. */
    POW,
    /** By a count known only at run time; SHL, SHR and USHR have theirs. */
    SHIFT_LEFT,
    SHIFT_RIGHT,
    FMA,
    NEG,
    ABS,
    SQRT,
    MIN,
    MAX,
    LT,
    LE,
    EQ,
    AND,
    OR,
    XOR,
    NOT,
    SHL,
    SHR,
    USHR,
    /** args: condition, value if true, value if false. */
    SELECT,
    /** A numeric conversion, as {@code astype} defines it. */
    CAST,
    /** The nearest f16 or bf16 of an f32, as an f32. */
    ROUND_F16,
    ROUND_BF16,
    /** The bits of a float as the integer of its width, and back. */
    BITS,
    FROM_BITS
  }
}
