/**
 * The compiler for Java programs: {@link Tensorc} compiles and checks as {@link Options} say; a
 * {@link CompiledProgram} is a program of the runtime with its class files, warnings and reasons.
 */
package dev.tensorc;
