/** What is measured: one class for each kernel, each with its baselines. */
@NullMarked
package dev.tensorc.benchmarks.kernels;

import org.jspecify.annotations.NullMarked;
