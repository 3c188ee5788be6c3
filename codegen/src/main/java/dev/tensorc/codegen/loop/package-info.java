/**
 * Kernels and plans as data, {@link dev.tensorc.codegen.loop.LoopIr}, and the classes that read and
 * write their expressions.
 */
package dev.tensorc.codegen.loop;
