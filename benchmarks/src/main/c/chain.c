#include "baseline.h"

// maximum((x - mu) * scale + bias, 0.0) * g: x n by m, mu and g columns, scale and bias rows.
KERNEL once(float *restrict out, const float *restrict x, const float *restrict mu,
            const float *restrict scale, const float *restrict bias, const float *restrict g, long n,
            long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      float v = (x[i * m + j] - mu[i]) * scale[j] + bias[j];
      out[i * m + j] = (v > 0.0f ? v : 0.0f) * g[i];
    }
}

void chain(long times, float *out, const float *x, const float *mu, const float *scale,
           const float *bias, const float *g, long n, long m) {
  REPEAT(times, out, once(out, x, mu, scale, bias, g, n, m))
}
