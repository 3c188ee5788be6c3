/** A dialogue: expressions of the language, and the values that they have. */
package dev.tensorc.cli.repl;
