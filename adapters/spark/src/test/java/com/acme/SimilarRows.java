package com.acme;

import static org.apache.spark.sql.functions.col;

import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The rows of a table that are most like a query. */
public final class SimilarRows {

  /** The table has a column {@code vectors} of arrays; the result has {@code score} as well. */
  public static Dataset<Row> mostSimilar(Path classes, Dataset<Row> table, float[] query, int count)
      throws IOException {
    Kernel score =
        Kernel.of(ClassFiles.read(classes), "score")
            .with("query", FloatTensor.of(query, query.length));
    return Kernels.mapBatches(table, score, 1024).orderBy(col("score").desc()).limit(count);
  }
}
