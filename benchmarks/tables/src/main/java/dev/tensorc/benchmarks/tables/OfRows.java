package dev.tensorc.benchmarks.tables;

import java.util.ArrayList;
import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/** The cosines of a partition. */
record OfRows(float[] query) implements MapPartitionsFunction<Row, Float> {
  @Override
  public Iterator<Float> call(Iterator<Row> rows) {
    var one = new OfSeq(query);
    var cosines = new ArrayList<Float>();
    rows.forEachRemaining(row -> cosines.add(one.call(row.<Float>getSeq(0))));
    return cosines.iterator();
  }
}
