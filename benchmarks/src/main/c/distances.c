void distances(float *restrict out, const float *restrict p, const float *restrict q, long n,
               long m, long k) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      float sum = 0.0f;
      for (long l = 0; l < k; l++) {
        float d = p[i * k + l] - q[j * k + l];
        sum += d * d;
      }
      out[i * m + j] = sum;
    }
}
