/** The rules that plans and kernels keep after every pass. */
package dev.tensorc.codegen.verify;
