package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.TensorException;

/** How a kernel treats rows that have a null in a column that it takes. */
public enum Nulls {
  /** The job fails with a message that names the column. */
  REFUSE,
  /** The results of such a row are null, and the kernel does not see it; nor do aggregates. */
  NULL;

  /** The exception for a null that {@link #REFUSE} refuses. */
  static TensorException refused(String column) {
    return new TensorException(
        "the column `%s` has a null; Kernel.nulls(Nulls.NULL) gives null for such rows"
            .formatted(column));
  }
}
