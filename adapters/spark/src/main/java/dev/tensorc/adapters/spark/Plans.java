package dev.tensorc.adapters.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.SparkSession;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Parts of Spark's plans, with the words of Java. */
final class Plans {
  private Plans() {}

  static <T> Seq<T> seq(List<? extends T> elements) {
    return CollectionConverters.<T>asScala(new ArrayList<T>(elements)).toSeq();
  }

  /** An expression as a column of a name. */
  static NamedExpression named(Expression e, String name) {
    return new Alias(
        e, name, NamedExpression.newExprId(), seq(List.of()), Option.empty(), seq(List.of()));
  }

  /** The place of an attribute among others. */
  static int place(Attribute wanted, List<Attribute> given) {
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).exprId().equals(wanted.exprId())) {
        return i;
      }
    }
    throw new IllegalStateException(wanted + " is not in " + given);
  }

  /** Some columns of a table, by their places. */
  static Dataset<Row> columns(SparkSession session, Dataset<Row> table, int[] places) {
    LogicalPlan plan = table.queryExecution().analyzed();
    var chosen = new ArrayList<NamedExpression>();
    for (int place : places) {
      chosen.add(plan.output().apply(place));
    }
    return org.apache.spark.sql.classic.Dataset.ofRows(session, new Project(seq(chosen), plan));
  }
}
