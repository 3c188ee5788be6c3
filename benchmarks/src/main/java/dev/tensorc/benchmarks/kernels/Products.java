package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Products of matrices, and results made of them. */
public final class Products {

  private static final String SOURCE = "products";

  private Products() {}

  /** A product of f32, n by n by n, against OpenBLAS. */
  public static Kernel f32(long n) {
    Operand a = Operand.uniformFloats(1, 0, 1, n, n);
    Operand b = Operand.uniformFloats(2, 0, 1, n, n);
    Operand out = Operand.floats(n, n);
    return Kernel.of("matmul f32 " + n, out)
        .program(SOURCE, "product_f32", a, b)
        .c("product_f32", a, b, 1L, n, n, n)
        .blas("product_f32_blas", a, b, n, n, n)
        .tolerance(1e-4)
        .withoutJava();
  }

  /** A product of f64, n by n by n, against OpenBLAS. */
  public static Kernel f64(long n) {
    Operand a = Operand.uniform(1, 0, 1, n, n);
    Operand b = Operand.uniform(2, 0, 1, n, n);
    Operand out = Operand.doubles(n, n);
    return Kernel.of("matmul f64 " + n, out)
        .program(SOURCE, "product_f64", a, b)
        .c("product_f64", a, b, 1L, n, n, n)
        .blas("product_f64_blas", a, b, n, n, n)
        .tolerance(1e-10)
        .withoutJava();
  }

  /** Many small products of f32. */
  public static Kernel batched(long count, long n) {
    Operand a = Operand.uniformFloats(1, 0, 1, count, n, n);
    Operand b = Operand.uniformFloats(2, 0, 1, count, n, n);
    Operand out = Operand.floats(count, n, n);
    return Kernel.of("matmul " + count + " x " + n + "x" + n, out)
        .program(SOURCE, "batched", a, b)
        .c("product_f32", a, b, count, n, n, n)
        .tolerance(1e-4)
        .java(
            () -> batched(out.floatArray(), a.floatArray(), b.floatArray(), (int) count, (int) n));
  }

  /** A matrix of n rows by a vector of k elements. */
  public static Kernel matrixByVector(long n, long k) {
    Operand a = Operand.uniformFloats(1, 0, 1, n, k);
    Operand v = Operand.uniformFloats(2, 0, 1, k);
    Operand out = Operand.floats(n);
    return Kernel.of("matrix by vector " + n + "x" + k, out)
        .program(SOURCE, "matrix_by_vector", a, v)
        .c("matrix_by_vector", a, v, n, k)
        .tolerance(1e-4)
        .withoutJava();
  }

  /** A vector of k elements by a matrix of n columns. */
  public static Kernel vectorByMatrix(long k, long n) {
    Operand v = Operand.uniformFloats(1, 0, 1, k);
    Operand a = Operand.uniformFloats(2, 0, 1, k, n);
    Operand out = Operand.floats(n);
    return Kernel.of("vector by matrix " + k + "x" + n, out)
        .program(SOURCE, "vector_by_matrix", v, a)
        .c("vector_by_matrix", v, a, k, n)
        .tolerance(1e-4)
        .withoutJava();
  }

  /** Attention of h heads of n rows of d, against OpenBLAS with gcc's softmax between. */
  public static Kernel attention(long h, long n, long d) {
    Operand q = Operand.normal(1, h, n, d);
    Operand k = Operand.normal(2, h, n, d);
    Operand v = Operand.normal(3, h, n, d);
    Operand scores = Operand.floats(n, n);
    Operand out = Operand.floats(h, n, d);
    return Kernel.of("attention " + h + "x" + n + "x" + d, out)
        .program(SOURCE, "attention", q, k, v)
        .c("attention", q, k, v, scores, h, n, d)
        .blas("attention_blas", q, k, v, scores, h, n, d)
        .tolerance(1e-4)
        .withoutJava();
  }

  private static void batched(float[] out, float[] a, float[] b, int count, int n) {
    for (int c = 0; c < count; c++) {
      int first = c * n * n;
      for (int i = 0; i < n; i++) {
        int row = first + i * n;
        for (int j = 0; j < n; j++) {
          out[row + j] = 0;
        }
        for (int l = 0; l < n; l++) {
          for (int j = 0; j < n; j++) {
            out[row + j] += a[row + l] * b[first + l * n + j];
          }
        }
      }
    }
  }
}
