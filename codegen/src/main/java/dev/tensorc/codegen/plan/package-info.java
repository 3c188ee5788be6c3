/**
 * From {@code TensorIr} to {@code LoopIr}: what is fused, which versions there are, and where
 * values are stored.
 */
package dev.tensorc.codegen.plan;
