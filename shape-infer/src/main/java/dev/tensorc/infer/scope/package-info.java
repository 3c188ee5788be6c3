/**
 * The state of inference at a place of a program: names in sight, the current function, constants
 * without a dtype, and the steps written so far.
 */
package dev.tensorc.infer.scope;
