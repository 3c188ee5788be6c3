/**
 * What compiled programs need at run time: tensors (shape, strides, data), the checks that
 * generated code calls, and the exceptions it throws. Depends on nothing but the JDK.
 */
package dev.tensorc.runtime;
