package dev.tensorc.codegen.tuning;

/**
 * About how long kernels take on one thread, which decides whether several share one: decision 29.
 * All in nanoseconds.
 *
 * @param nanosOfByte of a byte that is read or written, in the cache
 * @param nanosOfLaneByte of an operation on one lane, for each of the lane's bytes
 * @param nanosOfProductByte of a step of a contraction whose factors are in registers or in the
 *     first cache, for each of the lane's bytes
 * @param nanosOfGathered of an element that a lane reads at a place of its own
 * @param nanosOfScalar of an operation of scalar code
 * @param minNanos of a kernel from which on the runtime is asked at all
 */
public record SplitTuning(
    double nanosOfByte,
    double nanosOfLaneByte,
    double nanosOfProductByte,
    double nanosOfGathered,
    double nanosOfScalar,
    double minNanos) {

  static final SplitTuning DEFAULT = new SplitTuning(0.012, 0.004, 0.008, 0.4, 1, 1_000);
}
