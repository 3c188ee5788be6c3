// Where the largest element of x, n by m, stands first.

static long place(const float *x, long n, long stride) {
  float best = x[0];
  long at = 0;
  for (long i = 1; i < n; i++)
    if (x[i * stride] > best) {
      best = x[i * stride];
      at = i;
    }
  return at;
}

void argmax_last(long *restrict out, const float *restrict x, long n, long m) {
  for (long i = 0; i < n; i++)
    out[i] = place(x + i * m, m, 1);
}

void argmax_first(long *restrict out, const float *restrict x, float *restrict best, long n, long m) {
  for (long j = 0; j < m; j++) {
    out[j] = 0;
    best[j] = x[j];
  }
  for (long i = 1; i < n; i++)
    for (long j = 0; j < m; j++)
      if (x[i * m + j] > best[j]) {
        best[j] = x[i * m + j];
        out[j] = i;
      }
}

void argmax_all(long *out, const float *x, long n, long m) {
  out[0] = place(x, n * m, 1);
}
