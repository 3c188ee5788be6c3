/**
 * From {@code LoopIr} to class files: the classes that users see, and the order in which the others
 * are made.
 */
package dev.tensorc.codegen.emit;
