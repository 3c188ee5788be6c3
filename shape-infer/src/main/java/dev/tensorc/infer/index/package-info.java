/** Elements by their subscripts: slices, arrays as subscripts, and index notation. */
package dev.tensorc.infer.index;
