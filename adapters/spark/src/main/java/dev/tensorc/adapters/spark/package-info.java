/** Compiled programs over tables of Apache Spark; see {@code docs/spark.md}. */
package dev.tensorc.adapters.spark;
