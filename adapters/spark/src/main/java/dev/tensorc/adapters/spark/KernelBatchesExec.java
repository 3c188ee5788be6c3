package dev.tensorc.adapters.spark;

import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.ColumnarToRowTransition;
import org.apache.spark.sql.execution.SparkPlan;
import scala.collection.immutable.Seq;

/**
 * Computes kernels over a plan that gives columns, as a scan of Parquet does: Spark need not make
 * rows of them.
 */
public final class KernelBatchesExec extends KernelProjectExec implements ColumnarToRowTransition {

  private static final long serialVersionUID = 1;

  /** Spark calls it by reflection. */
  public KernelBatchesExec(Seq<Attribute> kept, Seq<NamedExpression> kernels, SparkPlan child) {
    super(kept, kernels, child);
  }

  @Override
  RDD<InternalRow> rows() {
    return child().executeColumnar().toJavaRDD().mapPartitions(new ColumnarRows()).rdd();
  }

  @Override
  public SparkPlan withNewChildInternal(SparkPlan child) {
    return with(child);
  }
}
