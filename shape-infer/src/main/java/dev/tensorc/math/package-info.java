/**
 * The elementary functions, defined once as sequences of IEEE operations that the interpreter, the
 * scalar classes and the vector classes share.
 */
package dev.tensorc.math;
