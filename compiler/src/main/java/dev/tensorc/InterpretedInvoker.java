package dev.tensorc;

import dev.tensorc.interp.Interpreter;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.ResultNames;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.ArgumentChangedException;
import dev.tensorc.runtime.DeclaredWeights;
import dev.tensorc.runtime.Invoker;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.link.Checks;
import dev.tensorc.runtime.weights.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the reference interpreter. */
final class InterpretedInvoker implements Invoker {

  private final TensorIr.Function function;
  private final Optional<Weights> weights;

  /**
   * @param weights those of the program; empty where they are not loaded
   */
  InterpretedInvoker(TensorIr.Function function, Optional<Weights> weights) {
    this.function = function;
    this.weights = weights;
  }

  @Override
  public List<Object> invoke(Object[] args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i] instanceof Tensor argument) {
        Checks.readable(argument, function.params().get(i).name() + " of " + function.name());
      }
    }
    try {
      return Interpreter.run(function, withWeights(args));
    } catch (IllegalStateException | InternalError e) {
      throw changed(e, List.of(), args);
    }
  }

  /** The arguments, and the weights that the function uses. */
  private List<Object> withWeights(Object[] args) {
    var all = new ArrayList<>(List.of(args));
    for (TensorIr.Param p : function.weights()) {
      Tensor weight =
          weights
              .orElseThrow(() -> DeclaredWeights.notLoaded(function.name()))
              .inArray(p.weight().orElseThrow());
      all.add(p.value().isScalar() ? TensorBridge.elements(weight).getFirst() : weight);
    }
    return all;
  }

  /** Arguments are read, and outputs written, where somebody else may change them meanwhile. */
  private RuntimeException changed(Throwable thrown, List<Tensor> outs, Object[] args) {
    List<String> outNames = outs.size() == 1 ? List.of("out") : ResultNames.of(function);
    Stream<String> names =
        Stream.concat(
            outNames.stream().limit(outs.size()),
            function.arguments().stream().map(TensorIr.Param::name));
    Object[] all = Stream.concat(outs.stream(), Arrays.stream(args)).toArray();
    return ArgumentChangedException.of(
        thrown, function.name(), all, names.collect(Collectors.joining(" ")));
  }

  /** Refuses outputs as compiled code does. */
  @Override
  public void invokeInto(List<Tensor> outs, Object[] args) {
    List<Object> results = invoke(args);
    for (int i = 0; i < outs.size(); i++) {
      check(outs, i, (Tensor) results.get(i), args);
    }
    try {
      for (int i = 0; i < outs.size(); i++) {
        Tensors.copy((Tensor) results.get(i), outs.get(i));
      }
    } catch (IllegalStateException | InternalError e) {
      throw changed(e, outs, args);
    }
  }

  private void check(List<Tensor> outs, int index, Tensor result, Object[] args) {
    Tensor out = outs.get(index);
    List<String> names = ResultNames.of(function);
    String name = (outs.size() == 1 ? "" : names.get(index) + " ") + "of " + function.name();
    if (!Arrays.equals(out.shape(), result.shape())) {
      throw Checks.outputShape(out, result.shape(), name);
    }
    Checks.requireWritable(out, name);
    for (int i = 0; i < args.length; i++) {
      if (args[i] instanceof Tensor argument) {
        Checks.requireApart(out, argument, "argument " + function.params().get(i).name(), name);
      }
    }
    for (int i = 0; i < index; i++) {
      Checks.requireApart(out, outs.get(i), "output " + names.get(i), name);
    }
  }
}
