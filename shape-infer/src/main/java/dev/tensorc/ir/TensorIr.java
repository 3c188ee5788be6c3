package dev.tensorc.ir;

import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.Optional;

/**
 * The typed, shaped program: one straight list of steps for each exported function, with calls
 * inlined and every implicit rule made explicit.
 *
 * <p>Invariants ({@link TensorIrVerifier}): single assignment; every value is defined before its
 * use in the same block or an enclosing one; operands of a {@link Map} have the dtypes that its
 * builtin computes in (casts are Maps of their own); broadcasting is only in the operands' index
 * maps, a join that may fail at run time has a {@link JoinCheck} before it (one check for equal
 * joins; none where a size meets a {@link Dim.Join} that it went into); checks on entry dims of
 * unconditional steps stand in {@link Function#entryChecks}, in source order, those of an arm at
 * the start of its block.
 */
public sealed interface TensorIr {

  /** A module: the exported functions of a program. */
  record Module(List<Function> functions) {}

  /**
   * @param bindings where each symbolic dim gets its size at entry, in order
   * @param entryChecks checked in this order before anything is allocated or written
   * @param facts what holds once the entry checks have passed
   * @param results parallel to {@code body.yields()}
   */
  record Function(
      String name,
      String doc,
      List<Param> params,
      List<DimBinding> bindings,
      List<Check> entryChecks,
      Facts facts,
      Block body,
      List<Result> results,
      Span span)
      implements TensorIr {}

  /**
   * @param declaredType as written, for messages
   * @param value its shape has a symbol, a number or an expression for each axis
   */
  record Param(String name, String declaredType, Value value, Span span) {}

  /** The symbol is the size of that axis of that parameter. */
  record DimBinding(Dim.Sym symbol, int param, int axis) {}

  /**
   * @param name empty where the program does not name it
   * @param declaredType as written, or the inferred type where nothing is declared
   */
  record Result(String name, String declaredType, DType dtype, List<Dim> shape) {}

  /**
   * A tensor or, with an empty shape, a scalar.
   *
   * @param id unique in the function
   * @param name what messages call it: its {@code let} name, else its source text
   */
  record Value(int id, DType dtype, List<Dim> shape, String name, Span span) {
    public Value {
      shape = List.copyOf(shape);
    }

    public int rank() {
      return shape.size();
    }

    public boolean isScalar() {
      return shape.isEmpty();
    }

    /** {@code f32[n, ?]}, as a program would write it. */
    public String type() {
      return ShapeText.type(dtype, shape);
    }

    @Override
    public String toString() {
      return "%" + id;
    }
  }

  /** Straight-line code under one control dependence, and what it hands out. */
  record Block(List<Step> steps, List<Value> yields) {
    public Block {
      steps = List.copyOf(steps);
      yields = List.copyOf(yields);
    }
  }

  sealed interface Step permits Instr, Check {
    Span span();
  }

  // ---------------------------------------------------------------- instructions

  sealed interface Instr extends Step, TensorIr {
    Value result();

    @Override
    default Span span() {
      return result().span();
    }
  }

  /** A scalar constant: Boolean, Integer (u8, i32), Long, Float or Double as the dtype asks. */
  record Constant(Value result, Object value) implements Instr {}

  /** An array literal: one scalar value of the result's dtype for each element, row-major. */
  record Literal(Value result, List<Value> elements) implements Instr {}

  /** The size of a dim as an i64 scalar. */
  record DimValue(Value result, Dim dim) implements Instr {}

  /**
   * An element-wise operation. Its iteration space is the result's shape.
   *
   * @param builtin of kind ELEMENTWISE; ASTYPE converts to the result's dtype
   */
  record Map(Value result, Builtin builtin, List<Operand> operands) implements Instr {
    public Map {
      operands = List.copyOf(operands);
    }
  }

  /**
   * An operand and its indexing map.
   *
   * @param axes for each axis of the value, the axis of the iteration space that it follows; an
   *     axis whose size is 1 while the space's is not is read at 0 throughout
   */
  record Operand(Value value, List<Integer> axes) {
    public Operand {
      axes = List.copyOf(axes);
    }
  }

  /**
   * A reduction. The fixed order of float sums is {@code docs/decisions}' and the interpreter's.
   *
   * @param builtin SUM, MAX or MIN (means are lowered to a sum and a division); argument and result
   *     have the same dtype
   * @param axes ascending, from 0
   * @param keepdims reduced axes stay with size 1
   */
  record Reduce(Value result, Builtin builtin, Value operand, List<Integer> axes, boolean keepdims)
      implements Instr {
    public Reduce {
      axes = List.copyOf(axes);
    }
  }

  /**
   * The same elements seen through other axes: slices, integer subscripts, newaxis, transposes.
   *
   * @param axes one entry for each axis of the operand; result axes that none names have size 1 (or
   *     stretch: broadcast_to)
   */
  record View(Value result, Value operand, List<ViewAxis> axes) implements Instr {
    public View {
      axes = List.copyOf(axes);
    }
  }

  /**
   * The operand's index on this axis is {@code start + step * i}, i the result's index on {@code
   * resultAxis}.
   *
   * @param resultAxis -1 where the axis is read at {@code start} alone
   * @param start in range wherever the result has elements; anything, also -1, where it has none
   */
  record ViewAxis(int resultAxis, Dim start, long step) {}

  /**
   * Runs one of two blocks. Each yields one value of the result's dtype and rank; dims that differ
   * are {@link Dim.Late} in the result's shape and become the size of what was yielded.
   */
  record If(Value result, Value condition, Block then, Block otherwise) implements Instr {}

  // ---------------------------------------------------------------- checks

  sealed interface Check extends Step {}

  /** The size of a parameter's axis must be what its type says. */
  record ParamCheck(int param, int axis, Dim actual, Dim expected, Span span) implements Check {}

  /**
   * Two sizes that must be equal: an argument's dim against the callee's, a value against its
   * ascription or the declared result.
   *
   * @param subject what has the size, e.g. {@code result of f} or {@code x}
   * @param expectedType the declared type, as written
   */
  record SizeCheck(
      String subject, String expectedType, int axis, Dim actual, Dim expected, Span span)
      implements Check {}

  /**
   * Sizes that must be equal, or 1, on every axis. Axes are checked from the last to the first, as
   * the Array API's algorithm does.
   *
   * @param operation source text, e.g. {@code a + b}
   * @param operands names, types and shapes, for the check and for the message
   * @param rank of the joined shape
   */
  record JoinCheck(String operation, List<JoinOperand> operands, int rank, Span span)
      implements Check {
    public JoinCheck {
      operands = List.copyOf(operands);
    }
  }

  /**
   * @param axes for each axis of the operand, the axis of the joined shape
   */
  record JoinOperand(String name, String type, List<Dim> shape, List<Integer> axes) {
    public JoinOperand {
      shape = List.copyOf(shape);
      axes = List.copyOf(axes);
    }
  }

  /** An axis that max or min reduces must have elements. */
  record NonEmptyCheck(String function, String operand, int axis, Dim size, Span span)
      implements Check {}

  /**
   * An integer subscript must lie on the axis.
   *
   * @param index as written, negative from the end
   */
  record IndexCheck(String operand, int axis, long index, Dim size, Span span) implements Check {}

  /** The function called that. */
  static Optional<Function> function(Module module, String name) {
    return module.functions().stream().filter(f -> f.name().equals(name)).findFirst();
  }
}
