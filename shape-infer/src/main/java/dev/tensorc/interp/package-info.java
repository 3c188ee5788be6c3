/**
 * The reference interpreter over {@code TensorIr}, slow and obvious: the oracle of all tests, and
 * the specification of the orders in which float sums and contractions add.
 */
package dev.tensorc.interp;
