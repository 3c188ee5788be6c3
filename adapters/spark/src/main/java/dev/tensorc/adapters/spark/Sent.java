package dev.tensorc.adapters.spark;

import java.io.Serializable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.classic.SparkSession;

/**
 * A shipment that each executor fetches once.
 *
 * @param hash of its bytes
 */
record Sent(Broadcast<byte[]> packed, String hash) implements Serializable {

  static Sent of(byte[] packed, SparkSession session) {
    var context = JavaSparkContext.fromSparkContext(session.sparkContext());
    return new Sent(context.broadcast(packed), Shipment.hash(packed));
  }

  /** The kernel in this JVM. */
  Loaded loaded() {
    return Shipment.loaded(hash, packed::value);
  }
}
