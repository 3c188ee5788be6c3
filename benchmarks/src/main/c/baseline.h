// What every baseline shares. A function computes its result `times` times, so that a call from Java
// costs nothing beside it; REPEAT keeps the compiler from leaving repetitions out.
#pragma once

#define KERNEL static __attribute__((noinline)) void
#define REPEAT(times, result, once)                                                                \
  for (long again_ = 0; again_ < times; again_++) {                                                \
    once;                                                                                          \
    __asm__ volatile("" : : "r"(result) : "memory");                                               \
  }
