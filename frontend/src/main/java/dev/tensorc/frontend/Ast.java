package dev.tensorc.frontend;

import java.util.List;
import java.util.Optional;

/**
 * The syntax tree of a {@code .tc} file: the program as written, nothing inferred.
 *
 * <p>Invariants: every node carries the span of its own text; names are as written; numbers keep
 * their text's value (an integer literal fits 64 bits); the tree is no deeper than the parser's
 * depth limit, so recursive passes over it are safe.
 */
public sealed interface Ast {

  Span span();

  /** A name where it is bound. */
  record Name(String text, Span span) implements Ast {}

  /**
   * A whole file.
   *
   * @param broadcasting the discipline named at the top of the file
   */
  record Program(Optional<Name> broadcasting, List<TopLevel> items, Span span) implements Ast {}

  sealed interface TopLevel extends Ast {}

  record Import(String path, Span span) implements TopLevel {}

  /**
   * {@code weights "model.safetensors" { w: f32[2, 3] = "layer.weight" }}: tensors that stay.
   *
   * @param file where they are, as written
   */
  record Weights(String file, List<Weight> tensors, Span span) implements TopLevel {}

  /**
   * @param tensor its name in the file; empty where that is the name
   */
  record Weight(Name name, Type type, Optional<String> tensor, Span span) implements Ast {}

  record Const(Name name, Expr value, Span span) implements TopLevel {}

  /**
   * @param doc the {@code ##} lines above it, without the marks; empty where there are none
   * @param parameters all of them, in order
   * @param results one entry for {@code -> T}, several (named or not) for {@code -> (a: T, b: U)};
   *     empty where nothing is declared
   */
  record Function(
      String doc,
      List<Annotation> annotations,
      boolean exported,
      Name name,
      List<TypeParam> typeParams,
      List<Parameter> parameters,
      List<Result> results,
      List<Expr> where,
      Block body,
      Span span)
      implements TopLevel {

    /** The parameters that are values when the program runs. */
    public List<Param> params() {
      return ofKind(Param.class);
    }

    /** The parameters that are constants of each call. */
    public List<ConstParam> constParams() {
      return ofKind(ConstParam.class);
    }

    private <P extends Parameter> List<P> ofKind(Class<P> kind) {
      return parameters.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
  }

  /** {@code @broadcasting(strict, rank=off)}: arguments as expressions. */
  record Annotation(Name name, List<Arg> args, Span span) implements Ast {}

  /** {@code T: f32 | f64} or {@code T: float}. */
  record TypeParam(Name name, List<Name> bounds, Span span) implements Ast {}

  sealed interface Parameter extends Ast {
    Name name();

    /** Its value where a call leaves it out. */
    Optional<Expr> otherwise();
  }

  /** {@code x: f32[n]}, {@code eps: f64 = 1e-5}. */
  record Param(Name name, Type type, Optional<Expr> otherwise, Span span) implements Parameter {}

  /** {@code const axis = -1}: it is a constant of each call. */
  record ConstParam(Name name, Optional<Expr> otherwise, Span span) implements Parameter {}

  record Result(Optional<Name> name, Type type, Span span) implements Ast {}

  // ---------------------------------------------------------------- types

  /**
   * {@code f32}, {@code f32[n, 4]}, {@code i32[3][5, 5]}.
   *
   * @param dtype the name as written; may be a type parameter
   * @param levels one list of dims for each bracket, innermost tensor first as written; none for a
   *     scalar
   */
  record Type(Name dtype, List<DimList> levels, Span span) implements Ast {}

  record DimList(List<Dim> dims, Span span) implements Ast {}

  sealed interface Dim extends Ast {}

  /** {@code ?} or {@code strict ?}. */
  record DynamicDim(boolean strict, Span span) implements Dim {}

  /** {@code bcast}. */
  record BcastDim(Span span) implements Dim {}

  /** {@code ...} or {@code s...}. */
  record RestDim(Optional<Name> name, Span span) implements Dim {}

  /** {@code 3}, {@code n}, {@code strict n}, {@code n + 1}, {@code 2 * n}. */
  record ExprDim(boolean strict, Expr value, Span span) implements Dim {}

  // ---------------------------------------------------------------- statements

  record Block(List<Stmt> statements, Span span) implements Ast {}

  sealed interface Stmt extends Ast {}

  /**
   * {@code let x = e}, {@code let x: T = e}, {@code let (a, b) = e}, {@code var x = e}.
   *
   * @param targets more than one for a tuple
   */
  record Let(boolean variable, List<Binding> targets, Expr value, Span span) implements Stmt {}

  record Binding(Name name, Optional<Type> type, Span span) implements Ast {}

  /** Index notation: {@code let c[i, j] = e for j in 0:5}. */
  record IndexLet(
      boolean variable, Name name, List<Name> indices, Expr value, List<Range> ranges, Span span)
      implements Stmt {}

  /** {@code j in 0:5}. */
  record Range(Name index, Expr from, Expr to, Optional<Expr> step, Span span) implements Ast {}

  /**
   * {@code x = e}, {@code x += e}, {@code x[1:-1, :] = e}, {@code x +={1} v}, and index notation's
   * updates {@code y[i] = e for i in 1:n}.
   *
   * @param subscripts one list for each bracket
   * @param op the binary operator of {@code +=} and its kind
   */
  record Assign(
      Name target,
      List<SubscriptList> subscripts,
      Optional<BinaryOp> op,
      List<Expr> dims,
      Expr value,
      List<Range> ranges,
      Span span)
      implements Stmt {}

  record For(Range range, Block body, Span span) implements Stmt {}

  record While(Expr condition, Block body, Span span) implements Stmt {}

  /** {@code else if} is an {@code otherwise} block that holds one {@code If}. */
  record If(Expr condition, Block then, Optional<Block> otherwise, Span span) implements Stmt {}

  /** The arm of an {@code if} that the constants of a call decide; never written. */
  record Chosen(Block block, Span span) implements Stmt {}

  /** {@code return e}, {@code return (a, b)}. */
  record Return(List<Expr> values, Span span) implements Stmt {}

  // ---------------------------------------------------------------- expressions

  sealed interface Expr extends Ast {}

  /**
   * {@code 1}, {@code 0xff}, {@code 1_000}.
   *
   * @param huge whether it is 2^63 or more, which only u64 holds: the value has its bits
   */
  record IntLit(long value, boolean huge, Span span) implements Expr {
    public IntLit(long value, Span span) {
      this(value, false, span);
    }

    @Override
    public String toString() {
      return huge ? Long.toUnsignedString(value) : Long.toString(value);
    }
  }

  /** {@code 2.5}, {@code 1e-6}. */
  record FloatLit(double value, Span span) implements Expr {}

  record BoolLit(boolean value, Span span) implements Expr {}

  record StringLit(String value, Span span) implements Expr {}

  /** A name in use: a value, a dim, a constant ({@code pi}, {@code inf}, {@code nan}), a dtype. */
  record Ref(String name, Span span) implements Expr {}

  /** {@code [1, 2, 3]}, {@code [[1, 2], [3, 4]]}, {@code [1, 2; 3, 4]} (two rows). */
  record ArrayLit(List<List<Expr>> rows, boolean semicolons, Span span) implements Expr {}

  /** {@code (2, 3)}, {@code ()}, {@code (2,)}: only where a shape, axes or pads are asked for. */
  record TupleLit(List<Expr> items, Span span) implements Expr {}

  record Unary(UnaryOp op, Expr operand, Span span) implements Expr {}

  /**
   * @param dims the {@code {1}} of {@code x +{1} v}; empty where not written
   * @param opSpan where the operator stands
   */
  record Binary(
      BinaryOp op, Expr left, Expr right, Optional<List<Expr>> dims, Span opSpan, Span span)
      implements Expr {}

  /** {@code if c then a else b}. */
  record Conditional(Expr condition, Expr then, Expr otherwise, Span span) implements Expr {}

  record Call(Name function, List<Arg> args, Span span) implements Expr {}

  /** {@code axis=1} or a positional argument. */
  record Arg(Optional<Name> keyword, Expr value, Span span) implements Ast {}

  /** Index notation's reduction {@code sum[k](e)} or {@code sum[k](e for k in 0:n)}. */
  record IndexReduce(Name function, List<Name> indices, Expr value, List<Range> ranges, Span span)
      implements Expr {}

  /** {@code x[...]}, also a subscript of index notation. */
  record Index(Expr target, SubscriptList subscripts, Span span) implements Expr {}

  /** {@code x.T}. */
  record Attribute(Expr target, Name name, Span span) implements Expr {}

  record SubscriptList(List<Subscript> items, Span span) implements Ast {}

  sealed interface Subscript extends Ast {}

  record At(Expr index, Span span) implements Subscript {}

  /** {@code lo:hi:step}. */
  record Slice(Optional<Expr> lo, Optional<Expr> hi, Optional<Expr> step, Span span)
      implements Subscript {}

  record Ellipsis(Span span) implements Subscript {}

  record NewAxis(Span span) implements Subscript {}

  enum UnaryOp {
    NEG("-"),
    POS("+"),
    INVERT("~"),
    NOT("not");

    private final String symbol;

    UnaryOp(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }

  enum BinaryOp {
    OR("or"),
    AND("and"),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">="),
    EQ("=="),
    NE("!="),
    BIT_OR("|"),
    BIT_XOR("^"),
    BIT_AND("&"),
    SHL("<<"),
    SHR(">>"),
    ADD("+"),
    SUB("-"),
    MUL("*"),
    DIV("/"),
    FLOORDIV("//"),
    MOD("%"),
    MATMUL("@"),
    POW("**");

    private final String symbol;

    BinaryOp(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }
}
