package dev.tensorc.partition;

import dev.tensorc.ir.CheckFacts;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.DimBinding;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parameters of a finish: the results of the part in their order, then weights. Each size is
 * that of the first axis that has it, or a number that the part gives.
 */
final class FinishParams {

  private final TensorIr.Function function;
  private final List<TensorIr.Param> params = new ArrayList<>();
  private final List<DimBinding> bindings = new ArrayList<>();
  private final List<TensorIr.Check> checks = new ArrayList<>();
  private final Set<Dim> bound = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private int nextSymbol;

  /**
   * @param function the function that is split
   * @param states the part's results, but for sizes
   */
  FinishParams(TensorIr.Function function, List<Value> states) {
    this.function = function;
    this.nextSymbol =
        1 + function.bindings().stream().mapToInt(b -> b.symbol().id()).max().orElse(0);
    states.forEach(this::state);
  }

  private void state(Value value) {
    int number = params.size();
    TensorIr.Param param = param(value);
    params.add(param);
    for (int axis = 0; axis < value.rank(); axis++) {
      Dim size = value.shape().get(axis);
      if (size instanceof Dim.Sym s && bound.add(s)) {
        bindings.add(new DimBinding(s, number, axis));
      } else if (!(size instanceof Dim.Const)) {
        var own = new Dim.Sym(nextSymbol++, "?" + param.name() + "." + axis, false);
        bindings.add(new DimBinding(own, number, axis));
        checks.add(new TensorIr.ParamCheck(number, axis, own, size, value.span()));
      }
    }
  }

  /** A size that is a number of the part. */
  void size(Value value, Dim.Sym size) {
    TensorIr.Param param = param(value);
    bound.add(size);
    bindings.add(new DimBinding(size, params.size(), DimBinding.VALUE));
    params.add(param);
    String clause = "%s >= 0 (%s is a size)".formatted(param.name(), param.name());
    if (!size.signed()) {
      checks.add(
          new TensorIr.ClauseCheck(
              function.name(),
              clause,
              List.of(new TensorIr.ClauseSize(param.name(), size)),
              size,
              TensorIr.Relation.GREATER_EQUAL,
              Dims.ZERO,
              value.span()));
    }
  }

  boolean binds(Dim size) {
    return bound.contains(size);
  }

  private TensorIr.Param param(Value value) {
    return new TensorIr.Param(name(value), value.type(), value, value.span());
  }

  /** A name of the program, or one that no other parameter has. */
  private String name(Value value) {
    String base = value.name().matches("[A-Za-z]\\w*") ? value.name() : "state";
    String name = base;
    for (int k = 1; !names.add(name); k++) {
      name = base + k;
    }
    return name;
  }

  /** The names of the part's results. */
  List<String> names() {
    return params.stream().map(TensorIr.Param::name).toList();
  }

  /**
   * The finish.
   *
   * @param after its steps, and the sizes that they need
   */
  TensorIr.Function function(Needed after, String name) {
    var all = new ArrayList<>(params);
    function.weights().stream().filter(w -> after.values().contains(w.value())).forEach(all::add);
    var entry = new ArrayList<TensorIr.Check>();
    for (TensorIr.Check c : function.entryChecks()) {
      boolean known = CheckFacts.sizes(c).stream().allMatch(d -> bound.containsAll(Dims.atoms(d)));
      if (known && !(c instanceof TensorIr.ParamCheck)) {
        entry.add(c);
      }
    }
    entry.addAll(checks);
    return new TensorIr.Function(
        name,
        function.types(),
        "The results of `%s`, of those of its parts together.".formatted(function.name()),
        all,
        bindings,
        entry,
        function.facts(),
        new Block(after.steps(bound::contains), function.body().yields()),
        function.results(),
        function.span());
  }
}
