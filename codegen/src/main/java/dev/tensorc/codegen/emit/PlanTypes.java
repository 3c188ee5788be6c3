package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * The types of a function's methods: what users call and what its plan is called with.
 *
 * @param facade internal name of the class that users see
 */
record PlanTypes(Program program, Plan plan, String facade) {

  /** The record of several results. */
  ResultRecord record() {
    return new ResultRecord(program, plan, facade);
  }

  List<Type> params() {
    return plan.function().params().stream().map(p -> JvmTypes.of(p.value())).toList();
  }

  /** The types of the tensors among the results. */
  List<Type> outs() {
    return plan.results().stream().filter(r -> !r.isScalar()).map(JvmTypes::of).toList();
  }

  Type result() {
    return ResultRecord.hasOne(plan) ? record().type() : JvmTypes.of(plan.results().getFirst());
  }

  String runDescriptor() {
    var types = new ArrayList<Type>(outs());
    types.addAll(params());
    return Type.getMethodDescriptor(result(), types.toArray(Type[]::new));
  }

  /** Only functions whose results are all tensors have an {@code ...Into} form. */
  boolean hasInto() {
    return plan.results().stream().noneMatch(Value::isScalar);
  }
}
