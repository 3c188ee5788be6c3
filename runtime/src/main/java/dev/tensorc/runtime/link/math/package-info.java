/**
 * Numbers, for generated classes: scalar functions, integer division, short floats, sums in the one
 * order that all engines keep, sums down columns, and the tiles of products of matrices. Works on
 * arrays, native memory and scalars, and knows no tensors.
 *
 * <p>Not for users: as {@link dev.tensorc.runtime.link}, it promises nothing beyond the link
 * version.
 */
package dev.tensorc.runtime.link.math;
