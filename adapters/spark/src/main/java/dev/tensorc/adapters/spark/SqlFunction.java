package dev.tensorc.adapters.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.unsafe.Platform;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * Makes the expression for a call in SQL, when Spark analyses a query. Of several kernels that have
 * the name, the one whose parameters have the arguments' types.
 */
final class SqlFunction extends AbstractFunction1<Seq<Expression>, Expression> {

  /** The source that Spark's registry notes for functions of users. */
  static final String SOURCE = "scala_udf";

  private final String name;
  private final List<KernelFunction> kernels;
  private final List<String> refusals;

  /**
   * @param kernels several are the instances of one generic function
   * @param refusals why instances of that name cannot be called from SQL
   */
  SqlFunction(String name, List<KernelFunction> kernels, List<String> refusals) {
    this.name = name;
    this.kernels = List.copyOf(kernels);
    this.refusals = List.copyOf(refusals);
  }

  @Override
  public Expression apply(Seq<Expression> given) {
    List<Expression> arguments = CollectionConverters.asJava(given);
    var reasons = new ArrayList<String>();
    for (KernelFunction kernel : kernels) {
      Optional<String> mismatch = ColumnTypes.mismatch(kernel, arguments, kernels.size() == 1);
      if (mismatch.isEmpty()) {
        return kernel.call(given);
      }
      reasons.add(mismatch.get());
    }
    reasons.addAll(refusals);
    Platform.throwException(refused(arguments, String.join("; ", reasons)));
    throw new AssertionError(name); // the line above throws
  }

  /** Spark's own exception for arguments that do not fit: it adds the place in the query. */
  private AnalysisException refused(List<Expression> arguments, String reason) {
    String call =
        arguments.stream().map(Expression::sql).collect(Collectors.joining(", ", name + "(", ")"));
    var parts = Map.of("sqlExpr", '"' + call + '"', "msg", reason, "hint", "");
    return new AnalysisException(
        "DATATYPE_MISMATCH.TYPE_CHECK_FAILURE_WITH_HINT",
        Map$.MODULE$.from(CollectionConverters.asScala(parts)));
  }
}
