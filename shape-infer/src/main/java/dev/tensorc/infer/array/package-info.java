/**
 * Arrays computed of arrays: reductions, masks, shapes and places that change. Builtins, subscripts
 * and index notation use them; calls by name are not read here.
 */
package dev.tensorc.infer.array;
