/** What goes wrong in a command: one message, and an exit code. */
package dev.tensorc.cli.error;
