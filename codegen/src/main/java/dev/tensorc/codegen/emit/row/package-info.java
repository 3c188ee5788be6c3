/** Reductions along rows, and over several axes. */
package dev.tensorc.codegen.emit.row;
