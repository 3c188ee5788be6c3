package dev.tensorc;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.FunctionSignature;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.partition.Partitioning;
import dev.tensorc.partition.Reducing;
import dev.tensorc.runtime.DeclaredWeights;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Partition;
import dev.tensorc.runtime.Reduction;
import dev.tensorc.runtime.Signature;
import java.util.List;
import java.util.Optional;

/** The signatures of exported functions for callers, in the runtime's words. */
final class Signatures {

  private Signatures() {}

  static Signature of(TensorIr.Function f) {
    var s = FunctionSignature.of(f);
    return new Signature(
        s.name(),
        s.types().stream().map(DType::label).toList(),
        s.doc(),
        parameters(s.parameters()),
        parameters(s.results()),
        partition(f),
        reduction(f));
  }

  private static Partition partition(TensorIr.Function f) {
    var p = Partitioning.of(f);
    return new Partition(p.least(), p.rows(), p.obstacle());
  }

  private static Reduction reduction(TensorIr.Function f) {
    var r = Reducing.of(f);
    return new Reduction(
        r.rows(),
        r.rules().stream()
            .map(
                rule ->
                    new Reduction.Rule(
                        Reduction.Way.valueOf(rule.way().name()), rule.other().orElse(-1)))
            .toList(),
        r.obstacle());
  }

  /** The weights that a module reads from a file. */
  static Optional<DeclaredWeights> weights(TensorIr.Module module) {
    return module
        .weights()
        .map(
            w ->
                new DeclaredWeights(
                    w.file(),
                    w.tensors().stream()
                        .map(
                            t ->
                                new DeclaredWeights.Weight(
                                    t.name(), t.tensor(), TensorBridge.type(t.dtype()), t.sizes()))
                        .toList()));
  }

  private static List<Parameter> parameters(List<FunctionSignature.Slot> slots) {
    return slots.stream()
        .map(s -> new Parameter(s.name(), s.declaredType(), TensorBridge.type(s.dtype()), s.rank()))
        .toList();
  }
}
