/**
 * The pass between plans and code that chooses loops: it gives kernels the {@link
 * dev.tensorc.codegen.loop.Nest}s that the sizes and strides of their calls make likely.
 */
package dev.tensorc.codegen.schedule;
