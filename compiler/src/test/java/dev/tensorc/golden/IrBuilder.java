package dev.tensorc.golden;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIrVerifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Makes tensor IR by hand, for steps that a program cannot say, or not so directly. */
final class IrBuilder {

  static final Span SPAN = new Span(new SourceText("test.tc", "fn f()"), 0, 2, 1, 1);

  private final List<TensorIr.Param> params = new ArrayList<>();
  private final List<TensorIr.DimBinding> bindings = new ArrayList<>();
  private final Deque<List<TensorIr.Step>> blocks = new ArrayDeque<>();
  private int next;

  IrBuilder() {
    blocks.push(new ArrayList<>());
  }

  Value value(DType dtype, List<Dim> shape) {
    return new Value(next, dtype, shape, "v" + next++, SPAN);
  }

  Dim.Late late() {
    return new Dim.Late(next, "l" + next++);
  }

  /** A parameter; each axis has a symbol of its own. */
  Value param(String name, DType dtype, int rank) {
    var shape = new ArrayList<Dim>();
    for (int axis = 0; axis < rank; axis++) {
      var symbol = new Dim.Sym(next++, name + axis, true);
      bindings.add(new TensorIr.DimBinding(symbol, params.size(), axis));
      shape.add(symbol);
    }
    return param(name, value(dtype, shape));
  }

  /** An i64 parameter that names a dim. */
  Dim size(String name) {
    var symbol = new Dim.Sym(next++, name, true);
    bindings.add(new TensorIr.DimBinding(symbol, params.size(), -1));
    param(name, value(DType.I64, List.of()));
    return symbol;
  }

  private Value param(String name, Value v) {
    params.add(new TensorIr.Param(name, v.type(), v, SPAN));
    return v;
  }

  void add(TensorIr.Step step) {
    blocks.element().add(step);
  }

  private Value add(TensorIr.Pure step) {
    blocks.element().add(step);
    return step.result();
  }

  Value i64(long value) {
    return add(new TensorIr.Constant(value(DType.I64, List.of()), value));
  }

  Value f32(double value) {
    return add(new TensorIr.Constant(value(DType.F32, List.of()), (float) value));
  }

  Value sizeOf(Dim d) {
    return add(new TensorIr.DimValue(value(DType.I64, List.of()), d));
  }

  /** An element-wise operation on scalars and tensors of one shape. */
  Value map(Builtin b, Value... operands) {
    Value widest = operands[0];
    for (Value v : operands) {
      widest = v.rank() > widest.rank() ? v : widest;
    }
    boolean compares = b.types() == Builtin.Types.COMPARE || b.types() == Builtin.Types.EQUALITY;
    Value result = value(compares ? DType.BOOL : operands[0].dtype(), widest.shape());
    return add(new TensorIr.Map(result, b, wholes(operands)));
  }

  private static List<Operand> wholes(Value... operands) {
    return List.of(operands).stream().map(IrBuilder::whole).toList();
  }

  static Operand whole(Value v) {
    return new Operand(v, IntStream.range(0, v.rank()).boxed().toList());
  }

  Value sum(Value v) {
    var axes = IntStream.range(0, v.rank()).boxed().toList();
    return add(new TensorIr.Reduce(value(v.dtype(), List.of()), Builtin.SUM, v, axes, false));
  }

  /** {@code v[from : from + size]} on the first axis. */
  Value slice(Value v, Dim from, Dim size) {
    var shape = new ArrayList<>(v.shape());
    shape.set(0, size);
    return add(new TensorIr.View(value(v.dtype(), shape), v, rows(v, from)));
  }

  private static List<ViewAxis> rows(Value v, Dim from) {
    var axes = new ArrayList<ViewAxis>();
    axes.add(ViewAxis.along(0, from, 1));
    for (int axis = 1; axis < v.rank(); axis++) {
      axes.add(ViewAxis.whole(axis));
    }
    return axes;
  }

  /** {@code v[index]} of a vector. */
  Value element(Value v, Dim index) {
    return add(new TensorIr.View(value(v.dtype(), List.of()), v, List.of(ViewAxis.at(index))));
  }

  /** {@code v[from : from + size] = x} on the first axis. */
  Value update(Value v, Dim from, Dim size, Value x) {
    var extents = new ArrayList<>(v.shape());
    extents.set(0, size);
    return add(
        new TensorIr.Update(value(v.dtype(), v.shape()), v, rows(v, from), extents, whole(x)));
  }

  /** {@code v[index] = x} of a vector. */
  Value store(Value v, Dim index, Value x) {
    return add(
        new TensorIr.Update(
            value(v.dtype(), v.shape()), v, List.of(ViewAxis.at(index)), List.of(), whole(x)));
  }

  /** The steps that the body adds, and the values that it yields. */
  TensorIr.Block block(Supplier<List<Value>> body) {
    blocks.push(new ArrayList<>());
    List<Value> yields = body.get();
    return new TensorIr.Block(blocks.pop(), yields);
  }

  /** Values of these types, with these shapes or, where they differ, those. */
  List<Value> like(List<Value> values) {
    return values.stream().map(v -> value(v.dtype(), v.shape())).toList();
  }

  /** The same with late dims throughout. */
  List<Value> lateLike(List<Value> values) {
    return values.stream()
        .map(v -> value(v.dtype(), v.shape().stream().map(_ -> (Dim) late()).toList()))
        .toList();
  }

  /** The body of a loop, given its index as a value and as a dim, and its carried values. */
  interface Body {
    List<Value> of(Value index, Dim.Late at, List<Value> carried);
  }

  /** {@code for i in from:to:step}, with sizes that stay. */
  List<Value> loop(Value from, Value to, long step, List<Value> initial, Body body) {
    Value index = value(DType.I64, List.of());
    return loop(index, from, to, step, initial, like(initial), like(initial), body);
  }

  /** The same with sizes that change. */
  List<Value> lateLoop(Value from, Value to, long step, List<Value> initial, Body body) {
    Value index = value(DType.I64, List.of());
    return loop(index, from, to, step, initial, lateLike(initial), lateLike(initial), body);
  }

  private List<Value> loop(
      Value index,
      Value from,
      Value to,
      long step,
      List<Value> initial,
      List<Value> carried,
      List<Value> results,
      Body body) {
    Dim.Late at = late();
    TensorIr.Block block =
        block(
            () -> {
              add(new TensorIr.Bind(at, index));
              return body.of(index, at, carried);
            });
    var loop = new TensorIr.Loop(initial, carried, results);
    add(new TensorIr.For(index, from, to, step, loop, block, SPAN));
    return results;
  }

  List<Value> branch(
      Value condition,
      List<Value> results,
      Supplier<List<Value>> then,
      Supplier<List<Value>> otherwise) {
    add(new TensorIr.If(results, condition, block(then), block(otherwise), SPAN));
    return results;
  }

  /** A verified module with one function, called {@code f}. */
  TensorIr.Module module(Value... yields) {
    var results =
        List.of(yields).stream()
            .map(v -> new TensorIr.Result("", v.type(), v.dtype(), v.shape()))
            .toList();
    var f =
        new TensorIr.Function(
            "f",
            List.of(),
            "",
            params,
            bindings,
            List.of(),
            Facts.NONE,
            new TensorIr.Block(blocks.pop(), List.of(yields)),
            results,
            SPAN);
    var module = new TensorIr.Module(List.of(f));
    TensorIrVerifier.verify(module, "test");
    return module;
  }
}
