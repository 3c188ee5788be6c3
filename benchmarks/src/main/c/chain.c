#include "baseline.h"

// maximum((x - mu) * scale + bias, 0.0) * g: x n by m, mu a column, scale and bias rows.

KERNEL g_column(float *restrict out, const float *restrict x, const float *restrict mu,
                const float *restrict scale, const float *restrict bias, const float *restrict g,
                long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      float v = (x[i * m + j] - mu[i]) * scale[j] + bias[j];
      out[i * m + j] = (v > 0.0f ? v : 0.0f) * g[i];
    }
}

KERNEL g_row(float *restrict out, const float *restrict x, const float *restrict mu,
             const float *restrict scale, const float *restrict bias, const float *restrict g,
             long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      float v = (x[i * m + j] - mu[i]) * scale[j] + bias[j];
      out[i * m + j] = (v > 0.0f ? v : 0.0f) * g[j];
    }
}

void chain_g_column(long times, float *out, const float *x, const float *mu, const float *scale,
                    const float *bias, const float *g, long n, long m) {
  for (long t = 0; t < times; t++) {
    g_column(out, x, mu, scale, bias, g, n, m);
    AGAIN(out);
  }
}

void chain_g_row(long times, float *out, const float *x, const float *mu, const float *scale,
                 const float *bias, const float *g, long n, long m) {
  for (long t = 0; t < times; t++) {
    g_row(out, x, mu, scale, bias, g, n, m);
    AGAIN(out);
  }
}
