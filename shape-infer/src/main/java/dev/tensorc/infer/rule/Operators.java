package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Ast;
import dev.tensorc.ir.Builtin;
import java.util.Optional;

/** Operators as the builtins that they spell. */
public final class Operators {

  private Operators() {}

  /** The element-wise function that an operator spells. */
  public static Optional<Builtin> builtin(Ast.BinaryOp op) {
    return Optional.ofNullable(
        switch (op) {
          case OR, AND, MATMUL -> null;
          case LT -> Builtin.LESS;
          case LE -> Builtin.LESS_EQUAL;
          case GT -> Builtin.GREATER;
          case GE -> Builtin.GREATER_EQUAL;
          case EQ -> Builtin.EQUAL;
          case NE -> Builtin.NOT_EQUAL;
          case BIT_OR -> Builtin.BITWISE_OR;
          case BIT_XOR -> Builtin.BITWISE_XOR;
          case BIT_AND -> Builtin.BITWISE_AND;
          case ADD -> Builtin.ADD;
          case SUB -> Builtin.SUBTRACT;
          case MUL -> Builtin.MULTIPLY;
          case DIV -> Builtin.DIVIDE;
          case FLOORDIV -> Builtin.FLOOR_DIVIDE;
          case MOD -> Builtin.REMAINDER;
          case POW -> Builtin.POW;
          case SHL -> Builtin.BITWISE_LEFT_SHIFT;
          case SHR -> Builtin.BITWISE_RIGHT_SHIFT;
        });
  }
}
