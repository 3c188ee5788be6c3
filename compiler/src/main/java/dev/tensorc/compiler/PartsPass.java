package dev.tensorc.compiler;

import dev.tensorc.codegen.step.IndexParts;
import dev.tensorc.codegen.step.MappedParts;
import dev.tensorc.codegen.step.NestedParts;
import dev.tensorc.codegen.step.OverwrittenTargets;
import dev.tensorc.ir.TensorIr;

/**
 * {@link IndexParts}, {@link OverwrittenTargets}, {@link MappedParts}, then {@link NestedParts}.
 */
final class PartsPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "parts";
  }

  @Override
  public String purpose() {
    return "computes on parts of arrays, and writes the parts of a part where they belong";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return NestedParts.run(MappedParts.run(OverwrittenTargets.run(IndexParts.run(in))));
  }
}
