/**
 * Class files and method handles, for {@link dev.tensorc.runtime.Program}: the classes of a program
 * in a folder or a jar, and classes that implement an interface of the user's by method handles.
 * Uses the JDK alone, and knows no tensors.
 *
 * <p>Not for users: nothing here stays as it is from one version to the next.
 */
package dev.tensorc.runtime.load;
