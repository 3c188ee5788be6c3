/** From {@code TensorIr} to {@code LoopIr}: fusion, versions, and where values are stored. */
package dev.tensorc.codegen.plan;
