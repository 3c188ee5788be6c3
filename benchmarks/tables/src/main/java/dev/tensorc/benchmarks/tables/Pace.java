package dev.tensorc.benchmarks.tables;

/**
 * How long is measured.
 *
 * @param warmUpSeconds each way is called for so long before anything counts, and at least once
 * @param rounds medians are of so many
 */
record Pace(int warmUpSeconds, int rounds) {}
