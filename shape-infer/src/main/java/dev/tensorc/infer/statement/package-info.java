/**
 * Statements, the ways out of them, and calls of functions, whose bodies stand where they are
 * called.
 */
package dev.tensorc.infer.statement;
