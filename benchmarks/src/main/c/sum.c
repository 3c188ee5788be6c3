// Sums of x, n by m.

void sum_last(float *restrict out, const float *restrict x, long n, long m) {
  for (long i = 0; i < n; i++) {
    float sum = 0.0f;
    for (long j = 0; j < m; j++)
      sum += x[i * m + j];
    out[i] = sum;
  }
}

void sum_first(float *restrict out, const float *restrict x, long n, long m) {
  for (long j = 0; j < m; j++)
    out[j] = 0.0f;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[j] += x[i * m + j];
}

void sum_all(float *out, const float *x, long n, long m) {
  sum_last(out, x, 1, n * m);
}
