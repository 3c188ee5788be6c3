package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.facade.Exported;
import dev.tensorc.ir.ResultNames;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;

/**
 * The types of a function's plan, which all methods that users call share: it takes and gives
 * tensors.
 *
 * @param facade internal name of the class that users see
 */
record PlanTypes(Exported exported, String facade) {

  /** The record of several results. */
  Optional<ResultRecord> record() {
    return exported.results().map(r -> new ResultRecord(r, facade));
  }

  /** The types of the parameters that callers give. */
  List<Type> arguments() {
    return exported.function().arguments().stream().map(p -> JvmTypes.of(p.value())).toList();
  }

  /** The types of the tensors among the results. */
  List<Type> outs() {
    return results().stream().filter(r -> !r.isScalar()).map(JvmTypes::of).toList();
  }

  /** The names of the outputs in a debugger. */
  List<String> outNames() {
    List<String> names = ResultNames.of(exported.function());
    return names.size() == 1
        ? List.of("out")
        : IntStream.range(0, names.size())
            .filter(i -> !results().get(i).isScalar())
            .mapToObj(names::get)
            .toList();
  }

  Type result() {
    return record().map(ResultRecord::type).orElseGet(() -> JvmTypes.of(results().getFirst()));
  }

  private List<Value> results() {
    return exported.function().body().yields();
  }

  String runDescriptor() {
    var types = new ArrayList<Type>(outs());
    types.addAll(arguments());
    if (exported.usesWeights()) {
      types.add(RuntimeTypes.WEIGHTS);
    }
    return Type.getMethodDescriptor(result(), types.toArray(Type[]::new));
  }

  /** Whether the plan may be given outputs: only where all results are tensors. */
  boolean hasInto() {
    return results().stream().noneMatch(Value::isScalar);
  }
}
