/**
 * The parts that vector loops are made of: lanes, expressions, rows of tensors, accumulators, and
 * the checks of a call before the loops begin.
 */
package dev.tensorc.codegen.emit.vector;
