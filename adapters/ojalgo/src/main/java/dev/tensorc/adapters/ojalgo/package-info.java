/** Matrices of ojAlgo as tensors, and tensors as matrices of ojAlgo. */
package dev.tensorc.adapters.ojalgo;
