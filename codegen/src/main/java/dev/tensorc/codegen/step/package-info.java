/**
 * Passes from {@code TensorIr} to {@code TensorIr} before planning: steps that another has done are
 * left out, and indices are made narrow.
 */
package dev.tensorc.codegen.step;
