package dev.tensorc.generated;

/**
 * What is wrong with a program or with what the compiler makes of it.
 *
 * @param kind what stays the same while the program is made smaller
 * @param call which of the calls failed; -1 where none was made
 */
record Failure(String kind, int call, String message) {}
