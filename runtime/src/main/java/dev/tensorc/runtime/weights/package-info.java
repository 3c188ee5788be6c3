/**
 * The weights of a program: a file is mapped, compared with the declared types, and kept in the
 * storage that calls use. Generated classes call it; users load weights by the methods of those
 * classes, or by {@link dev.tensorc.runtime.Program#withWeights}.
 */
package dev.tensorc.runtime.weights;
