package dev.tensorc.adapters.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Has Spark compute kernels in batches where they are columns of a projection. It misses kernels
 * inside other expressions, which need not be evaluated for each row, and those with an argument
 * without rows that is no constant.
 */
final class KernelStrategy extends SparkStrategy {

  /** Marks a projection that is part of a kernel's, and no node of Spark's logical plan. */
  static final TreeNodeTag<Boolean> ARGUMENTS = new TreeNodeTag<>("tensorc.arguments");

  private KernelStrategy() {}

  /** Adds it to those of a session. */
  static void plan(SparkSession session) {
    var methods = session.experimental();
    synchronized (methods) {
      List<SparkStrategy> there = CollectionConverters.asJava(methods.extraStrategies());
      if (there.stream().noneMatch(KernelStrategy.class::isInstance)) {
        var more = new ArrayList<>(there);
        more.add(new KernelStrategy());
        methods.extraStrategies_$eq(Plans.seq(more));
      }
    }
  }

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    if (!(plan instanceof Project p)) {
      return Plans.seq(List.of());
    }
    var computed = new ArrayList<NamedExpression>(); // arguments that are no columns yet
    var kernels = new ArrayList<NamedExpression>();
    var columns = new ArrayList<NamedExpression>();
    for (NamedExpression column : CollectionConverters.asJava(p.projectList())) {
      Optional<Call> call = call(column);
      if (call.isPresent()) {
        NamedExpression kernel = Plans.named(call.get().overColumns(computed), column.name());
        kernels.add(kernel);
        Seq<Expression> result = Plans.seq(List.of(kernel.toAttribute()));
        columns.add((NamedExpression) ((Alias) column).withNewChildren(result));
      } else {
        columns.add(column);
      }
    }
    if (kernels.isEmpty()) {
      return Plans.seq(List.of());
    }
    List<Attribute> given = CollectionConverters.asJava(p.child().output());
    List<Attribute> kept = used(given, columns);
    var needed = new ArrayList<NamedExpression>(kept); // a scan reads no others
    used(given, kernels).stream().filter(a -> !kept.contains(a)).forEach(needed::add);
    needed.addAll(computed);
    LogicalPlan child = needed.equals(given) ? p.child() : arguments(needed, p.child());
    var inBatches = new KernelProjectExec(Plans.seq(kept), Plans.seq(kernels), planLater(child));
    return Plans.seq(List.of(new ProjectExec(Plans.seq(columns), inBatches)));
  }

  private static LogicalPlan arguments(List<NamedExpression> needed, LogicalPlan child) {
    var arguments = new Project(Plans.seq(needed), child);
    arguments.setTagValue(ARGUMENTS, true);
    return arguments;
  }

  private static List<Attribute> used(List<Attribute> given, List<NamedExpression> by) {
    return given.stream()
        .filter(a -> by.stream().anyMatch(c -> ((Expression) c).references().contains(a)))
        .toList();
  }

  /** The call that a column is, if it can be computed in batches. */
  static Optional<Call> call(NamedExpression column) {
    return column instanceof Alias a
            && a.child() instanceof ApplyFunctionExpression call
            && call.function() instanceof RowFunction f
        ? Optional.of(new Call(f, CollectionConverters.asJava(call.children())))
            .filter(Call::hasConstantWholes)
        : Optional.empty();
  }

  /** A kernel and its arguments. */
  record Call(RowFunction function, List<Expression> arguments) {

    boolean hasConstantWholes() {
      return IntStream.range(0, arguments.size())
          .allMatch(i -> function.hasRows(i) || arguments.get(i).foldable());
    }

    /**
     * The same call with columns as arguments.
     *
     * @param computed gets the arguments that are no columns yet
     */
    Expression overColumns(List<NamedExpression> computed) {
      var columns = new ArrayList<Expression>(arguments);
      for (int i = 0; i < columns.size(); i++) {
        if (function.hasRows(i) && !(columns.get(i) instanceof Attribute)) {
          NamedExpression column =
              Plans.named(columns.get(i), function.inputs().fields()[i].name());
          computed.add(column);
          columns.set(i, column.toAttribute());
        }
      }
      return new ApplyFunctionExpression(function, Plans.seq(columns));
    }

    /** The call that executors get; the arguments are columns of a table, or constants. */
    KernelProjection.Call over(List<Attribute> table) {
      var places = new ArrayList<Integer>();
      var wholes = new Object[arguments.size()];
      for (int i = 0; i < wholes.length; i++) {
        if (function.hasRows(i)) {
          places.add(Plans.place((Attribute) arguments.get(i), table));
        } else {
          wholes[i] = arguments.get(i).eval(InternalRow.empty());
        }
      }
      return function.inBatches(places.stream().mapToInt(p -> p).toArray(), wholes);
    }
  }
}
