package dev.tensorc.benchmarks.population;

/** The beginning of every C source. */
final class CHead {

  static final String TEXT =
      """
      #include <math.h>
      #include <stdint.h>
      #include <stdlib.h>
      #include <string.h>

      static inline long least_0(long x) { return x > 0 ? x : 0; }
      static inline long lesser(long a, long b) { return a < b ? a : b; }
      static inline long bound(long size, long index) {
        long i = index < 0 ? index + size : index;
        return i < 0 ? 0 : i > size ? size : i;
      }
      static inline int64_t floor_div(int64_t a, int64_t b) {
        int64_t q = a / b;
        return q - ((a % b != 0) & ((a < 0) != (b < 0)));
      }
      static inline int64_t remainder_of(int64_t a, int64_t b) {
        int64_t r = a % b;
        return r + ((r != 0) & ((r < 0) != (b < 0)) ? b : 0);
      }
      static inline int64_t int_pow(int64_t a, int64_t n) {
        int64_t p = 1;
        for (; n > 0; n >>= 1, a *= a) if (n & 1) p *= a;
        return p;
      }
      static inline int32_t bits_of_float(float x) { int32_t i; memcpy(&i, &x, 4); return i; }
      static inline float float_of_bits(int32_t i) { float x; memcpy(&x, &i, 4); return x; }
      static inline int64_t bits_of_double(double x) { int64_t i; memcpy(&i, &x, 8); return i; }
      static inline double double_of_bits(int64_t i) { double x; memcpy(&x, &i, 8); return x; }
      static inline float from_bf16(uint16_t b) { return float_of_bits((int32_t)((uint32_t)b << 16)); }
      static inline uint16_t to_bf16(float x) {
        uint32_t i = (uint32_t)bits_of_float(x);
        return (uint16_t)((i + 0x7fff + ((i >> 16) & 1)) >> 16);
      }
      static inline void *grown(void *array, size_t *capacity, size_t bytes) {
        if (bytes <= *capacity) return array;
        free(array);
        *capacity = bytes;
        return aligned_alloc(64, (bytes + 63) / 64 * 64);
      }
      static void *row;
      static size_t row_bytes;
      static inline void *scratch(size_t bytes) { return row = grown(row, &row_bytes, bytes); }

      """;

  private CHead() {}
}
