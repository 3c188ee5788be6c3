/**
 * The list of passes from text to class files, each as a class that calls its stage, and the
 * warnings that need plans.
 */
package dev.tensorc.compiler;
