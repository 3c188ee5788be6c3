package dev.tensorc.onnx.text;

import java.util.LinkedHashMap;
import java.util.Map;

/** Functions that a program brings with it where it calls them. */
final class Helpers {
  private Helpers() {}

  /** By name. */
  static final Map<String, String> FUNCTIONS = new LinkedHashMap<>();

  static {
    FUNCTIONS.put(
        "dynamic_quantize",
        """
        ## x as bytes: x is about scale * (bytes - zero). As ONNX's DynamicQuantizeLinear: 0 is exact, and all elements
        ## lie between the bytes 0 and 255.
        fn dynamic_quantize(x: f32[...]) -> (u8[...], f32, u8) {
            let low = min(x, initial=0)
            let high = max(x, initial=0)
            let scale = where(low == high, 1, (high - low) / 255)
            let zero = round(clip(-low / scale, 0, 255))
            return (astype(clip(round(x / scale) + zero, 0, 255), u8), scale, astype(zero, u8))
        }
        """);
    FUNCTIONS.put(
        "matmul_integer",
        """
        ## (a - a_zero) @ (b - b_zero) of bytes in i32, as ONNX's MatMulInteger.
        fn matmul_integer[A: u8 | i8, B: u8 | i8](a: A[...], b: B[...], a_zero: A[...] = 0, b_zero: B[...] = 0) {
            return (astype(a, i32) - astype(a_zero, i32)) @ (astype(b, i32) - astype(b_zero, i32))
        }
        """);
  }
}
