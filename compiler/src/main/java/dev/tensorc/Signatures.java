package dev.tensorc;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.FunctionSignature;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.partition.Partitioning;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Partition;
import dev.tensorc.runtime.Signature;
import java.util.List;

/** What exported functions look like to callers, in the runtime's words. */
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
        partition(f));
  }

  private static Partition partition(TensorIr.Function f) {
    var p = Partitioning.of(f);
    return new Partition(p.least(), p.rows(), p.obstacle());
  }

  private static List<Parameter> parameters(List<FunctionSignature.Slot> slots) {
    return slots.stream()
        .map(s -> new Parameter(s.name(), s.declaredType(), TensorBridge.type(s.dtype()), s.rank()))
        .toList();
  }
}
