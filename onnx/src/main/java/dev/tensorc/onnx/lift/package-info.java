/**
 * Finds the parts that exporters take apart: functions of the library in several nodes, and
 * repeated layers.
 */
package dev.tensorc.onnx.lift;
