/**
 * The typed, shaped program: {@code TensorIr} with its verifier and printer, dims and the facts
 * about them, dtypes, and the table of builtins. Nothing here reads syntax or decides how code is
 * made.
 */
package dev.tensorc.ir;
