#include <math.h>

typedef void sgemm_t(int, int, int, int, int, int, float, const float *, int, const float *, int,
                     float, float *, int);
typedef void dgemm_t(int, int, int, int, int, int, double, const double *, int, const double *,
                     int, double, double *, int);

enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };

static sgemm_t *sgemm;
static dgemm_t *dgemm;

/* Where OpenBLAS's functions are. */
void use_blas(void *s, void *d) {
  sgemm = (sgemm_t *)s;
  dgemm = (dgemm_t *)d;
}

#define PRODUCT(name, T)                                                                     \
  static void name##_one(T *restrict out, const T *restrict a, const T *restrict b, long m, \
                         long n, long k) {                                                   \
    for (long i = 0; i < m; i++) {                                                           \
      for (long j = 0; j < n; j++)                                                           \
        out[i * n + j] = 0;                                                                  \
      for (long l = 0; l < k; l++)                                                           \
        for (long j = 0; j < n; j++)                                                         \
          out[i * n + j] += a[i * k + l] * b[l * n + j];                                     \
    }                                                                                        \
  }                                                                                          \
  void name(T *restrict out, const T *restrict a, const T *restrict b, long count, long m,  \
            long n, long k) {                                                                \
    for (long c = 0; c < count; c++)                                                         \
      name##_one(out + c * m * n, a + c * m * k, b + c * k * n, m, n, k);                    \
  }

PRODUCT(product_f32, float)
PRODUCT(product_f64, double)

void product_f32_blas(float *out, const float *a, const float *b, long m, long n, long k) {
  sgemm(ROW_MAJOR, AS_IT_IS, AS_IT_IS, m, n, k, 1, a, k, b, n, 0, out, n);
}

void product_f64_blas(double *out, const double *a, const double *b, long m, long n, long k) {
  dgemm(ROW_MAJOR, AS_IT_IS, AS_IT_IS, m, n, k, 1, a, k, b, n, 0, out, n);
}

void matrix_by_vector(float *restrict out, const float *restrict a, const float *restrict v,
                      long n, long k) {
  for (long i = 0; i < n; i++) {
    float sum = 0;
    for (long l = 0; l < k; l++)
      sum += a[i * k + l] * v[l];
    out[i] = sum;
  }
}

void vector_by_matrix(float *restrict out, const float *restrict v, const float *restrict a,
                      long k, long n) {
  product_f32_one(out, v, a, 1, n, k);
}

static void softmax_rows(float *restrict x, long n, long d, float scale) {
  for (long i = 0; i < n; i++) {
    float *restrict row = x + i * d;
    float most = -INFINITY;
    for (long j = 0; j < d; j++) {
      row[j] = row[j] * scale;
      most = row[j] > most ? row[j] : most;
    }
    float sum = 0;
    for (long j = 0; j < d; j++) {
      row[j] = expf(row[j] - most);
      sum += row[j];
    }
    for (long j = 0; j < d; j++)
      row[j] /= sum;
  }
}

/* q, k and v: h heads of n rows of d; scores: n by n. */
void attention(float *restrict out, const float *restrict q, const float *restrict k,
               const float *restrict v, float *restrict scores, long h, long n, long d) {
  for (long c = 0; c < h; c++) {
    const float *restrict qh = q + c * n * d, *restrict kh = k + c * n * d;
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        float sum = 0;
        for (long l = 0; l < d; l++)
          sum += qh[i * d + l] * kh[j * d + l];
        scores[i * n + j] = sum;
      }
    softmax_rows(scores, n, n, 1 / sqrtf(d));
    product_f32_one(out + c * n * d, scores, v + c * n * d, n, d, n);
  }
}

void attention_blas(float *restrict out, const float *restrict q, const float *restrict k,
                    const float *restrict v, float *restrict scores, long h, long n, long d) {
  for (long c = 0; c < h; c++) {
    long head = c * n * d;
    sgemm(ROW_MAJOR, AS_IT_IS, TRANSPOSED, n, n, d, 1, q + head, d, k + head, d, 0, scores, n);
    softmax_rows(scores, n, n, 1 / sqrtf(d));
    sgemm(ROW_MAJOR, AS_IT_IS, AS_IT_IS, n, d, n, 1, scores, n, v + head, d, 0, out + head, d);
  }
}
