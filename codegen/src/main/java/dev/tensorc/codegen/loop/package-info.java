/**
 * Kernels and plans as data, {@link dev.tensorc.codegen.loop.LoopIr}, and what reads and writes
 * their expressions.
 */
package dev.tensorc.codegen.loop;
