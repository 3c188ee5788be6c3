/** Expressions and kernels as scalar code. */
package dev.tensorc.codegen.emit.scalar;
