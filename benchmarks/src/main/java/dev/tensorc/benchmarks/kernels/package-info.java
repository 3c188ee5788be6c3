/** The measured kernels: one class each, with its baselines. */
@NullMarked
package dev.tensorc.benchmarks.kernels;

import org.jspecify.annotations.NullMarked;
