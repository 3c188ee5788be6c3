/** Kernels over tables: {@code benchmarks/run spark} and {@code benchmarks/run arrow}. */
@NullMarked
package dev.tensorc.benchmarks.tables;

import org.jspecify.annotations.NullMarked;
