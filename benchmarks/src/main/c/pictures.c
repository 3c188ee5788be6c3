#include "baseline.h"

// Pictures of `pixels` pixels, three channels each.

KERNEL graded_once(float *restrict out, const float *restrict img, const float *restrict gain,
                   const float *restrict lift, long pixels) {
  for (long i = 0; i < pixels; i++)
    for (long c = 0; c < 3; c++)
      out[3 * i + c] = img[3 * i + c] * gain[c] + lift[c];
}

KERNEL grey_once(unsigned char *restrict out, const unsigned char *restrict img, long pixels) {
  for (long i = 0; i < pixels; i++)
    out[i] = (unsigned char)(0.299f * img[3 * i] + 0.587f * img[3 * i + 1] +
                             0.114f * img[3 * i + 2] + 0.5f);
}

void graded(long times, float *out, const float *img, const float *gain, const float *lift,
            long pixels) {
  REPEAT(times, out, graded_once(out, img, gain, lift, pixels))
}

void grey(long times, unsigned char *out, const unsigned char *img, long pixels) {
  REPEAT(times, out, grey_once(out, img, pixels))
}
