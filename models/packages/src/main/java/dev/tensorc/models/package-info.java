/** Encoders that are packed in Maven artifacts, for tests and measurements beside ONNX Runtime. */
@NullMarked
package dev.tensorc.models;

import org.jspecify.annotations.NullMarked;
