/** The loops that a schedule asks for: {@link dev.tensorc.codegen.loop.Nest}. */
package dev.tensorc.codegen.emit.nest;
