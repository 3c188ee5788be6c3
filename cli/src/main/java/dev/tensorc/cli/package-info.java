/**
 * The {@code tensorc} command: a class for each verb, and what several verbs share, such as the
 * options of programs and of loops.
 */
package dev.tensorc.cli;
