package dev.tensorc.codegen.facade;

/**
 * A parameter of a method, or a component of a record.
 *
 * @param name in Java
 * @param label its name in the program; {@code out} where it is the output for the only result
 * @param declaredType as the program writes it, such as {@code f32[n]}
 */
public record JavaParam(String name, String label, String declaredType, JavaType type) {}
