/**
 * The methods of a kernel: element-wise loops, the choice among its forms at a call, and the
 * classes through which plans call it.
 */
package dev.tensorc.codegen.emit.kernel;
