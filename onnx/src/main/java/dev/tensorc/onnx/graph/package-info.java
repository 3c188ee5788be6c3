/** A model as a graph that is known to be whole: names resolved, nodes in order, constants read. */
package dev.tensorc.onnx.graph;
