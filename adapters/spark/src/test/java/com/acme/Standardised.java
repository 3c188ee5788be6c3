package com.acme;

import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The vectors of a table, with mean 0 and variance 1 in each element. */
public final class Standardised {

  /** The table has a column {@code x} of arrays; the result has {@code standardised} as well. */
  public static Dataset<Row> of(ClassFiles program, Dataset<Row> table) {
    var moments = (List<?>) Kernels.aggregate(table, Kernel.of(program, "moments"), 1024);
    Kernel standardised =
        Kernel.of(program, "standardised")
            .with("means", moments.get(0))
            .with("deviations", moments.get(1));
    return Kernels.mapBatches(table, standardised, 1024);
  }
}
