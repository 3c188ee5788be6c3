/** The program that is written: definitions as expressions of the language. */
package dev.tensorc.onnx.program;
