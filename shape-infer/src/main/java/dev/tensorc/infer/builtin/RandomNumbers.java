package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.scope.WeakScalars;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.math.Threefry;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Random numbers of a key: each element is {@link Threefry} of the key and of its own row-major
 * index, so that it is the same on every machine, in every engine, and however the array is cut
 * into parts. Written out in element-wise steps, which fuse with the numbers' consumers.
 *
 * <p>A uniform number is the first word's highest 53 bits (f32: 24) as a fraction of 1. Two of them
 * make a normal one by G. E. P. Box and M. E. Muller, "A note on the generation of random normal
 * deviates" (1958): {@code sqrt(-2 log(u)) cos(2 pi v)}, u from the first word and not 0, v from
 * the second.
 */
final class RandomNumbers implements BuiltinFamily {

  private final BuiltinContext cx;

  RandomNumbers(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Span span = c.span();
    Arg key = cx.arg(args.get(0).orElseThrow());
    Optional<List<Dim>> shape = cx.shapes.of(b, args.get(1).orElseThrow());
    Optional<DType> dtype = args.get(2).map(cx.words::dtype).orElse(Optional.of(DType.F64));
    if (key.typed().isUnknown() || shape.isEmpty() || dtype.isEmpty()) {
      return Typed.UNKNOWN;
    }
    if (key.typed().rank() > 0 || !key.typed().dtype().isInt()) {
      return cx.fail(
          ErrorId.NEEDS_SCALAR
              .at(key.span(), "the key of `" + b.label() + "` is one integer")
              .found(key.typed().type())
              .hint("each key gives numbers of its own: add 1 for the next array"));
    }
    if (dtype.get() != DType.F32 && dtype.get() != DType.F64) {
      return cx.fail(
          ErrorId.UNSUPPORTED_BUILTIN
              .at(
                  args.get(2).orElseThrow().span(),
                  "`" + b.label() + "` of " + dtype.get() + " is not supported yet")
              .expected("f32 or f64")
              .hint("convert: `astype(" + b.label() + "(key, shape), " + dtype.get() + ")`"));
    }
    var numbers = new Numbers(cx.emit.resolve(shape.get()), dtype.get(), span);
    Value word = cx.emit.cast(cx.weak.alone(key.typed(), key.span()), DType.U64, span);
    List<Value> words =
        Threefry.of(numbers, word, numbers.constant(0), numbers.index(), numbers.constant(0));
    Value made =
        b == Builtin.RANDOM_UNIFORM
            ? numbers.fraction(words.getFirst(), 0)
            : numbers.normal(words.getFirst(), words.getLast());
    return new Typed.Strong(made);
  }

  /** Steps over one shape: operands have it, or are scalars. */
  private final class Numbers implements Threefry.Words<Value> {

    private final List<Dim> shape;
    private final DType dtype;
    private final Span span;

    Numbers(List<Dim> shape, DType dtype, Span span) {
      this.shape = shape;
      this.dtype = dtype;
      this.span = span;
    }

    private Value map(DType type, Builtin b, Value... operands) {
      boolean scalars = Arrays.stream(operands).allMatch(Value::isScalar);
      Value made = cx.emit.fresh(type, scalars ? List.of() : shape, Names.ofSource(span), span);
      var all = Arrays.stream(operands).map(TensorIr.Operand::whole).toList();
      return cx.emit.add(new TensorIr.Map(made, b, all));
    }

    /** Each element's place in row-major order. */
    Value index() {
      Value index = cx.emit.constant(DType.I64, 0L, "0", span);
      for (int axis = 0; axis < shape.size(); axis++) {
        Value own = cx.emit.fresh(DType.I64, shape, "index", span);
        own = cx.emit.add(new TensorIr.Iota(own, axis));
        if (axis == 0) {
          index = own;
        } else {
          Value size = cx.emit.dimValue(shape.get(axis), "size", span);
          index = map(DType.I64, Builtin.MULTIPLY, index, size);
          index = map(DType.I64, Builtin.ADD, index, own);
        }
      }
      return cx.emit.cast(index, DType.U64, span);
    }

    /**
     * The word's highest bits and {@code more} of their lowest as a part of 1: from 0 to below 1
     * for none, else above 0 to 1.
     */
    Value fraction(Value word, long more) {
      Value bits = cx.emit.cast(ushr(word, Long.SIZE - dtype.digits()), DType.I64, span);
      if (more > 0) {
        Value number = cx.emit.constant(DType.I64, more, Long.toString(more), span);
        bits = map(DType.I64, Builtin.ADD, bits, number);
      }
      Value number = cx.emit.cast(bits, dtype, span); // exact
      return map(dtype, Builtin.MULTIPLY, number, real(Math.scalb(1.0, -dtype.digits())));
    }

    Value normal(Value first, Value second) {
      Value logarithm = map(dtype, Builtin.LOG, fraction(first, 1));
      Value square = map(dtype, Builtin.MULTIPLY, logarithm, real(-2));
      Value angle = map(dtype, Builtin.MULTIPLY, fraction(second, 0), real(2 * Math.PI));
      Value radius = map(dtype, Builtin.SQRT, square);
      return map(dtype, Builtin.MULTIPLY, radius, map(dtype, Builtin.COS, angle));
    }

    private Value real(double value) {
      Object rounded = WeakScalars.round(value, dtype).orElseThrow();
      return cx.emit.constant(dtype, rounded, Double.toString(value), span);
    }

    @Override
    public Value constant(long bits) {
      return cx.emit.constant(DType.U64, bits, Long.toUnsignedString(bits), span);
    }

    @Override
    public Value add(Value a, Value b) {
      return map(DType.U64, Builtin.ADD, a, b);
    }

    @Override
    public Value xor(Value a, Value b) {
      return map(DType.U64, Builtin.BITWISE_XOR, a, b);
    }

    @Override
    public Value shl(Value a, int count) {
      return map(DType.U64, Builtin.BITWISE_LEFT_SHIFT, a, constant(count));
    }

    @Override
    public Value ushr(Value a, int count) {
      return map(DType.U64, Builtin.BITWISE_RIGHT_SHIFT, a, constant(count));
    }
  }
}
