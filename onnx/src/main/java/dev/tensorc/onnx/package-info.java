/**
 * Imports ONNX models: a file becomes a program and its weights, and nothing after it knows ONNX.
 */
package dev.tensorc.onnx;
