package com.acme;

import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How the elements of the vectors in a table vary together. */
public final class Covariance {

  /** The table has a column {@code x} of arrays; it is read twice. */
  public static FloatTensor of(ClassFiles program, Dataset<Row> table) {
    Object means = Kernels.aggregate(table, Kernel.of(program, "column_means"), 1024);
    Kernel scatter = Kernel.of(program, "scatter").with("means", means);
    var sums = (List<?>) Kernels.aggregate(table, scatter, 1024);
    var products = (FloatTensor) sums.get(0);
    long rows = (Long) sums.get(1);
    float[] covariances = products.toArray();
    for (int i = 0; i < covariances.length; i++) {
      covariances[i] /= rows - 1;
    }
    return FloatTensor.of(covariances, products.shape());
  }
}
