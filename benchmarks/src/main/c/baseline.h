// What every baseline shares. A function computes its result `times` times, so that a call from Java
// costs nothing beside it; AGAIN keeps the compiler from leaving repetitions out.
#pragma once

#define AGAIN(result) __asm__ volatile("" : : "r"(result) : "memory")
#define KERNEL static __attribute__((noinline)) void
