/** The report on a program, as a page for a browser. */
package dev.tensorc.cli.explain;
