/** Products of matrices, in tiles and of a few elements. */
package dev.tensorc.codegen.emit.product;
