package dev.tensorc.codegen.emit.vector;

/**
 * The classes that have forms of a kernel.
 *
 * @param scalar has the kernel's scalar form under the same name and descriptor
 * @param vector has its vector forms, this one among them
 * @param constants the vector class's
 * @param rowForms the name of the kernel whose forms of short rows it takes
 */
public record Holders(String scalar, String vector, LaneConstants constants, String rowForms) {}
