package dev.tensorc.adapters.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * The results of a kernel that reduces along the rows, for parts of a group. Spark brings the parts
 * of other tasks in the order in which they arrive, so all are kept, and combined at the end in the
 * order of partitions.
 */
final class Group implements Serializable {

  private static final long serialVersionUID = 1;

  private static final Comparator<Part> ORDER =
      Comparator.comparingInt(Part::partition).thenComparingLong(Part::row);

  /**
   * The result for rows of one partition.
   *
   * @param row the number of the first one
   */
  private record Part(int partition, long row, Partial partial) implements Serializable {}

  @SuppressWarnings("serial") // travels as bytes
  private final List<Part> others = new ArrayList<>();

  private transient @Nullable Reduced own;
  private transient long first;

  /**
   * Takes a row of this task.
   *
   * @param number of the row in its partition
   */
  void take(InternalRow row, long number, GroupFunction f) {
    Reduced rows = own;
    if (rows == null) {
      rows = new Reduced(f.calls(row), f.size());
      own = rows;
      first = number;
    }
    rows.take(row, number);
  }

  /**
   * Takes the parts of another group in.
   *
   * @param group one of this task, or its bytes
   */
  void add(Serializable group) {
    Part[] parts =
        group instanceof byte[] bytes
            ? Packed.object(bytes, Part[].class)
            : ((Group) group).parts();
    Collections.addAll(others, parts);
  }

  private Part[] parts() {
    var parts = new ArrayList<>(others);
    Partial mine = own == null ? null : own.partial();
    if (mine != null) {
      parts.add(new Part(TaskContext.getPartitionId(), first, mine));
    }
    return parts.toArray(Part[]::new);
  }

  /** As a value of Spark; null where no row has no null. More rows may follow, as in windows. */
  @Nullable Object result(Stages stages) {
    Part[] parts = parts();
    Arrays.sort(parts, ORDER);
    if (parts.length == 0) {
      return null;
    }
    Partial all = parts[0].partial().copy();
    for (int i = 1; i < parts.length; i++) {
      all = all.then(parts[i].partial(), stages.part());
    }
    return ResultRows.ofWhole(stages.finished(all), stages.last()).row(0);
  }

  /** Bytes: Spark's own class loader, which need not know this class, reads the state. */
  private Object writeReplace() {
    return Packed.bytes(parts());
  }
}
