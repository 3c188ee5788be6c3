package dev.tensorc.adapters.spark;

/** How a kernel treats rows that have a null in a column that it takes. */
public enum Nulls {
  /** The job fails with a message that names the column. */
  REFUSE,
  /** The results of such a row are null, and the kernel does not see it. */
  NULL
}
