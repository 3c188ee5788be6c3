package dev.tensorc.adapters.spark;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.columnar.ColumnAccessor;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatch;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.types.DataType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The rows of a cached table, whose arrays are read where they lie in the cache: Spark's own scan
 * writes each row to other memory first. A row is good until the next is asked for.
 *
 * @param places of the columns among those of the cache
 * @param types of these columns
 * @param read counts rows for Spark's pages
 */
record CachedRows(int[] places, DataType[] types, SQLMetric read)
    implements FlatMapFunction<Iterator<CachedBatch>, InternalRow> {

  /** Whether a scan reads all of a table that Spark cached in its own format. */
  static boolean reads(InMemoryTableScanExec scan) {
    return scan.predicates().isEmpty()
        && scan.relation().cacheBuilder().serializer() instanceof DefaultCachedBatchSerializer;
  }

  /** The rows of a scan that it {@link #reads}. */
  static RDD<InternalRow> of(InMemoryTableScanExec scan) {
    List<Attribute> cached = CollectionConverters.asJava(scan.relation().output());
    List<Attribute> columns = CollectionConverters.asJava(scan.output());
    var rows =
        new CachedRows(
            columns.stream().mapToInt(a -> Plans.place(a, cached)).toArray(),
            columns.stream().map(Attribute::dataType).toArray(DataType[]::new),
            scan.longMetric("numOutputRows"));
    return scan.baseCacheRDD().toJavaRDD().mapPartitions(rows).rdd();
  }

  @Override
  public Iterator<InternalRow> call(Iterator<CachedBatch> batches) {
    return new Rows(batches);
  }

  private final class Rows implements Iterator<InternalRow> {

    private final Iterator<CachedBatch> batches;
    private final ColumnAccessor[] columns = new ColumnAccessor[places.length];
    private final SpecificInternalRow row = new SpecificInternalRow(Plans.seq(List.of(types)));
    private int left;

    Rows(Iterator<CachedBatch> batches) {
      this.batches = batches;
    }

    @Override
    public boolean hasNext() {
      while (left == 0 && batches.hasNext()) {
        var batch = (DefaultCachedBatch) batches.next();
        for (int i = 0; i < columns.length; i++) {
          ByteBuffer buffer = ByteBuffer.wrap(batch.buffers()[places[i]]);
          columns[i] = ColumnAccessor.apply(types[i], buffer);
        }
        left = batch.numRows();
        read.add(left);
      }
      return left > 0;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      left--;
      for (int i = 0; i < columns.length; i++) {
        columns[i].extractTo(row, i);
      }
      return row;
    }
  }
}
