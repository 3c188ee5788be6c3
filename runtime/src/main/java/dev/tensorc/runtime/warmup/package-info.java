/**
 * Vector kernels that are compiled by the JIT in the background, while calls run scalar kernels:
 * when a kernel is worth it, and the call that is repeated until it no longer makes objects.
 *
 * <p>Not for users but for {@link dev.tensorc.runtime.warmup.VectorCode}: as {@link
 * dev.tensorc.runtime.link}, the rest promises nothing beyond the link version.
 */
package dev.tensorc.runtime.warmup;
