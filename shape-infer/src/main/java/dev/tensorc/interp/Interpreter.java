package dev.tensorc.interp;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reference interpreter: slow and obvious. What it computes is what a program means; compiled
 * code gives the same bits and the same errors.
 *
 * <p>A run has the phases of compiled code: the arguments' ranks are checked, dims get their sizes,
 * the entry checks are made in order, then the steps are taken. Elements are boxed and every value
 * is stored whole.
 */
public final class Interpreter {

  private final CheckRunner checks;
  private final Sizes sizes = new Sizes();
  private final Map<Integer, NdArray> values = new HashMap<>();

  private Interpreter(TensorIr.Function function) {
    this.checks = new CheckRunner(function, sizes);
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
    return new Interpreter(function).call(function, args);
  }

  private List<Object> call(TensorIr.Function function, List<Object> args) {
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
      values.put(param.value().id(), array);
    }
    for (TensorIr.DimBinding b : function.bindings()) {
      Value parameter = function.params().get(b.param()).value();
      sizes.bind(b.symbol(), value(parameter).shape().get(b.axis()));
    }
    function.entryChecks().forEach(checks::run);
    run(function.body());
    return function.body().yields().stream().map(v -> TensorBridge.fromArray(value(v))).toList();
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
        case TensorIr.Instr instr -> values.put(instr.result().id(), compute(instr));
      }
    }
  }

  private NdArray compute(TensorIr.Instr instr) {
    return switch (instr) {
      case TensorIr.Constant c -> NdArray.scalar(c.result().dtype(), c.value());
      case TensorIr.Literal l -> literal(l);
      case TensorIr.DimValue d -> NdArray.scalar(d.result().dtype(), sizes.of(d.dim()));
      case TensorIr.Map m -> map(m);
      case TensorIr.Reduce r -> Reduction.reduce(r, value(r.operand()), shape(r.result()));
      case TensorIr.View v -> view(v);
      case TensorIr.If i -> branch(i);
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
    var operands = map.operands().stream().map(o -> value(o.value())).toList();
    return NdArray.build(
        map.result().dtype(),
        shape(map.result()),
        index -> {
          var args = new ArrayList<Object>();
          for (int k = 0; k < operands.size(); k++) {
            args.add(operands.get(k).at(operandIndex(map.operands().get(k), index)));
          }
          return element(map, args);
        });
  }

  /** An axis of size 1 is read at 0 throughout, which is all that broadcasting is. */
  private List<Long> operandIndex(TensorIr.Operand operand, List<Long> index) {
    List<Long> shape = value(operand.value()).shape();
    var at = new ArrayList<Long>();
    for (int k = 0; k < shape.size(); k++) {
      at.add(shape.get(k) == 1 ? 0 : index.get(operand.axes().get(k)));
    }
    return at;
  }

  private static Object element(TensorIr.Map map, List<Object> args) {
    var dtype = map.operands().getLast().value().dtype();
    return map.builtin() == Builtin.ASTYPE
        ? Casts.cast(dtype, map.result().dtype(), args.getFirst())
        : ElementMath.apply(map.builtin(), dtype, args, map.span());
  }

  private NdArray view(TensorIr.View view) {
    NdArray operand = value(view.operand());
    return NdArray.build(
        view.result().dtype(),
        shape(view.result()),
        index -> {
          var at = new ArrayList<Long>();
          for (TensorIr.ViewAxis axis : view.axes()) {
            long i = axis.resultAxis() < 0 ? 0 : index.get(axis.resultAxis());
            at.add(sizes.of(axis.start()) + axis.step() * i);
          }
          return operand.at(at);
        });
  }

  private NdArray branch(TensorIr.If branch) {
    boolean condition = (Boolean) value(branch.condition()).scalar();
    TensorIr.Block taken = condition ? branch.then() : branch.otherwise();
    run(taken);
    NdArray result = value(taken.yields().getFirst());
    List<Dim> shape = branch.result().shape();
    for (int axis = 0; axis < shape.size(); axis++) {
      if (shape.get(axis) instanceof Dim.Late late) {
        sizes.bind(late, result.shape().get(axis));
      }
    }
    return result;
  }
}
