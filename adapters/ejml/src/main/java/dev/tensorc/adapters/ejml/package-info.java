/** Matrices of EJML as tensors, and tensors as matrices of EJML. */
package dev.tensorc.adapters.ejml;
