/** Encoders of texts beside ONNX Runtime, on one thread: {@code benchmarks/run models}. */
@NullMarked
package dev.tensorc.benchmarks.models;

import org.jspecify.annotations.NullMarked;
