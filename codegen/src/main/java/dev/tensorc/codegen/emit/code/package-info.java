/**
 * Bytecode: instructions, locals, storage kinds, and how methods are kept below the limits of the
 * JVM. The order of the packages below {@code emit}: each uses only those before it.
 *
 * <ol>
 *   <li>{@code code}: bytecode, and the parameters of kernels
 *   <li>{@code scalar}: expressions and kernels as scalar code
 *   <li>{@code form}: which loops a kernel has, decided without bytecode
 *   <li>{@code vector}: expressions, rows and accumulators as vector code
 *   <li>{@code nest}: the loops that a schedule asks for
 *   <li>{@code product}, {@code column}, {@code row}: products of matrices, reductions down columns
 *       and along rows
 *   <li>{@code kernel}: the methods of a kernel, and how they are called
 *   <li>{@code plan}: checks, allocation and dispatch of a function
 * </ol>
 */
package dev.tensorc.codegen.emit.code;
