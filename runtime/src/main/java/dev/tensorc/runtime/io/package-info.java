/** Reads and writes tensors as files. */
package dev.tensorc.runtime.io;
