/**
 * The thresholds of planning and emission: which way of computing a value is chosen, never its
 * result. {@link dev.tensorc.codegen.tuning.Tuning} holds them.
 */
package dev.tensorc.codegen.tuning;
