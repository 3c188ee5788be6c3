#include "baseline.h"

// Sums of x, n by m.

KERNEL last(float *restrict out, const float *restrict x, long n, long m) {
  for (long i = 0; i < n; i++) {
    float sum = 0.0f;
    for (long j = 0; j < m; j++)
      sum += x[i * m + j];
    out[i] = sum;
  }
}

KERNEL first(float *restrict out, const float *restrict x, long n, long m) {
  for (long j = 0; j < m; j++)
    out[j] = 0.0f;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[j] += x[i * m + j];
}

void sum_last(long times, float *out, const float *x, long n, long m) {
  REPEAT(times, out, last(out, x, n, m))
}

void sum_first(long times, float *out, const float *x, long n, long m) {
  REPEAT(times, out, first(out, x, n, m))
}

void sum_all(long times, float *out, const float *x, long n, long m) {
  REPEAT(times, out, last(out, x, 1, n * m))
}
