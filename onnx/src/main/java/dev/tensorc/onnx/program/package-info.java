/** What is written: a program's definitions as expressions of the language. */
package dev.tensorc.onnx.program;
