/** The errors of a command: one message, and an exit code. */
package dev.tensorc.cli.error;
