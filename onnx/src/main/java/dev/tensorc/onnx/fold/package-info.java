/**
 * From nodes to definitions: each operator computes the type of what it gives, folds what is
 * constant or computed of sizes alone, and writes the rest as an expression of the language.
 */
package dev.tensorc.onnx.fold;
