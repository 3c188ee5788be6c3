package dev.tensorc.generated;

/**
 * The fault of a program or of its compiled form.
 *
 * @param kind stays the same while the program is made smaller
 * @param call which of the calls failed; -1 where none was made
 */
record Failure(String kind, int call, String message) {}
