package com.acme;

import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The vectors of a table, with mean 0 and variance 1 in each element. */
public final class Standardised {

  /** The table has a column {@code x} of arrays; the result has {@code standardised} as well. */
  public static Dataset<Row> of(ClassFiles program, Dataset<Row> table) {
    Object means = Kernels.aggregate(table, Kernel.of(program, "column_means"), 1024);
    Kernel variances = Kernel.of(program, "variances").with("means", means);
    Kernel standardised =
        Kernel.of(program, "standardised")
            .with("means", means)
            .with("variances", Kernels.aggregate(table, variances, 1024));
    return Kernels.mapBatches(table, standardised, 1024);
  }
}
