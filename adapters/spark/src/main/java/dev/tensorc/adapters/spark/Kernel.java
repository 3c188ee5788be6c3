package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A function of a compiled program that is to run on Spark's executors, with the arguments that are
 * the same for all rows: a query, or the weights of a model. Immutable.
 */
public final class Kernel {

  private final ClassFiles program;
  private final Function function;
  private final Stages stages;
  private final Map<String, Object> shared;
  private final Nulls nulls;
  private final @Nullable Path weights;

  /** The part of it that the executors of an application have. */
  private @Nullable Sent sent;

  private WeakReference<SparkContext> application = new WeakReference<>(null);

  private Kernel(
      ClassFiles program,
      Function function,
      Stages stages,
      Map<String, Object> shared,
      Nulls nulls,
      @Nullable Path weights) {
    this.program = program;
    this.function = function;
    this.stages = stages;
    this.shared = Map.copyOf(shared);
    this.nulls = nulls;
    this.weights = weights;
  }

  /**
   * A function whose rows may be given in parts, for {@link Kernels#mapBatches}; or that reduces
   * along them so that the results of parts can be combined, for {@link Kernels#aggregate}: it
   * gives them itself, or the compiler has split it, as {@code @parts} asks.
   *
   * @param program {@link ClassFiles#read} of the folder of {@code tensorc compile}, or the class
   *     files of a program that was just compiled
   * @param types the dtypes of the type parameters of a generic function, such as {@code f32}
   * @throws IllegalArgumentException if there is no such function, or its rows may not be given in
   *     parts: the message names the operation that needs all of them
   */
  public static Kernel of(ClassFiles program, String function, String... types) {
    Program loaded = program.load();
    Function found = loaded.function(function, types);
    Stages stages = Stages.of(loaded, found);
    if (!stages.allowed()) {
      String rows = found.partition().obstacle();
      String results = found.reduction().obstacle();
      throw new IllegalArgumentException(
          "%s needs all rows at once, and Spark has them in parts: %s (`@parts` may split it)"
              .formatted(
                  found.signature(), rows.equals(results) ? rows : rows + "; and " + results));
    }
    if (stages.finish() != null) {
      stages.part().results().forEach(r -> ColumnTypes.of(r.dtype(), stages.part()));
    }
    return new Kernel(program, found, stages, Map.of(), Nulls.REFUSE, null);
  }

  /**
   * The same kernel with an argument for all rows.
   *
   * @param parameter one whose first axis is not rows
   * @param value a tensor, or a number or Boolean for a scalar
   * @throws IllegalArgumentException if there is no such parameter, it has rows, or the value has
   *     another dtype or number of axes
   */
  public Kernel with(String parameter, Object value) {
    Parameter declared =
        function.parameters().stream()
            .filter(p -> p.name().equals(parameter))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no parameter `%s`".formatted(function.signature(), parameter)));
    if (rows().contains(parameter)) {
      throw new IllegalArgumentException(
          "`%s` of %s has rows: it is the column of that name"
              .formatted(parameter, function.signature()));
    }
    if (!fits(declared, value)) {
      throw new IllegalArgumentException(
          "`%s` of %s is %s, not %s"
              .formatted(parameter, function.signature(), declared.declaredType(), text(value)));
    }
    var more = new HashMap<>(shared);
    more.put(parameter, value);
    return new Kernel(program, function, stages, more, nulls, weights);
  }

  private static String text(Object value) {
    return value instanceof Tensor t
        ? t.type().label() + Arrays.toString(t.shape())
        : String.valueOf(value);
  }

  private static boolean fits(Parameter p, Object value) {
    if (p.isScalar()) {
      return value instanceof Number || value instanceof Boolean;
    }
    boolean anyRank = p.rank() == Parameter.UNRANKED;
    return value instanceof Tensor t && t.type() == p.dtype() && (anyRank || t.rank() == p.rank());
  }

  /** The same kernel with another treatment of nulls; the first is {@link Nulls#REFUSE}. */
  public Kernel nulls(Nulls choice) {
    return new Kernel(program, function, stages, shared, choice, weights);
  }

  /**
   * The same kernel with the weights of its program in a file, as of {@link
   * dev.tensorc.runtime.Program#withWeights}. Each executor maps it once for all kernels of the
   * program.
   *
   * @param file at the same path on every machine
   * @throws IllegalStateException if the program has no weights
   */
  public Kernel weights(Path file) {
    if (program.load().weights().isEmpty()) {
      throw new IllegalStateException(program.className() + " has no weights");
    }
    return new Kernel(program, function, stages, shared, nulls, file.toAbsolutePath());
  }

  /** The function that it computes. */
  public Function function() {
    return function;
  }

  Nulls nulls() {
    return nulls;
  }

  /** The parameters that have rows. */
  List<String> rows() {
    return stages.rows();
  }

  /** The functions that it is computed by, without weights. */
  Stages stages() {
    return stages;
  }

  /** The kernel's result, of those of all batches. */
  Object result(Partial all) {
    Stages here = stages.finish() == null ? stages : Loaded.of(shipment()).stages();
    return here.finished(all).result(here.last());
  }

  /** The parameters without rows that have no argument yet. */
  List<String> missing() {
    return function.parameters().stream()
        .map(p -> p.name())
        .filter(p -> !rows().contains(p) && !shared.containsKey(p))
        .toList();
  }

  /** For jobs that follow each other: sent again only where a shared argument was changed. */
  synchronized Sent sent(SparkSession session) {
    byte[] packed = shipment().pack();
    Sent there = sent;
    if (there == null
        || !there.hash().equals(Shipment.hash(packed))
        || !application.refersTo(session.sparkContext())) {
      there = Sent.of(packed, session);
      application = new WeakReference<>(session.sparkContext());
      sent = there;
    }
    return there;
  }

  /** The form in which it travels to the executors. */
  Shipment shipment() {
    var values = new HashMap<String, Shipment.Value>();
    shared.forEach(
        (name, value) ->
            values.put(
                name,
                value instanceof Tensor t
                    ? new Shipment.Value(t.type(), t.shape(), t.toArray())
                    : new Shipment.Value(null, new long[0], value)));
    return new Shipment(
        program.className(),
        new HashMap<>(program.files()),
        function.name(),
        List.copyOf(function.types()),
        values,
        weights == null ? "" : weights.toString());
  }
}
