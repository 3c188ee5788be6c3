/**
 * The methods that users of Java call, and their Java source: names, types and documentation,
 * without bytecode. {@code FacadeEmitter} writes the class of them.
 */
package dev.tensorc.codegen.facade;
