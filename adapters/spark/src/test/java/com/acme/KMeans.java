package com.acme;

import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Clusters of vectors, by Lloyd's algorithm. */
public final class KMeans {

  /**
   * The table has a column {@code x} of arrays, and is read once a round.
   *
   * @param first the centres to begin with, one a row
   * @return the centres when none moves any more, or after so many rounds
   */
  public static FloatTensor centres(
      ClassFiles program, Dataset<Row> table, FloatTensor first, int rounds) {
    Function moved = program.load().function("moved");
    FloatTensor centres = first;
    for (int round = 0; round < rounds; round++) {
      Kernel gathered = Kernel.of(program, "gathered").with("centres", centres);
      var sums = (List<?>) Kernels.aggregate(table, gathered, 1024);
      FloatTensor before = centres;
      centres = (FloatTensor) moved.invoke(sums.get(0), sums.get(1), before);
      if (centres.equals(before)) {
        break;
      }
    }
    return centres;
  }

  /** The table with a column {@code centre}: the number of the nearest centre. */
  public static Dataset<Row> assigned(ClassFiles program, Dataset<Row> table, FloatTensor centres) {
    Kernel nearest = Kernel.of(program, "nearest").with("centres", centres);
    return Kernels.mapBatches(table, nearest, 1024);
  }
}
