/**
 * Fuzz targets: see {@code fuzz/README.md}. They know nothing of the fuzzer, which gives them bytes
 * and looks for their exceptions.
 */
@NullMarked
package dev.tensorc.fuzz;

import org.jspecify.annotations.NullMarked;
