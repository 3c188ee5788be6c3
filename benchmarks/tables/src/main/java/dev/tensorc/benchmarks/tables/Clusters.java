package dev.tensorc.benchmarks.tables;

import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.mllib.clustering.KMeans;
import org.apache.spark.mllib.clustering.KMeansModel;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rounds of k-means from the same centres, by kernels and by MLlib; both give the centres' sum. */
final class Clusters {

  private static final int CLUSTERS = 16;
  private static final int ROUNDS = 5;

  private final ClassFiles program;
  private final Function moved;
  private final float[][] first;

  Clusters(ClassFiles program, Vectors vectors) {
    this.program = program;
    this.moved = program.load().function("moved");
    this.first = IntStream.range(0, CLUSTERS).mapToObj(vectors::vector).toArray(float[][]::new);
  }

  double ours(Dataset<Row> table, int batch) {
    FloatTensor centres = FloatTensor.copyOf(first);
    for (int round = 0; round < ROUNDS; round++) {
      Kernel gathered = Kernel.of(program, "gathered").with("centres", centres);
      var sums = (List<?>) Kernels.aggregate(table, gathered, batch);
      centres = (FloatTensor) moved.invoke(sums.get(0), sums.get(1), centres);
    }
    double sum = 0;
    for (float element : centres.toArray()) {
      sum += element;
    }
    return sum;
  }

  double ofMllib(JavaRDD<Vector> vectors) {
    var centres = new Vector[CLUSTERS];
    for (int i = 0; i < CLUSTERS; i++) {
      centres[i] = SparkRows.ofMllib(first[i]);
    }
    KMeansModel found =
        new KMeans()
            .setK(CLUSTERS)
            .setMaxIterations(ROUNDS)
            .setEpsilon(0)
            .setInitialModel(new KMeansModel(centres))
            .run(vectors.rdd());
    double sum = 0;
    for (Vector centre : found.clusterCenters()) {
      for (double element : centre.toArray()) {
        sum += element;
      }
    }
    return sum;
  }
}
