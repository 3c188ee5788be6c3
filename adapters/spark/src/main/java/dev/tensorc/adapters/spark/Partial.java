package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Reduction.Rule;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Threads;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The results of a kernel that reduces along the rows, for some rows of a table.
 *
 * @param rows how many
 * @param rowShapes the sizes of a row's value in each column
 * @param results floats as doubles, which sums of parts are rounded in
 */
record Partial(long rows, ArrayList<long[]> rowShapes, ArrayList<Accumulated> results)
    implements Serializable {

  /** The partial result of one batch. */
  static Partial of(Function f, long rows, List<long[]> rowShapes, Object result) {
    var all = new ArrayList<Accumulated>();
    List<?> results = Calls.results(result);
    for (int i = 0; i < results.size(); i++) {
      all.add(Accumulated.of(f.results().get(i), results.get(i)));
    }
    return new Partial(rows, new ArrayList<>(rowShapes), all);
  }

  /** An equal one, which can be combined while this one stays as it is. */
  Partial copy() {
    var copies = new ArrayList<Accumulated>();
    results.forEach(r -> copies.add(r.copy()));
    return new Partial(rows, rowShapes, copies);
  }

  /**
   * The rows of the next part behind these; this one is not used any more.
   *
   * @throws ShapeException if the arrays of one column differ in length
   */
  Partial then(Partial next, Function f) {
    List<String> columns = f.reduction().rows();
    for (int i = 0; i < columns.size(); i++) {
      if (!Arrays.equals(rowShapes.get(i), next.rowShapes.get(i))) {
        throw new ShapeException(
            "the arrays of `%s` differ in length: a row has sizes %s, one of another batch %s"
                .formatted(
                    columns.get(i),
                    Arrays.toString(rowShapes.get(i)),
                    Arrays.toString(next.rowShapes.get(i))));
      }
    }
    List<Rule> rules = f.reduction().rules();
    for (int i = 0;
        i < rules.size();
        i++) { // while extremes and means are still those of the parts
      int other = rules.get(i).other();
      if (other >= 0) {
        results
            .get(i)
            .add(
                rules.get(i).way(),
                next.results.get(i),
                rows,
                next.rows,
                results.get(other),
                next.results.get(other));
      }
    }
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).other() < 0) {
        results.get(i).add(rules.get(i).way(), next.results.get(i), rows, next.rows);
      }
    }
    return new Partial(rows + next.rows, rowShapes, results);
  }

  /** The results of another function, whose arguments are these. */
  Partial finished(Function f, Function finish) {
    Object[] arguments = values(f).toArray();
    Object result = Threads.ONE.during(() -> finish.invoke(arguments));
    return of(finish, rows, rowShapes, result);
  }

  /** As the function gives it. */
  Object result(Function f) {
    List<Object> all = values(f);
    return all.size() == 1 ? all.getFirst() : all;
  }

  private List<Object> values(Function f) {
    List<Parameter> declared = f.results();
    var all = new ArrayList<Object>();
    for (int i = 0; i < declared.size(); i++) {
      all.add(results.get(i).value(declared.get(i)));
    }
    return all;
  }
}
