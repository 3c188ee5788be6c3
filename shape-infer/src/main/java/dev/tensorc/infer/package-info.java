/**
 * From syntax to {@code TensorIr}: {@code Inference} is the way in, {@code Expressions} gives each
 * form of expression to the package that knows it.
 */
package dev.tensorc.infer;
