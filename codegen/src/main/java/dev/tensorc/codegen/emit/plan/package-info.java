/** The methods of a function: checks, sizes, allocation, and the calls of kernels. */
package dev.tensorc.codegen.emit.plan;
