/**
 * What is in sight where a program stands: names, the current function, constants without a dtype,
 * and the steps written so far.
 */
package dev.tensorc.infer.scope;
