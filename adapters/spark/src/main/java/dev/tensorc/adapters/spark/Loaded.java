package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel in this JVM: the parts that all its calls share.
 *
 * @param shared the arguments that all rows share; null where rows give them
 * @param withRows whether the first axis of each parameter is rows
 */
record Loaded(Stages stages, @Nullable Object[] shared, boolean[] withRows) {

  static Loaded of(Shipment shipment) {
    Stages stages = Stages.of(shipment.program(), shipment.load());
    List<Parameter> parameters = stages.part().parameters();
    List<String> rows = stages.rows();
    var shared = new @Nullable Object[parameters.size()];
    var withRows = new boolean[shared.length];
    for (int i = 0; i < shared.length; i++) {
      String name = parameters.get(i).name();
      Shipment.Value value = shipment.shared().get(name);
      shared[i] = value == null ? null : value.argument();
      withRows[i] = rows.contains(name);
    }
    return new Loaded(stages, shared, withRows);
  }

  /** The function that is called with batches. */
  Function function() {
    return stages.part();
  }
}
