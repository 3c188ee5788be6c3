/** Declared types, sizes and ranks, and the arguments that say axes, shapes and dtypes. */
package dev.tensorc.infer.type;
