/** The protobuf wire format, and the messages of ONNX as the file has them. */
package dev.tensorc.onnx.wire;
