#include <math.h>

void haversine(double *restrict out, const double *restrict lat1, const double *restrict lon1,
               const double *restrict lat2, const double *restrict lon2, long n, long m) {
  for (long i = 0; i < n; i++) {
    double c = cos(lat1[i]);
    for (long j = 0; j < m; j++) {
      double u = sin((lat2[j] - lat1[i]) / 2);
      double v = sin((lon2[j] - lon1[i]) / 2);
      out[i * m + j] = 2 * 6371.0 * asin(sqrt(u * u + c * cos(lat2[j]) * v * v));
    }
  }
}
