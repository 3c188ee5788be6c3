package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.runtime.CallInterruptedException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.link.Checks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reference interpreter: slow and obvious. Its results define a program's meaning; compiled
 * code gives the same bits and the same errors.
 *
 * <p>A run has the phases of compiled code: the arguments' ranks are checked, dims get their sizes,
 * the entry checks are made in order, arrays above the allocation limit are refused, then the steps
 * are taken. Elements are boxed and every value is stored whole.
 */
public final class Interpreter {

  private final TensorIr.Function function;
  private final CheckRunner checks;
  private final AllocationRunner allocations;
  private final Sizes sizes = new Sizes();
  private final Map<Integer, NdArray> values = new HashMap<>();

  private Interpreter(TensorIr.Function function) {
    this.function = function;
    this.checks = new CheckRunner(function, sizes);
    this.allocations = new AllocationRunner(function, sizes);
  }

  /**
   * Runs a function.
   *
   * @param args one for each parameter: a tensor of the runtime, or for a scalar a Float, Double,
   *     Integer (i32, and u8 as 0 to 255), Long or Boolean
   * @return one for each result, in the same forms; tensors share no memory with arguments
   * @throws dev.tensorc.runtime.ShapeException if the arguments' shapes do not fit the program
   * @throws ArithmeticException if an integer is divided by zero
   */
  public static List<Object> run(TensorIr.Function function, List<Object> args) {
    return new Interpreter(function).call(args);
  }

  private List<Object> call(List<Object> args) {
    if (args.size() != function.params().size()) {
      throw new IllegalArgumentException(
          function.name()
              + " takes "
              + function.params().size()
              + " arguments, got "
              + args.size());
    }
    for (int i = 0; i < args.size(); i++) {
      TensorIr.Param param = function.params().get(i);
      NdArray array = TensorBridge.toArray(param, args.get(i));
      checks.rank(param, array.shape());
      values.put(param.value().id(), array.padded(param.value().rank()));
    }
    for (TensorIr.DimBinding b : function.bindings()) {
      NdArray parameter = value(function.params().get(b.param()).value());
      sizes.bind(
          b.symbol(),
          switch (b.axis()) {
            case TensorIr.DimBinding.VALUE -> (Long) parameter.scalar();
            case TensorIr.DimBinding.RANK -> (long) ((Tensor) args.get(b.param())).rank();
            default -> parameter.shape().get(b.axis());
          });
    }
    function.entryChecks().forEach(checks::run);
    allocations.atEntry();
    run(function.body());
    return function.body().yields().stream().map(this::result).toList();
  }

  private Object result(Value v) {
    NdArray array = value(v);
    return v.isScalar()
        ? array.scalar()
        : TensorBridge.tensor(array.dtype(), sizes.of(v), array.elements());
  }

  private NdArray value(Value v) {
    NdArray array = values.get(v.id());
    if (array == null) {
      throw new IllegalStateException(v + " is used before it is computed");
    }
    return array;
  }

  private void run(TensorIr.Block block) {
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Check check -> checks.run(check);
        case TensorIr.Bind b -> sizes.bind(b.dim(), (Long) value(b.scalar()).scalar());
        case TensorIr.Pure p -> {
          allocations.before(p);
          values.put(p.result().id(), compute(p));
        }
        case TensorIr.If i -> {
          TensorIr.Block taken = (Boolean) value(i.condition()).scalar() ? i.then() : i.otherwise();
          run(taken);
          become(taken.yields(), i.results());
        }
        case TensorIr.For f -> loop(f);
        case TensorIr.While w -> loop(w);
      }
    }
  }

  private NdArray compute(TensorIr.Pure instr) {
    return switch (instr) {
      case TensorIr.Constant c -> NdArray.scalar(c.result().dtype(), c.value());
      case TensorIr.Literal l -> literal(l);
      case TensorIr.DimValue d -> NdArray.scalar(d.result().dtype(), sizes.of(d.dim()));
      case TensorIr.Iota i ->
          NdArray.build(i.result().dtype(), shape(i.result()), index -> index[i.axis()]);
      case TensorIr.Map m -> map(m);
      case TensorIr.Reduce r -> Reduction.reduce(r, value(r.operand()), shape(r.result()));
      case TensorIr.Contract c -> contract(c);
      case TensorIr.View v -> view(v);
      case TensorIr.Reshape r ->
          new NdArray(r.result().dtype(), shape(r.result()), value(r.operand()).elements());
      case TensorIr.Gather g -> gather(g);
      case TensorIr.Ordered o -> Ordering.compute(o, shape(o.result()), this::value);
      case TensorIr.Update u -> update(u);
      case TensorIr.Scatter s -> scatter(s);
    };
  }

  private List<Long> shape(Value v) {
    return sizes.of(v.shape());
  }

  private NdArray literal(TensorIr.Literal literal) {
    var elements = literal.elements().stream().map(e -> value(e).scalar()).toList();
    return new NdArray(literal.result().dtype(), shape(literal.result()), elements);
  }

  private NdArray map(TensorIr.Map map) {
    List<OperandReader> operands = map.operands().stream().map(this::reader).toList();
    return NdArray.build(
        map.result().dtype(),
        shape(map.result()),
        index -> {
          var args = new ArrayList<Object>();
          operands.forEach(o -> args.add(o.at(index)));
          return ElementMath.of(map, args);
        });
  }

  private OperandReader reader(TensorIr.Operand operand) {
    return OperandReader.of(value(operand.value()), operand.axes());
  }

  /** An axis of size 1 is read at 0 throughout, which is all that broadcasting is. */
  private long[] operandIndex(TensorIr.Operand operand, long[] index) {
    List<Long> shape = value(operand.value()).shape();
    var at = new long[shape.size()];
    for (int k = 0; k < at.length; k++) {
      int axis = operand.axes().get(k);
      at[k] = axis < 0 || shape.get(k) == 1 ? 0 : index[axis];
    }
    return at;
  }

  private NdArray contract(TensorIr.Contract c) {
    OperandReader left = reader(c.left());
    OperandReader right = reader(c.right());
    List<Long> shape = shape(c.result());
    boolean inLanes =
        !c.windows()
            && (c.leftFree().stream().allMatch(axis -> shape.get(axis) == 1)
                || c.rightFree().stream().allMatch(axis -> shape.get(axis) == 1));
    var pairs = new ArrayList<long[]>(); // of the first result: how far from its first factors
    NdArray.forEachIndex(
        sizes.of(c.reduced()),
        k ->
            pairs.add(
                new long[] {left.distance(k, shape.size()), right.distance(k, shape.size())}));
    return NdArray.build(
        c.result().dtype(),
        shape,
        index -> {
          long l = left.distance(index, 0);
          long r = right.distance(index, 0);
          return ContractionOrder.contract(
              c.result().dtype(),
              pairs.size(),
              k -> left.element(l + pairs.get(k)[0]),
              k -> right.element(r + pairs.get(k)[1]),
              inLanes);
        });
  }

  private NdArray view(TensorIr.View view) {
    NdArray operand = value(view.operand());
    long[] starts = starts(view.axes());
    return NdArray.build(
        view.result().dtype(),
        shape(view.result()),
        index -> {
          long[] at = through(view.axes(), starts, index);
          for (int axis = 0; axis < at.length; axis++) {
            if (view.axes().get(axis).stretches() && operand.shape().get(axis) == 1) {
              at[axis] = 0;
            }
          }
          return operand.at(at);
        });
  }

  private NdArray gather(TensorIr.Gather gather) {
    NdArray source = value(gather.source().value());
    return NdArray.build(
        gather.result().dtype(),
        shape(gather.result()),
        index -> {
          if (gather.guard().isPresent() && !holds(gather.guard().get(), index)) {
            return zero(gather.result().dtype());
          }
          long[] at = operandIndex(gather.source(), index);
          gather.places().forEach(p -> at[p.axis()] = place(p, source, index));
          return source.at(at);
        });
  }

  private boolean holds(TensorIr.Operand guard, long[] point) {
    return (Boolean) value(guard.value()).at(operandIndex(guard, point));
  }

  private static Object zero(DType dtype) {
    return dtype == DType.BOOL
        ? (Object) false
        : dtype.isFloat() ? Scalars.nearest(dtype, 0.0) : Scalars.wrap(dtype, 0);
  }

  /** Where a point lies on an axis of an array, as its place says. */
  private long place(TensorIr.Place place, NdArray array, long[] point) {
    long index = (Long) value(place.index().value()).at(operandIndex(place.index(), point));
    return Checks.subscript(index, array.shape().get(place.axis()), place.text());
  }

  /** All places first, then one element after the other. */
  private NdArray scatter(TensorIr.Scatter scatter) {
    NdArray target = value(scatter.target());
    NdArray value = value(scatter.value().value());
    var positions = new ArrayList<Integer>();
    var written = new ArrayList<Object>();
    NdArray.forEachIndex(
        sizes.of(scatter.extents()),
        point -> {
          long[] at = new long[scatter.places().size()];
          scatter.places().forEach(p -> at[p.axis()] = place(p, target, point));
          positions.add(target.position(at));
          written.add(value.at(operandIndex(scatter.value(), point)));
        });
    var elements = new ArrayList<>(target.elements());
    for (int i = 0; i < positions.size(); i++) {
      int at = positions.get(i);
      Object element = written.get(i);
      elements.set(
          at,
          scatter.combine().isEmpty()
              ? element
              : ElementMath.combined(scatter, elements.get(at), element));
    }
    return new NdArray(target.dtype(), target.shape(), elements);
  }

  private long[] starts(List<TensorIr.ViewAxis> axes) {
    return axes.stream().mapToLong(axis -> sizes.of(axis.start())).toArray();
  }

  /**
   * The operand's index for an index of the view.
   *
   * @param starts of the axes
   */
  private static long[] through(List<TensorIr.ViewAxis> axes, long[] starts, long[] index) {
    long[] at = starts.clone();
    for (int k = 0; k < at.length; k++) {
      for (TensorIr.Walk w : axes.get(k).walks()) {
        at[k] += w.step() * index[w.axis()];
      }
    }
    return at;
  }

  private NdArray update(TensorIr.Update update) {
    NdArray value = value(update.value().value());
    NdArray target = value(update.target());
    long[] starts = starts(update.region());
    var elements = new ArrayList<>(target.elements());
    NdArray.forEachIndex(
        sizes.of(update.extents()),
        index -> {
          Object element = value.at(operandIndex(update.value(), index));
          elements.set(target.position(through(update.region(), starts, index)), element);
        });
    return new NdArray(target.dtype(), target.shape(), elements);
  }

  // ---------------------------------------------------------------- control

  private void loop(TensorIr.For f) {
    long from = (Long) value(f.from()).scalar();
    long to = (Long) value(f.to()).scalar();
    become(f.loop().initial(), f.loop().carried());
    // an index beyond the last long ends the loop
    for (long i = from; f.step() > 0 ? i < to : i > to; ) {
      CallInterruptedException.check(f.span().runtimeLocation());
      values.put(f.index().id(), NdArray.scalar(f.index().dtype(), i));
      run(f.body());
      become(f.body().yields(), f.loop().carried());
      long next = i + f.step();
      if ((f.step() > 0) != (next > i)) {
        break;
      }
      i = next;
    }
    become(f.loop().carried(), f.results());
  }

  private void loop(TensorIr.While w) {
    become(w.loop().initial(), w.loop().carried());
    while (true) {
      run(w.condition());
      if (!(Boolean) value(w.condition().yields().getFirst()).scalar()) {
        break;
      }
      CallInterruptedException.check(w.span().runtimeLocation());
      run(w.body());
      become(w.body().yields(), w.loop().carried());
    }
    become(w.loop().carried(), w.results());
  }

  /**
   * Gives those values the arrays of these, all at once, and their late dims the sizes of the
   * arrays.
   */
  private void become(List<Value> these, List<Value> those) {
    List<NdArray> arrays = these.stream().map(this::value).toList();
    for (int i = 0; i < those.size(); i++) {
      Value v = those.get(i);
      values.put(v.id(), arrays.get(i));
      for (int axis = 0; axis < v.rank(); axis++) {
        if (v.shape().get(axis) instanceof Dim.Late late) {
          sizes.bind(late, arrays.get(i).shape().get(axis));
        }
      }
      List<Dim> ranks = v.axes().ranks();
      // of several, each is another value's
      if (ranks.size() == 1 && ranks.getFirst() instanceof Dim.Late late) {
        sizes.bind(late, sizes.largest(these.get(i).axes().ranks()));
      }
    }
  }
}
