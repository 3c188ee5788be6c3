#include <math.h>

static inline double cdf(double x) { return 0.5 * (1.0 + erf(x / sqrt(2.0))); }

void black_scholes(double *restrict out, const double *restrict s, const double *restrict k,
                   const double *restrict t, long n, double r, double sigma) {
  for (long i = 0; i < n; i++) {
    double sd = sigma * sqrt(t[i]);
    double d1 = (log(s[i] / k[i]) + (r + sigma * sigma / 2) * t[i]) / sd;
    out[i] = s[i] * cdf(d1) - k[i] * exp(-r * t[i]) * cdf(d1 - sd);
  }
}
