// Pictures of `pixels` pixels, three channels each.

void graded(float *restrict out, const float *restrict img, const float *restrict gain,
            const float *restrict lift, long pixels) {
  for (long i = 0; i < pixels; i++)
    for (long c = 0; c < 3; c++)
      out[3 * i + c] = img[3 * i + c] * gain[c] + lift[c];
}

void grey(unsigned char *restrict out, const unsigned char *restrict img, long pixels) {
  for (long i = 0; i < pixels; i++)
    out[i] = (unsigned char)(0.299f * img[3 * i] + 0.587f * img[3 * i + 1] +
                             0.114f * img[3 * i + 2] + 0.5f);
}
