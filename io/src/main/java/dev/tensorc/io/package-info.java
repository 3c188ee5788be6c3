/** Tensors as CSV, JSON, pictures and sound. */
package dev.tensorc.io;
