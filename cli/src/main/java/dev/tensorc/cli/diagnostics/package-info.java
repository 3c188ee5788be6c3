/** Diagnostics as documents that other tools read. */
package dev.tensorc.cli.diagnostics;
