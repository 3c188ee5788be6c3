/**
 * From text to {@code Ast}: parsing, imports and the library's files. Diagnostics as data, their
 * one renderer, and the hints on habits of other languages stand here, too.
 */
package dev.tensorc.frontend;
