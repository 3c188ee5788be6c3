// maximum((x - mu) * scale + bias, 0.0) * g: x n by m, mu and g columns, scale and bias rows.
void chain(float *restrict out, const float *restrict x, const float *restrict mu,
           const float *restrict scale, const float *restrict bias, const float *restrict g, long n,
           long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      float v = (x[i * m + j] - mu[i]) * scale[j] + bias[j];
      out[i * m + j] = (v > 0.0f ? v : 0.0f) * g[i];
    }
}
