#include <math.h>

// name_f32 and name_f64: one function of each element
#define OF_ONE(name, type, call)                                                                   \
  void name(type *restrict out, const type *restrict x, long n) {                                  \
    for (long i = 0; i < n; i++) {                                                                 \
      out[i] = call(x[i]);                                                                         \
    }                                                                                              \
  }
#define OF_TWO(name, type, call)                                                                   \
  void name(type *restrict out, const type *restrict x, const type *restrict y, long n) {          \
    for (long i = 0; i < n; i++) {                                                                 \
      out[i] = call(x[i], y[i]);                                                                   \
    }                                                                                              \
  }
#define FUNCTION(of, name) of(name##_f32, float, name##f) of(name##_f64, double, name)

FUNCTION(OF_ONE, exp)
FUNCTION(OF_ONE, log)
FUNCTION(OF_ONE, sin)
FUNCTION(OF_ONE, cos)
FUNCTION(OF_ONE, tan)
FUNCTION(OF_ONE, asin)
FUNCTION(OF_ONE, atan)
FUNCTION(OF_ONE, tanh)
FUNCTION(OF_ONE, erf)
FUNCTION(OF_TWO, pow)
