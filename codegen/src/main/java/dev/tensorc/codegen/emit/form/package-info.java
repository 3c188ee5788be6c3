/** The loops that a kernel has as vector code, and why it has none; nothing here emits a loop. */
package dev.tensorc.codegen.emit.form;
