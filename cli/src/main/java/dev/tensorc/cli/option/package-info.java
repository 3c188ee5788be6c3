/** The options of the commands and the values that they are given. */
package dev.tensorc.cli.option;
