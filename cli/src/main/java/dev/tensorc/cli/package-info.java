/**
 * The {@code tensorc} command: a class for each verb, and the classes that several verbs share,
 * such as the options of programs and of loops.
 */
package dev.tensorc.cli;
