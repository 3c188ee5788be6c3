/**
 * From nodes to definitions: each operator computes the type of its results, folds values that are
 * constant or computed of sizes alone, and writes the rest as an expression of the language.
 */
package dev.tensorc.onnx.fold;
