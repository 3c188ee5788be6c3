package dev.tensorc.adapters.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.PlanLater;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The part of Spark's plans that computes kernels in batches. A projection above it makes the rows
 * that Spark's other operators ask for.
 */
public sealed class KernelProjectExec extends SparkPlan permits KernelBatchesExec {

  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // sequences of Scala are serializable
  private final Seq<Attribute> kept;

  @SuppressWarnings("serial")
  private final Seq<NamedExpression> kernels;

  private final SparkPlan child;

  /**
   * Spark calls it by reflection.
   *
   * @param kept the columns of the child that it gives, too
   * @param kernels calls, each with a name: their arguments are columns of the child or constants
   */
  public KernelProjectExec(Seq<Attribute> kept, Seq<NamedExpression> kernels, SparkPlan child) {
    this.kept = kept;
    this.kernels = kernels;
    this.child = child;
  }

  @Override
  public RDD<InternalRow> doExecute() {
    List<Attribute> given = CollectionConverters.asJava(child.output());
    List<Attribute> columns = CollectionConverters.asJava(kept);
    var calls = new ArrayList<KernelProjection.Call>();
    for (NamedExpression kernel : CollectionConverters.asJava(kernels)) {
      calls.add(KernelStrategy.call(kernel).orElseThrow().over(given));
    }
    var work =
        new KernelProjection(
            columns.stream().mapToInt(a -> Plans.place(a, given)).toArray(),
            columns.stream().map(Attribute::dataType).toArray(DataType[]::new),
            calls);
    return rows().toJavaRDD().mapPartitions(work).rdd();
  }

  /** The rows of the child, each good until the next is asked for. */
  RDD<InternalRow> rows() {
    SparkPlan plan = child instanceof QueryStageExec stage ? stage.plan() : child;
    return plan instanceof InMemoryTableScanExec scan && CachedRows.reads(scan)
        ? CachedRows.of(scan)
        : child.execute();
  }

  @Override
  public Seq<Attribute> output() {
    var output = new ArrayList<Attribute>(CollectionConverters.asJava(kept));
    CollectionConverters.asJava(kernels).forEach(k -> output.add(k.toAttribute()));
    return Plans.seq(output);
  }

  @Override
  public Seq<SparkPlan> children() {
    return Plans.seq(List.of(child));
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
    return with(children.head());
  }

  /** The same node over another child. */
  final SparkPlan with(SparkPlan plan) {
    // Adaptive plans would look for the node that a scan is of in the logical plan, without end.
    if (child instanceof PlanLater l
        && l.plan().getTagValue(KernelStrategy.ARGUMENTS).isDefined()) {
      plan.unsetTagValue(SparkPlan.LOGICAL_PLAN_TAG());
    }
    return plan.supportsColumnar()
        ? new KernelBatchesExec(kept, kernels, plan)
        : new KernelProjectExec(kept, kernels, plan);
  }

  /** The plan whose columns it takes. */
  public final SparkPlan child() {
    return child;
  }

  @Override
  public int productArity() {
    return 3;
  }

  @Override
  public Object productElement(int n) {
    return n == 0 ? kept : n == 1 ? kernels : child;
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof KernelProjectExec;
  }
}
