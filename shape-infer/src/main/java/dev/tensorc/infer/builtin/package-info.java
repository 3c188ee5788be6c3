/**
 * Calls of builtins by name: one {@code BuiltinFamily} for each kind, and {@code BuiltinCalls},
 * which has them all.
 */
package dev.tensorc.infer.builtin;
