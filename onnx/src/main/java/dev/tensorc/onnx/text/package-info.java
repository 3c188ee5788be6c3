/** Writes a program as a person would, and its weights as a safetensors file. */
package dev.tensorc.onnx.text;
