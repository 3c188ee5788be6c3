void add(float *restrict out, const float *restrict a, const float *restrict b, long n) {
  for (long i = 0; i < n; i++)
    out[i] = a[i] + b[i];
}
