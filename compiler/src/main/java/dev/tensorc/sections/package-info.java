/**
 * The expected results after a program in its file: calls and values are read, run, and compared
 * with the results of each engine.
 */
package dev.tensorc.sections;
