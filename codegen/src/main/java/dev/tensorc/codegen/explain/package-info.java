/**
 * Reports on functions, from {@code LoopIr} and class files: times, slow kernels, stored arrays and
 * versions. The deciding classes state the reasons; here they become text.
 */
package dev.tensorc.codegen.explain;
