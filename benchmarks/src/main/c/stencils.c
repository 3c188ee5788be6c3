// x is h by v; a convolution is 2 smaller both ways.

void convolved(float *restrict out, const float *restrict x, const float *restrict w, long h,
               long v) {
  for (long i = 0; i < h - 2; i++)
    for (long j = 0; j < v - 2; j++) {
      float sum = 0.0f;
      for (long r = 0; r < 3; r++)
        for (long s = 0; s < 3; s++)
          sum += x[(i + r) * v + j + s] * w[r * 3 + s];
      out[i * (v - 2) + j] = sum;
    }
}

void heat(float *restrict out, const float *restrict u, long h, long v) {
  for (long j = 0; j < v; j++) {
    out[j] = u[j];
    out[(h - 1) * v + j] = u[(h - 1) * v + j];
  }
  for (long i = 1; i < h - 1; i++) {
    const float *restrict c = u + i * v;
    float *restrict o = out + i * v;
    o[0] = c[0];
    for (long j = 1; j < v - 1; j++)
      o[j] = c[j] + 0.1f * (c[j - v] + c[j + v] + c[j - 1] + c[j + 1] - 4 * c[j]);
    o[v - 1] = c[v - 1];
  }
}
