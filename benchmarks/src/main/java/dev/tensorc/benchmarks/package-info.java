/**
 * Compiled programs against C and plain Java, called alternately in the same JVM: see {@code
 * benchmarks/run}.
 */
@NullMarked
package dev.tensorc.benchmarks;

import org.jspecify.annotations.NullMarked;
