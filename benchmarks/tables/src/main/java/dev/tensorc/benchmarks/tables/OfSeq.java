package dev.tensorc.benchmarks.tables;

import org.apache.spark.sql.api.java.UDF1;
import scala.collection.Seq;

/** The cosine as a UDF, as most would write it. */
record OfSeq(float[] query) implements UDF1<Seq<Float>, Float> {
  @Override
  public Float call(Seq<Float> vector) {
    float product = 0;
    float own = 0;
    float square = 0;
    for (int k = 0; k < query.length; k++) {
      float v = vector.apply(k);
      product += v * query[k];
      own += query[k] * query[k];
      square += v * v;
    }
    return product / (float) (Math.sqrt(own) * Math.sqrt(square));
  }
}
