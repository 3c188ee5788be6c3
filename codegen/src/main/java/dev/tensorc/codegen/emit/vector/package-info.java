/**
 * The parts that vector loops are made of: lanes, expressions, rows of tensors, accumulators, and
 * what a call must satisfy before the loops begin.
 */
package dev.tensorc.codegen.emit.vector;
