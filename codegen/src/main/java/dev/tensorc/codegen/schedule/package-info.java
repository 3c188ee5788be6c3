/**
 * The pass between plans and code that chooses loops: it gives kernels the {@link
 * dev.tensorc.codegen.loop.Nest}s that what they are called with makes likely.
 */
package dev.tensorc.codegen.schedule;
