#include <math.h>

// Rows of x, n by d: each is in cache from its first pass to its last.

void softmax(float *restrict out, const float *restrict x, long n, long d) {
  for (long i = 0; i < n; i++) {
    const float *restrict in = x + i * d;
    float *restrict row = out + i * d;
    float most = -INFINITY;
    for (long j = 0; j < d; j++)
      most = in[j] > most ? in[j] : most;
    float sum = 0.0f;
    for (long j = 0; j < d; j++) {
      row[j] = expf(in[j] - most);
      sum += row[j];
    }
    for (long j = 0; j < d; j++)
      row[j] = row[j] / sum;
  }
}

void layer_norm(float *restrict out, const float *restrict x, const float *restrict gamma,
                const float *restrict beta, long n, long d) {
  for (long i = 0; i < n; i++) {
    const float *restrict in = x + i * d;
    float *restrict row = out + i * d;
    float sum = 0.0f;
    for (long j = 0; j < d; j++)
      sum += in[j];
    float mean = sum / d;
    float squares = 0.0f;
    for (long j = 0; j < d; j++)
      squares += (in[j] - mean) * (in[j] - mean);
    float scale = 1.0f / sqrtf(squares / d + 1e-5f);
    for (long j = 0; j < d; j++)
      row[j] = (in[j] - mean) * scale * gamma[j] + beta[j];
  }
}
