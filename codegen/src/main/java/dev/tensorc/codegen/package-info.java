/**
 * The way into the code generator: from {@code TensorIr} to class files. Each of its stages is a
 * package below; a class here names several of them, and none of them uses this package.
 */
package dev.tensorc.codegen;
