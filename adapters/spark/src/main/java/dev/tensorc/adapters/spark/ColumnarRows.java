package dev.tensorc.adapters.spark;

import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of batches, over the memory of their columns: each is good until the next. */
record ColumnarRows() implements FlatMapFunction<Iterator<ColumnarBatch>, InternalRow> {

  @Override
  public Iterator<InternalRow> call(Iterator<ColumnarBatch> batches) {
    return new Iterator<>() {
      private Iterator<InternalRow> rows = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!rows.hasNext() && batches.hasNext()) {
          rows = batches.next().rowIterator();
        }
        return rows.hasNext();
      }

      @Override
      public InternalRow next() {
        return hasNext() ? rows.next() : Collections.<InternalRow>emptyIterator().next();
      }
    };
  }
}
