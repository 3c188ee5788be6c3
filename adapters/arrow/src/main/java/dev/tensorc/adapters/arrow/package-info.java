/** Columns of Apache Arrow as tensors; see {@code docs/arrow.md}. */
package dev.tensorc.adapters.arrow;
