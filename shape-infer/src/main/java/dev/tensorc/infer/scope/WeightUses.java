package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.rule.NamesOf;
import dev.tensorc.ir.TensorIr.Weights;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The weights that a function needs, by itself or by the functions that it calls. */
public final class WeightUses {

  private WeightUses() {}

  /**
   * The numbers of the weights whose names stand in the function or in one that it calls, and for
   * each size that does so the number of a weight which has it.
   */
  public static Set<Integer> of(Declarations file, Ast.Function function, Weights weights) {
    var used = new TreeSet<Integer>();
    var sizes = new HashSet<String>();
    var known = new HashSet<Ast.Function>();
    Deque<Declarations.FunctionOf> left = new ArrayDeque<>();
    left.add(new Declarations.FunctionOf(file, function));
    while (!left.isEmpty()) {
      Declarations.FunctionOf next = left.remove();
      if (known.add(next.function())) {
        for (String name : NamesOf.function(next.function())) {
          next.file().function(name).ifPresent(left::add);
          if (next.file().weights(name).isPresent()) {
            weights.number(name).ifPresentOrElse(used::add, () -> sizes.add(name));
          }
        }
      }
    }
    for (String size : sizes) {
      List<Integer> having = weights.having(size);
      if (having.stream().noneMatch(used::contains)) {
        Optional.ofNullable(having.isEmpty() ? null : having.getFirst()).ifPresent(used::add);
      }
    }
    return used;
  }
}
